// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Every element of a result is written. That some of them are written by two launches makes up for no other one.
#global = #gpu.address_space<global>
// CHECK: error: element never written: expected all 256 bytes of 'result0' to be written, but got 128 that no kernel writes, the first at byte 128
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
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %blocks = arith.constant 2 : index // GOOD
  %blocks = arith.constant 1 : index // BAD
  emmy_kernel.launch @kernels::@k_iota grid(%blocks) args(%out : memref<64xi32>)
  emmy_kernel.launch @kernels::@k_iota grid(%blocks) args(%out : memref<64xi32>)
  return
}
