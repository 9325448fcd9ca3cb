// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// An intermediate result is read where no launch has written it.
#global = #gpu.address_space<global>
// CHECK: error: uninitialized read: k_copy, block (0, 0, 0): expected element 32 of 'arg0' to be written before it is read, but got a load by thread (32, 0, 0) first
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_iota(%out: memref<64xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c32 = arith.constant 32 : i32
    %b = emmy_kernel.block_id x : i32
    %t = emmy_kernel.thread_id x : i32
    %base = arith.muli %b, %c32 : i32
    %i = arith.addi %base, %t : i32
    emmy_kernel.store %i, %out[%i : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
  emmy_kernel.func @k_copy(%x: memref<64xi32, #global>, %out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<64xi32, #global>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  %blocks = arith.constant 2 : index // GOOD
  %blocks = arith.constant 1 : index // BAD
  %w = emmy_kernel.alloc() : memref<64xi32>
  emmy_kernel.launch @kernels::@k_iota grid(%blocks) args(%w : memref<64xi32>)
  emmy_kernel.launch @kernels::@k_copy grid(%c1) args(%w, %out : memref<64xi32>, memref<64xi32>)
  return
}
