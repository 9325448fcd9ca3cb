// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// A loop whose step is not positive never ends.
#global = #gpu.address_space<global>
// CHECK: error: endless loop: k_loop, block (0, 0, 0): expected a positive step, but got one that never ends the loop in thread (0, 0, 0)
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_loop(%out: memref<32xi32, #global>, %step: i32) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %t = emmy_kernel.thread_id x : i32
    %r = scf.for %k = %c0 to %c4 step %step iter_args(%acc = %c0) -> i32 : i32 {
      %sum = arith.addi %acc, %k : i32
      scf.yield %sum : i32
    }
    emmy_kernel.store %r, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  %step = arith.constant 2 : i32 // GOOD
  %step = arith.constant 0 : i32 // BAD
  emmy_kernel.launch @kernels::@k_loop grid(%c1) args(%out, %step : memref<32xi32>, i32)
  return
}
