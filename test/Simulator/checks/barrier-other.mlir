// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Two warps wait at different barriers.
#global = #gpu.address_space<global>
// CHECK: model.py:4:1: error: divergent barrier: k_two, block (0, 0, 0): expected all threads of the block at the barrier, but got thread (0, 0, 0) there and thread (32, 0, 0) at another one
// CHECK: model.py:6:1: note: the other barrier, in: emmy_kernel.barrier
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_two(%out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %limit = arith.constant 64 : i32 // GOOD
    %limit = arith.constant 32 : i32 // BAD
    %isLow = arith.cmpi slt, %t, %limit : i32
    scf.if %isLow {
      emmy_kernel.barrier loc("model.py":4:1)
    } else {
      emmy_kernel.barrier loc("model.py":6:1)
    }
    emmy_kernel.store %t, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_two grid(%c1) args(%out : memref<64xi32>)
  return
}
