// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// Waiting shows a thread its own copies; those of others it sees behind a barrier.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: data race: k_test, block (0, 0, 0): expected a barrier between the load of element 1 of the shared buffer by thread (1, 0, 0) and the asynchronous copy by thread (0, 0, 0), but got none
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%x: memref<256xi32, #global>, %out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c4 = arith.constant 4 : i32
    %s = emmy_kernel.shared : memref<256xi32, #shared>
    %i = arith.muli %t, %c4 : i32
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<256xi32, #global> to memref<256xi32, #shared>
    emmy_kernel.async_commit
    emmy_kernel.async_wait
    emmy_kernel.barrier // GOOD
    %v = emmy_kernel.load %s[%t : i32] : memref<256xi32, #shared>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<256xi32>, %out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%x, %out : memref<256xi32>, memref<64xi32>)
  return
}
