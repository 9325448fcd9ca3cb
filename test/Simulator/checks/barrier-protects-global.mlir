// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// The same of global memory: it is ordered where it is named, or where nothing is.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: data race: k_test, block (0, 0, 0): expected a barrier between the load of element 63 of 'arg0' by thread (0, 0, 0) and the store by thread (63, 0, 0), but got none
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%x: memref<256xi32, #global>, %out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c63 = arith.constant 63 : i32
    %s = emmy_kernel.shared : memref<64xi32, #shared>
    emmy_kernel.store %t, %x[%t : i32] : memref<256xi32, #global>
    emmy_kernel.barrier protects(%x : memref<256xi32, #global>) // GOOD
    emmy_kernel.barrier protects(%s : memref<64xi32, #shared>) // BAD
    %i = arith.subi %c63, %t : i32
    %v = emmy_kernel.load %x[%i : i32] : memref<256xi32, #global>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<256xi32>, %out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%x, %out : memref<256xi32>, memref<64xi32>)
  return
}
