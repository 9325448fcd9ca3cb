// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// What a copy has read is written by another thread, and nothing orders the two. What it does not read, because few of its elements are
// valid, may be written while it is under way.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: data race: k_test, block (0, 0, 0): expected a barrier between the asynchronous copy of element 128 of 'arg0' by thread (32, 0, 0) and the store by thread (31, 0, 0), but got none
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%x: memref<256xi32, #global>, %out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %c63 = arith.constant 63 : i32
    %s = emmy_kernel.shared : memref<256xi32, #shared>
    %i = arith.muli %t, %c4 : i32
    %last = arith.addi %i, %c3 : i32
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 valid(%c2) : memref<256xi32, #global> to memref<256xi32, #shared>
    emmy_kernel.async_commit
    emmy_kernel.store %t, %x[%last : i32] : memref<256xi32, #global>
    emmy_kernel.async_wait
    emmy_kernel.barrier // GOOD
    %mirror = arith.subi %c63, %t : i32
    %j = arith.muli %mirror, %c4 : i32
    emmy_kernel.store %t, %x[%j : i32] : memref<256xi32, #global>
    %v = emmy_kernel.load %s[%i : i32] : memref<256xi32, #shared>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<256xi32>, %out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%x, %out : memref<256xi32>, memref<64xi32>)
  return
}
