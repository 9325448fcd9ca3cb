// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// A launch writes an element of a fresh buffer once. The second store is behind a barrier, so it is no race.
#global = #gpu.address_space<global>
// CHECK: model.py:9:1: error: element written twice: k_twice, block (0, 0, 0): expected element 1 of 'arg0' to be written once, but got a second store by thread (0, 0, 0)
// CHECK: model.py:8:1: note: the first store, by thread (1, 0, 0), in: emmy_kernel.store
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_twice(%out: memref<128xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %offset = arith.constant 64 : i32 // GOOD
    %offset = arith.constant 1 : i32 // BAD
    %t = emmy_kernel.thread_id x : i32
    %i = arith.addi %t, %offset : i32
    emmy_kernel.store %t, %out[%t : i32] : memref<128xi32, #global> loc("model.py":8:1)
    emmy_kernel.barrier
    emmy_kernel.store %t, %out[%i : i32] : memref<128xi32, #global> loc("model.py":9:1)
    emmy_kernel.return
  }
}
func.func @main(%out: memref<128xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_twice grid(%c1) args(%out : memref<128xi32>)
  return
}
