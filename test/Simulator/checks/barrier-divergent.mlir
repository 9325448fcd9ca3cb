// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// A barrier under a condition that not all threads of a warp meet.
#global = #gpu.address_space<global>
// CHECK: error: divergent barrier: k_half, block (0, 0, 0): expected all threads of the block at the barrier, but got thread (0, 0, 0) without thread (16, 0, 0)
// CHECK-NEXT: note: in: emmy_kernel.barrier
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_half(%out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %limit = arith.constant 64 : i32 // GOOD
    %limit = arith.constant 16 : i32 // BAD
    %isLow = arith.cmpi slt, %t, %limit : i32
    scf.if %isLow {
      emmy_kernel.barrier
    }
    emmy_kernel.store %t, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_half grid(%c1) args(%out : memref<64xi32>)
  return
}
