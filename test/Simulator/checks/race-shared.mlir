// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// A thread reads what another one wrote to shared memory. Only a barrier orders them, not that they are of one warp.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: model.py:5:1: error: data race: k_reverse, block (0, 0, 0): expected a barrier between the store of element 32 of the shared buffer by thread (32, 0, 0) and the load by thread (31, 0, 0), but got none
// CHECK-NEXT: model.py:5:1: note: in: emmy_kernel.store
// CHECK-NEXT: model.py:7:3: note: the load by thread (31, 0, 0), in: %{{.*}} = emmy_kernel.load
// CHECK-NEXT: model.py:5:1: note: and 63 more times
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_reverse(%x: memref<64xf32, #global>, %out: memref<64xf32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : i32
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<64xf32, #shared>
    %v = emmy_kernel.load %x[%t : i32] : memref<64xf32, #global>
    emmy_kernel.store %v, %s[%t : i32] : memref<64xf32, #shared> loc("model.py":5:1)
    emmy_kernel.barrier // GOOD
    %r = arith.subi %c63, %t : i32
    %w = emmy_kernel.load %s[%r : i32] : memref<64xf32, #shared> loc("model.py":7:3)
    emmy_kernel.store %w, %out[%t : i32] : memref<64xf32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<64xf32>, %out: memref<64xf32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_reverse grid(%c1) args(%x, %out : memref<64xf32>, memref<64xf32>)
  return
}
