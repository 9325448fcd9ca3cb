// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// Whoever writes an element may read it, too, as long as no other block does; here the first one does, and the last one writes.
#global = #gpu.address_space<global>
// CHECK: error: data race: k_last, expected no block to access what another one writes, but got the store by thread (0, 0, 0) of block (2, 0, 0) and the load by thread (0, 0, 0) of block (0, 0, 0) of element 0 of 'arg0'
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_last(%x: memref<1xi32, #global>, %out: memref<3xi32, #global>) attributes {block = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %b = emmy_kernel.block_id x : i32
    %isLast = arith.cmpi eq, %b, %c2 : i32
    %isReader = arith.cmpi eq, %b, %c2 : i32 // GOOD
    %isReader = arith.cmpi ne, %b, %c2 : i32 // BAD
    scf.if %isReader {
      %v = emmy_kernel.load %x[%c0 : i32] : memref<1xi32, #global>
      emmy_kernel.store %v, %out[%b : i32] : memref<3xi32, #global>
    } else {
      emmy_kernel.store %b, %out[%b : i32] : memref<3xi32, #global>
    }
    scf.if %isLast {
      %w = emmy_kernel.load %x[%c0 : i32] : memref<1xi32, #global>
      emmy_kernel.store %w, %x[%c0 : i32] : memref<1xi32, #global>
    }
    emmy_kernel.return
  }
}
func.func @main(%x: memref<1xi32>, %out: memref<3xi32> {emmy.result}) {
  %c3 = arith.constant 3 : index
  emmy_kernel.launch @kernels::@k_last grid(%c3) args(%x, %out : memref<1xi32>, memref<3xi32>)
  return
}
