// Figures of a program that is given at the kernel level: what its accesses issue, without a level above to count work at.
// RUN: emmy-test-compiler --report --size n=5 %s | FileCheck %s

emmy.symbol @n
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // Every thread loads a number of iterations, which counts as one: an estimate.
  emmy_kernel.func @data(%counts: memref<64xi32, #gpu.address_space<global>>, %out: memref<64xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %v = arith.constant 1.0 : f32
    %t = emmy_kernel.thread_id x : i32
    %count = emmy_kernel.load %counts[%t : i32] : memref<64xi32, #gpu.address_space<global>>
    scf.for %i = %zero to %count step %one : i32 {
      emmy_kernel.store %v, %out[%t : i32] : memref<64xf32, #gpu.address_space<global>>
    }
    emmy_kernel.return
  }
  // 3 iterations of 32 threads of n blocks.
  emmy_kernel.func @fixed(%out: memref<64xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %v = arith.constant 1.0 : f32
    %t = emmy_kernel.thread_id x : i32
    scf.for %i = %zero to %three step %one : i32 {
      emmy_kernel.store %v, %out[%t : i32] : memref<64xf32, #gpu.address_space<global>>
    }
    emmy_kernel.return
  }
}

// CHECK: "n": 5
// CHECK: "name": "data"
// CHECK: "bytes_read": null
// 2 blocks of 32 threads: a load of 4 bytes each, and one store.
// CHECK: "bytes_loaded": 256
// CHECK: "bytes_stored": 256
// CHECK: "flops": null
// CHECK: "estimates": [
// CHECK-NEXT: "bytes_loaded"
// CHECK-NEXT: "bytes_stored"
// CHECK: "bytes_stored": 1920
// CHECK: "estimates": []
// A grid without blocks accesses nothing.
// CHECK: "bytes_stored": 0
// CHECK: "total"
// CHECK: "kernels": 3
// CHECK: "bytes_read": null
// CHECK: "bytes_stored": 2176
// Two inputs of 64 elements of 4 bytes, once.
// CHECK: "bytes_compulsory": 512
// 8 * n elements of 4 bytes.
// CHECK: "bytes_copied": 160
// The same, rounded up to 256 bytes.
// CHECK: "workspace_bytes": 256
func.func @main(%counts: memref<64xi32>, %out: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %t = emmy_kernel.alloc(%n) : memref<8x?xf32>
  emmy_kernel.copy %t to %t sizes(%n) : memref<8x?xf32>
  emmy_kernel.launch @kernels::@data grid(%c2) args(%counts, %out : memref<64xi32>, memref<64xf32>)
  emmy_kernel.launch @kernels::@fixed grid(%n) args(%out : memref<64xf32>)
  emmy_kernel.launch @kernels::@fixed grid(%c0) args(%out : memref<64xf32>)
  return
}
