// RUN: emmy-run --level=kernel --print %s | FileCheck %s
// RUN: emmy-run --level=kernel --check=false --print %s | FileCheck %s
// RUN: emmy-run --level=nvvm --print %s | FileCheck %s

// Blocks and threads are numbered with x the fastest, then y, then z. No two extents are equal, so that none of them is taken for another.
// What a thread stores are its three numbers, as digits; where, its number among all.
#global = #gpu.address_space<global>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // CHECK: blocks : i32[24] = [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121, 200, 201, 210, 211, 220, 221, 300, 301, 310, 311, 320, 321]
  emmy_kernel.func @k_blocks(%out: memref<24xi32, #global>) attributes {block = array<i32: 1, 1, 1>} {
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c10 = arith.constant 10 : i32
    %x = emmy_kernel.block_id x : i32
    %y = emmy_kernel.block_id y : i32
    %z = emmy_kernel.block_id z : i32
    %zs = arith.muli %z, %c3 : i32
    %plane = arith.addi %zs, %y : i32
    %rows = arith.muli %plane, %c2 : i32
    %place = arith.addi %rows, %x : i32
    %hundreds = arith.muli %z, %c10 : i32
    %tens = arith.addi %hundreds, %y : i32
    %shifted = arith.muli %tens, %c10 : i32
    %value = arith.addi %shifted, %x : i32
    emmy_kernel.store %value, %out[%place : i32] : memref<24xi32, #global>
    emmy_kernel.return
  }
  // More threads than a warp: the first 32 of them are one.
  // CHECK: threads : i32[40] = [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 100, 101, 102, 103, 104, 110, 111, 112, 113, 114, 200, 201, 202, 203, 204, 210, 211, 212, 213, 214, 300, 301, 302, 303, 304, 310, 311, 312, 313, 314]
  emmy_kernel.func @k_threads(%out: memref<40xi32, #global>, %lanes: memref<40xi32, #global>) attributes {block = array<i32: 5, 2, 4>} {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %c5 = arith.constant 5 : i32
    %c10 = arith.constant 10 : i32
    %x = emmy_kernel.thread_id x : i32
    %y = emmy_kernel.thread_id y : i32
    %z = emmy_kernel.thread_id z : i32
    %zs = arith.muli %z, %c2 : i32
    %plane = arith.addi %zs, %y : i32
    %rows = arith.muli %plane, %c5 : i32
    %place = arith.addi %rows, %x : i32
    %hundreds = arith.muli %z, %c10 : i32
    %tens = arith.addi %hundreds, %y : i32
    %shifted = arith.muli %tens, %c10 : i32
    %value = arith.addi %shifted, %x : i32
    emmy_kernel.store %value, %out[%place : i32] : memref<40xi32, #global>
    // What the warp's first thread is: of the second warp, number 32.
    // CHECK: lanes : i32[40] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 302, 302, 302, 302, 302, 302, 302, 302]
    %first = emmy_kernel.shuffle idx %value, %c0 : i32
    emmy_kernel.store %first, %lanes[%place : i32] : memref<40xi32, #global>
    emmy_kernel.return
  }
  // In groups of eight lanes, a number of a lane is one of the own group, whatever it is beyond 8.
  // CHECK: groups : i32[32] = [3, 3, 3, 3, 3, 3, 3, 3, 11, 11, 11, 11, 11, 11, 11, 11, 19, 19, 19, 19, 19, 19, 19, 19, 27, 27, 27, 27, 27, 27, 27, 27]
  emmy_kernel.func @k_groups(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c19 = arith.constant 19 : i32
    %t = emmy_kernel.thread_id x : i32
    %other = emmy_kernel.shuffle idx %t, %c19 width 8 : i32
    emmy_kernel.store %other, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%blocks: memref<24xi32> {emmy.name = "blocks", emmy.result}, %threads: memref<40xi32> {emmy.name = "threads", emmy.result},
    %lanes: memref<40xi32> {emmy.name = "lanes", emmy.result}, %groups: memref<32xi32> {emmy.name = "groups", emmy.result}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  emmy_kernel.launch @kernels::@k_blocks grid(%c2, %c3, %c4) args(%blocks : memref<24xi32>)
  emmy_kernel.launch @kernels::@k_threads grid(%c1) args(%threads, %lanes : memref<40xi32>, memref<40xi32>)
  emmy_kernel.launch @kernels::@k_groups grid(%c1) args(%groups : memref<32xi32>)
  return
}
