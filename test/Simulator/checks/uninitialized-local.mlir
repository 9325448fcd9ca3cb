// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// An array of the thread's own is undefined again each time that it is reached.
#global = #gpu.address_space<global>
#private = #gpu.address_space<private>
// CHECK: error: uninitialized read: k_local, block (0, 0, 0): expected element 0 of the local buffer to be written before it is read, but got a load by thread (3, 0, 0) first
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.load
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_local(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %t = emmy_kernel.thread_id x : i32
    %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %c0) -> i32 : i32 {
      %l = emmy_kernel.local : memref<2xi32, #private>
      %isThird = arith.cmpi eq, %t, %c3 : i32
      %isSecond = arith.cmpi eq, %k, %c1 : i32
      %both = arith.andi %isThird, %isSecond : i1
      %writes = arith.cmpi eq, %c0, %c0 : i32 // GOOD
      %true = arith.constant true // BAD
      %writes = arith.xori %both, %true : i1 // BAD
      scf.if %writes {
        emmy_kernel.store %t, %l[%c0 : i32] : memref<2xi32, #private>
      }
      %v = emmy_kernel.load %l[%c0 : i32] : memref<2xi32, #private>
      %sum = arith.addi %acc, %v : i32
      scf.yield %sum : i32
    }
    emmy_kernel.store %r, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_local grid(%c1) args(%out : memref<32xi32>)
  return
}
