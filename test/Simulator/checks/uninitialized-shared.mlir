// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// Shared memory is read where nobody has written it in this block; that another block did does not count.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: uninitialized read: k_last, block (1, 0, 0): expected element 31 of the shared buffer to be written before it is read, but got a load by thread (0, 0, 0) first
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.load
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_last(%out: memref<64xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c31 = arith.constant 31 : i32
    %c32 = arith.constant 32 : i32
    %b = emmy_kernel.block_id x : i32
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<32xi32, #shared>
    %missing = arith.constant 0 : i32 // GOOD
    %missing = arith.constant 1 : i32 // BAD
    %first = arith.muli %b, %missing : i32
    %limit = arith.subi %c32, %first : i32
    %isInside = arith.cmpi slt, %t, %limit : i32
    scf.if %isInside {
      emmy_kernel.store %t, %s[%t : i32] : memref<32xi32, #shared>
    }
    emmy_kernel.barrier
    %v = emmy_kernel.load %s[%c31 : i32] : memref<32xi32, #shared>
    %base = arith.muli %b, %c32 : i32
    %i = arith.addi %base, %t : i32
    emmy_kernel.store %v, %out[%i : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %c2 = arith.constant 2 : index
  emmy_kernel.launch @kernels::@k_last grid(%c2) args(%out : memref<64xi32>)
  return
}
