// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// Where warps meet at named barriers, too, a copy is written when its thread waits for it: behind the barrier that came before. The second
// warp goes on first.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: data race: k_test, block (0, 0, 0): expected a barrier between the load of element 0 of the shared buffer by thread (0, 0, 0) and the asynchronous copy by thread (32, 0, 0), but got none
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%x: memref<32xi32, #global>, %out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c32 = arith.constant 32 : i32
    %s = emmy_kernel.shared : memref<32xi32, #shared>
    %lane = arith.remsi %t, %c32 : i32
    %isSecond = arith.cmpi sge, %t, %c32 : i32
    emmy_kernel.barrier id(1) threads(64)
    scf.if %isSecond {
      emmy_kernel.async_copy %x[%lane : i32] to %s[%lane : i32] elements 1 : memref<32xi32, #global> to memref<32xi32, #shared>
      emmy_kernel.async_commit
      emmy_kernel.async_wait
    }
    emmy_kernel.barrier id(1) threads(64) // GOOD
    %v = emmy_kernel.load %s[%lane : i32] : memref<32xi32, #shared>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<32xi32>, %out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%x, %out : memref<32xi32>, memref<64xi32>)
  return
}
