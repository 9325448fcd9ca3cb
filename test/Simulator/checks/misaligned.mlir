// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// A vector access starts at a multiple of its size.
#global = #gpu.address_space<global>
// CHECK: error: misaligned access: k_copy, block (0, 0, 0): expected a load of 4 elements to start at a multiple of 4, but got element 2 of 'arg0' by thread (0, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.load
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_copy(%x: memref<132xf32, #global>, %out: memref<128xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %start = arith.constant 4 : i32 // GOOD
    %start = arith.constant 2 : i32 // BAD
    %t = emmy_kernel.thread_id x : i32
    %o = arith.muli %t, %c4 : i32
    %i = arith.addi %o, %start : i32
    %v = emmy_kernel.load %x[%i : i32] : memref<132xf32, #global>, vector<4xf32>
    emmy_kernel.store %v, %out[%o : i32] : memref<128xf32, #global>, vector<4xf32>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<132xf32>, %out: memref<128xf32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_copy grid(%c1) args(%x, %out : memref<132xf32>, memref<128xf32>)
  return
}
