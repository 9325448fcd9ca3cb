// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --print - | FileCheck %s --check-prefix=GOOD
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Two views of one workspace; the second one starts where vectors may, or not.
// GOOD: result0 : i32[32] = [0, 2, 4, 6, 8
// CHECK: error: misaligned access: k_iota, expected argument 'arg0' to start at a multiple of 16 bytes, but got byte 132 of its memory
// CHECK-NEXT: note: in: emmy_kernel.launch
#global = #gpu.address_space<global>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_iota(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    emmy_kernel.store %t, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
  emmy_kernel.func @k_double(%x: memref<32xi32, #global>, %out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<32xi32, #global>
    %w = arith.addi %v, %v : i32
    emmy_kernel.store %w, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = arith.constant 144 : index // GOOD
  %start = arith.constant 132 : index // BAD
  %arena = emmy_kernel.alloc() : memref<272xi8>
  %a = memref.view %arena[%c0][] : memref<272xi8> to memref<32xi32>
  %b = memref.view %arena[%start][] : memref<272xi8> to memref<32xi32>
  emmy_kernel.launch @kernels::@k_iota grid(%c1) args(%a : memref<32xi32>)
  emmy_kernel.launch @kernels::@k_iota grid(%c1) args(%b : memref<32xi32>)
  emmy_kernel.launch @kernels::@k_double grid(%c1) args(%b, %out : memref<32xi32>, memref<32xi32>)
  return
}
