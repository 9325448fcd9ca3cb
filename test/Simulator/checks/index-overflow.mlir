// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// An index that is computed in 32 bits wraps; what is not an index may.
#global = #gpu.address_space<global>
// CHECK: model.py:3:1: error: index overflow: k_stride, block (0, 0, 0): expected index arithmetic within 32 bits, but got a result that wraps in thread (2, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = arith.muli
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_stride(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %stride = arith.constant 67108863 : i32 // GOOD
    %stride = arith.constant 1073741824 : i32 // BAD
    %big = arith.constant 2147483647 : i32
    %t = emmy_kernel.thread_id x : i32
    %far = arith.muli %t, %stride : i32 loc("model.py":3:1)
    %near = arith.subi %far, %far : i32
    %i = arith.addi %near, %t : i32
    %wraps = arith.muli %t, %big : i32
    emmy_kernel.store %wraps, %out[%i : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_stride grid(%c1) args(%out : memref<32xi32>)
  return
}
