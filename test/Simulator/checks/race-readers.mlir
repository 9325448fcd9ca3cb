// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// A thread overwrites what it has read itself, and others with it: the race is with one of the others.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: model.py:11:3: error: data race: k_shift, block (0, 0, 0): expected a barrier between the store of element 0 of the shared buffer by thread (0, 0, 0) and the load by thread (1, 0, 0), but got none
// CHECK-NEXT: model.py:11:3: note: in: emmy_kernel.store
// CHECK-NEXT: model.py:9:1: note: the load by thread (1, 0, 0), in: %{{.*}} = emmy_kernel.load
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_shift(%x: memref<32xf32, #global>, %out: memref<32xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<1xf32, #shared>
    %isFirst = arith.cmpi eq, %t, %c0 : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<32xf32, #global>
    scf.if %isFirst {
      emmy_kernel.store %v, %s[%c0 : i32] : memref<1xf32, #shared>
    }
    emmy_kernel.barrier
    %first = emmy_kernel.load %s[%c0 : i32] : memref<1xf32, #shared> loc("model.py":9:1)
    emmy_kernel.barrier // GOOD
    scf.if %isFirst {
      emmy_kernel.store %first, %s[%c0 : i32] : memref<1xf32, #shared> loc("model.py":11:3)
    }
    %w = arith.subf %v, %first : f32
    emmy_kernel.store %w, %out[%t : i32] : memref<32xf32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<32xf32>, %out: memref<32xf32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_shift grid(%c1) args(%x, %out : memref<32xf32>, memref<32xf32>)
  return
}
