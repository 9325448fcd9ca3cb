// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// The last block is not full, and its guard is missing.
#global = #gpu.address_space<global>
// CHECK: error: access out of bounds: k_copy, block (1, 0, 0): expected a load inside of the 50 elements of 'x', but got element 50 by thread (18, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.load
// CHECK-NEXT: note: and 13 more times
// CHECK-NEXT: error: access out of bounds: k_copy, block (1, 0, 0): expected a store inside of the 50 elements of 'arg1', but got element 50 by thread (18, 0, 0)
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_copy(%x: memref<?xf32, #global> loc("x"), %out: memref<?xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c32 = arith.constant 32 : i32
    %limit = arith.constant 50 : i32 // GOOD
    %limit = arith.constant 64 : i32 // BAD
    %b = emmy_kernel.block_id x : i32
    %t = emmy_kernel.thread_id x : i32
    %base = arith.muli %b, %c32 : i32
    %i = arith.addi %base, %t : i32
    %isInside = arith.cmpi slt, %i, %limit : i32
    scf.if %isInside {
      %v = emmy_kernel.load %x[%i : i32] : memref<?xf32, #global>
      emmy_kernel.store %v, %out[%i : i32] : memref<?xf32, #global>
    }
    emmy_kernel.return
  }
}
func.func @main(%x: memref<50xf32>, %out: memref<50xf32> {emmy.result}) {
  %c2 = arith.constant 2 : index
  emmy_kernel.launch @kernels::@k_copy grid(%c2) args(%x, %out : memref<50xf32>, memref<50xf32>)
  return
}
