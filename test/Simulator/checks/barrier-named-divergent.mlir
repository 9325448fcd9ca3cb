// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// A part of a warp at a named barrier.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: divergent barrier: k_test, block (0, 0, 0): expected all threads of the warp at the barrier, but got thread (0, 0, 0) without thread (16, 0, 0)
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %limit = arith.constant 32 : i32 // GOOD
    %limit = arith.constant 16 : i32 // BAD
    %isLow = arith.cmpi slt, %t, %limit : i32
    scf.if %isLow {
      emmy_kernel.barrier id(1) threads(32)
    }
    emmy_kernel.store %t, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%out : memref<64xi32>)
  return
}
