// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Two warps that wait at one barrier for different numbers of threads.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: divergent barrier: k_test, block (0, 0, 0): expected all threads at barrier 2 to wait for as many, but got thread (32, 0, 0) waiting for 96 and thread (0, 0, 0) for 64
// CHECK-NEXT: note: in: emmy_kernel.barrier
// CHECK-NEXT: note: the other barrier, in: emmy_kernel.barrier
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%out: memref<96xi32, #global>) attributes {block = array<i32: 96, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c32 = arith.constant 32 : i32
    %isLow = arith.cmpi slt, %t, %c32 : i32
    %c64 = arith.constant 64 : i32
    scf.if %isLow {
      emmy_kernel.barrier id(2) threads(64)
    } else {
      %isSecond = arith.cmpi slt, %t, %c64 : i32
      scf.if %isSecond {
        emmy_kernel.barrier id(2) threads(64) // GOOD
        emmy_kernel.barrier id(2) threads(96) // BAD
      }
    }
    emmy_kernel.store %t, %out[%t : i32] : memref<96xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<96xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%out : memref<96xi32>)
  return
}
