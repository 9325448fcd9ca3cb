// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// All lanes of the warp have to take part in a shuffle.
#global = #gpu.address_space<global>
// CHECK: error: divergent shuffle: k_sum, block (0, 0, 0): expected all lanes of the warp at the shuffle, but got thread (0, 0, 0) without thread (20, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.shuffle xor
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_sum(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %limit = arith.constant 32 : i32 // GOOD
    %limit = arith.constant 20 : i32 // BAD
    %t = emmy_kernel.thread_id x : i32
    %isLow = arith.cmpi slt, %t, %limit : i32
    %v = scf.if %isLow -> i32 {
      %other = emmy_kernel.shuffle xor %t, %c1 : i32
      scf.yield %other : i32
    } else {
      scf.yield %t : i32
    }
    emmy_kernel.store %v, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_sum grid(%c1) args(%out : memref<32xi32>)
  return
}
