// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// An integer is divided by zero in one thread. Lanes that do not take part may have any divisor.
#global = #gpu.address_space<global>
// CHECK: error: division by zero: k_divide, block (0, 0, 0): expected a divisor other than 0, but got 0 in thread (0, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = arith.divsi
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_divide(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c100 = arith.constant 100 : i32
    %t = emmy_kernel.thread_id x : i32
    %isDivided = arith.cmpi sgt, %t, %c0 : i32 // GOOD
    %isDivided = arith.cmpi sge, %t, %c0 : i32 // BAD
    %q = scf.if %isDivided -> i32 {
      %d = arith.divsi %c100, %t : i32
      scf.yield %d : i32
    } else {
      scf.yield %c0 : i32
    }
    emmy_kernel.store %q, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_divide grid(%c1) args(%out : memref<32xi32>)
  return
}
