// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Half of the threads that a named barrier waits for never come.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: divergent barrier: k_test, block (0, 0, 0): expected 64 threads at barrier 3, but got 32: thread (0, 0, 0) there and thread (32, 0, 0) at its end
// CHECK-NEXT: note: in: emmy_kernel.barrier
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c32 = arith.constant 32 : i32
    %isLow = arith.cmpi slt, %t, %c32 : i32
    scf.if %isLow {
      emmy_kernel.barrier id(3) threads(32) // GOOD
      emmy_kernel.barrier id(3) threads(64) // BAD
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
