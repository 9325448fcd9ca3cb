// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// A shuffle exchanges registers; it does not order accesses to memory.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: data race: k_exchange, block (0, 0, 0): expected a barrier between the load of element 1 of the shared buffer by thread (0, 0, 0) and the store by thread (1, 0, 0), but got none
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_exchange(%x: memref<32xf32, #global>, %out: memref<32xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<32xf32, #shared>
    %v = emmy_kernel.load %x[%t : i32] : memref<32xf32, #global>
    emmy_kernel.store %v, %s[%t : i32] : memref<32xf32, #shared>
    %y = emmy_kernel.shuffle xor %v, %c1 : f32
    emmy_kernel.barrier // GOOD
    %o = arith.xori %t, %c1 : i32
    %w = emmy_kernel.load %s[%o : i32] : memref<32xf32, #shared>
    %sum = arith.addf %w, %y : f32
    emmy_kernel.store %sum, %out[%t : i32] : memref<32xf32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<32xf32>, %out: memref<32xf32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_exchange grid(%c1) args(%x, %out : memref<32xf32>, memref<32xf32>)
  return
}
