// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// A vector that starts inside of its buffer and ends beyond it.
#global = #gpu.address_space<global>
// CHECK: error: access out of bounds: k_copy, block (0, 0, 0): expected a load inside of the 50 elements of 'x', but got elements 48 to 51 by thread (12, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.load
// CHECK-NEXT: error: access out of bounds: k_copy, block (0, 0, 0): expected a store inside of the 50 elements of 'arg1', but got elements 48 to 51 by thread (12, 0, 0)
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_copy(%x: memref<?xf32, #global> loc("x"), %out: memref<?xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %c12 = arith.constant 12 : i32
    %c14 = arith.constant 14 : i32
    %c36 = arith.constant 36 : i32
    %limit = arith.constant 12 : i32 // GOOD
    %limit = arith.constant 13 : i32 // BAD
    %t = emmy_kernel.thread_id x : i32
    %i = arith.muli %t, %c4 : i32
    %isInside = arith.cmpi slt, %t, %limit : i32
    scf.if %isInside {
      %v = emmy_kernel.load %x[%i : i32] : memref<?xf32, #global>, vector<4xf32>
      emmy_kernel.store %v, %out[%i : i32] : memref<?xf32, #global>, vector<4xf32>
    }
    // The last two one by one.
    %isBehind = arith.cmpi sge, %t, %c12 : i32
    %isBefore = arith.cmpi slt, %t, %c14 : i32
    %isLast = arith.andi %isBehind, %isBefore : i1
    scf.if %isLast {
      %j = arith.addi %t, %c36 : i32
      %v = emmy_kernel.load %x[%j : i32] : memref<?xf32, #global>
      emmy_kernel.store %v, %out[%j : i32] : memref<?xf32, #global>
    }
    emmy_kernel.return
  }
}
func.func @main(%x: memref<50xf32>, %out: memref<50xf32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_copy grid(%c1) args(%x, %out : memref<50xf32>, memref<50xf32>)
  return
}
