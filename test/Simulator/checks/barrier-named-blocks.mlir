// RUN: not emmy-run --level=kernel %s 2>&1 | FileCheck %s

// The second warp of the first block waits for nobody; what it left at the barrier is nothing to the blocks behind it.
// CHECK: error: divergent barrier: k_test, block (0, 0, 0): expected 64 threads at barrier 1, but got 32: thread (32, 0, 0) there and thread (0, 0, 0) at its end
// CHECK-NOT: more time
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%out: memref<1024xi32, #gpu.address_space<global>>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %b = emmy_kernel.block_id x : i32
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %isLater = arith.cmpi ne, %b, %c0 : i32
    %isSecond = arith.cmpi sge, %t, %c32 : i32
    %waits = arith.ori %isLater, %isSecond : i1
    scf.if %waits {
      emmy_kernel.barrier id(1) threads(64)
    }
    %start = arith.muli %b, %c64 : i32
    %i = arith.addi %start, %t : i32
    emmy_kernel.store %t, %out[%i : i32] : memref<1024xi32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<1024xi32> {emmy.result}) {
  %c16 = arith.constant 16 : index
  emmy_kernel.launch @kernels::@k_test grid(%c16) args(%out : memref<1024xi32>)
  return
}
