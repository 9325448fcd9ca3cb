// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Two warps read, of which one is ordered before the write that follows; the other one, which read first or last, is not.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: data race: k_test, block (0, 0, 0): expected a barrier between the store of element 0 of the shared buffer by thread (64, 0, 0) and the load by thread (0, 0, 0), but got none
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%out: memref<96xi32, #global>) attributes {block = array<i32: 96, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %c96 = arith.constant 96 : i32
    %s = emmy_kernel.shared : memref<32xi32, #shared>
    %isFirst = arith.cmpi slt, %t, %c32 : i32
    scf.if %isFirst {
      emmy_kernel.store %t, %s[%t : i32] : memref<32xi32, #shared>
    }
    emmy_kernel.barrier
    %isReader = arith.cmpi slt, %t, %c64 : i32
    %v = scf.if %isReader -> i32 {
      %w = emmy_kernel.load %s[%c0 : i32] : memref<32xi32, #shared>
      scf.yield %w : i32
    } else {
      scf.yield %t : i32
    }
    %isLate = arith.cmpi sge, %t, %c32 : i32
    scf.if %isLate { // BAD
      emmy_kernel.barrier id(2) threads(64) // BAD
    } // BAD
    emmy_kernel.barrier id(2) threads(96) // GOOD
    %isWriter = arith.cmpi eq, %t, %c64 : i32
    scf.if %isWriter {
      emmy_kernel.store %t, %s[%c0 : i32] : memref<32xi32, #shared>
    }
    emmy_kernel.store %v, %out[%t : i32] : memref<96xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<96xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%out : memref<96xi32>)
  return
}
