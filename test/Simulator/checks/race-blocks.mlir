// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Nothing orders blocks. Atomics of different blocks do not race; a plain access beside them does.
#global = #gpu.address_space<global>
// CHECK: error: data race: k_count, expected no block to access what another one writes, but got the store by thread (0, 0, 0) of block (2, 0, 0) and the store by thread (0, 0, 0) of block (0, 0, 0) of element 0 of 'counts'
// CHECK-NEXT: note: in: emmy_kernel.store
// CHECK-NEXT: note: the store by thread (0, 0, 0) of block (0, 0, 0), in: emmy_kernel.store
// CHECK-NEXT: note: and 31 more times
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_zero(%counts: memref<32xi32, #global> loc("counts")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %t = emmy_kernel.thread_id x : i32
    emmy_kernel.store %c0, %counts[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
  emmy_kernel.func @k_count(%counts: memref<32xi32, #global> loc("counts")) attributes {block = array<i32: 32, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %t = emmy_kernel.thread_id x : i32
    %old = emmy_kernel.atomic add %c1, %counts[%t : i32] : memref<32xi32, #global> // GOOD
    emmy_kernel.store %c1, %counts[%t : i32] : memref<32xi32, #global> // BAD
    emmy_kernel.return
  }
}
func.func @main(%counts: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  emmy_kernel.launch @kernels::@k_zero grid(%c1) args(%counts : memref<32xi32>)
  emmy_kernel.launch @kernels::@k_count grid(%c3) args(%counts : memref<32xi32>)
  return
}
