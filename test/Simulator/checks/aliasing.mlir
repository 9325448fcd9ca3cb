// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// Arguments of a launch never overlap where one of them is written.
#global = #gpu.address_space<global>
// CHECK: error: overlapping arguments: k_copy, expected arguments that do not overlap where one is written, but got 'arg0' and 'arg1' with 128 bytes in common
// CHECK-NEXT: note: in: emmy_kernel.launch
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_copy(%x: memref<32xi32, #global>, %out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<32xi32, #global>
    emmy_kernel.store %v, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<32xi32>, %out: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_copy grid(%c1) args(%x, %out : memref<32xi32>, memref<32xi32>) // GOOD
  emmy_kernel.launch @kernels::@k_copy grid(%c1) args(%x, %x : memref<32xi32>, memref<32xi32>) // BAD
  return
}
