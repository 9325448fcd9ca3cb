// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// A barrier that says what it protects orders the accesses to nothing else.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: data race: k_test, block (0, 0, 0): expected a barrier between the load of element 63 of shared buffer #1 by thread (0, 0, 0) and the store by thread (63, 0, 0), but got none
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c63 = arith.constant 63 : i32
    %s = emmy_kernel.shared : memref<64xi32, #shared>
    %u = emmy_kernel.shared : memref<64xi32, #shared>
    emmy_kernel.store %t, %s[%t : i32] : memref<64xi32, #shared>
    emmy_kernel.store %t, %u[%t : i32] : memref<64xi32, #shared>
    emmy_kernel.barrier protects(%s, %u : memref<64xi32, #shared>, memref<64xi32, #shared>) // GOOD
    emmy_kernel.barrier protects(%s : memref<64xi32, #shared>) // BAD
    %i = arith.subi %c63, %t : i32
    %v = emmy_kernel.load %s[%i : i32] : memref<64xi32, #shared>
    %w = emmy_kernel.load %u[%i : i32] : memref<64xi32, #shared>
    %sum = arith.addi %v, %w : i32
    emmy_kernel.store %sum, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%out : memref<64xi32>)
  return
}
