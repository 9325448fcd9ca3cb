// RUN: emmy-run --level=kernel --seed=0 --print-launches %s | FileCheck %s

// What is counted in two places, or by several host threads, and where small buffers of shared memory lie.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // An atomic reads and writes: 32 words in a row, and 32 words of shared memory in as many banks.
  // CHECK-LABEL: "kernel": "k_atomics"
  // CHECK: "global_loads": {
  // CHECK-NEXT: "requests": 1,
  // CHECK-NEXT: "sectors": 4,
  // CHECK-NEXT: "bytes": 128,
  // CHECK: "global_stores": {
  // CHECK-NEXT: "requests": 2,
  // CHECK-NEXT: "sectors": 8,
  // CHECK-NEXT: "bytes": 256,
  // CHECK: "shared_loads": {
  // CHECK-NEXT: "requests": 1,
  // CHECK-NEXT: "wavefronts": 1,
  // CHECK-NEXT: "conflicts": 0,
  // CHECK-NEXT: "bytes": 128
  // CHECK: "shared_stores": {
  // CHECK-NEXT: "requests": 2,
  // CHECK-NEXT: "wavefronts": 2,
  // CHECK-NEXT: "conflicts": 0,
  // CHECK-NEXT: "bytes": 256
  emmy_kernel.func @k_atomics(%sums: memref<32xi32, #global>, %out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<32xi32, #shared>
    emmy_kernel.store %t, %s[%t : i32] : memref<32xi32, #shared>
    %before = emmy_kernel.atomic add %t, %s[%t : i32] : memref<32xi32, #shared>
    %old = emmy_kernel.atomic add %before, %sums[%t : i32] : memref<32xi32, #global>
    emmy_kernel.store %old, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
  // More threads than one host thread runs: 512 blocks of 8 warps, a request of 4 sectors each.
  // CHECK-LABEL: "kernel": "k_many"
  // CHECK: "global_stores": {
  // CHECK-NEXT: "requests": 4096,
  // CHECK-NEXT: "sectors": 16384,
  // CHECK-NEXT: "bytes": 524288,
  // CHECK: "lanes": {
  // CHECK-NEXT: "integer": 262144,
  emmy_kernel.func @k_many(%out: memref<131072xi32, #global>) attributes {block = array<i32: 256, 1, 1>} {
    %c256 = arith.constant 256 : i32
    %b = emmy_kernel.block_id x : i32
    %t = emmy_kernel.thread_id x : i32
    %base = arith.muli %b, %c256 : i32
    %i = arith.addi %base, %t : i32
    emmy_kernel.store %i, %out[%i : i32] : memref<131072xi32, #global>
    emmy_kernel.return
  }
  // Each buffer begins at a multiple of 128 bytes: 128 for the first, 128 for the second, 4 of the third.
  // CHECK-LABEL: "kernel": "k_small"
  // CHECK: "shared_bytes": 260,
  emmy_kernel.func @k_small(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %t = emmy_kernel.thread_id x : i32
    %first = arith.cmpi eq, %t, %c0 : i32
    %a = emmy_kernel.shared : memref<1xi32, #shared>
    %b = emmy_kernel.shared : memref<2xi32, #shared>
    %c = emmy_kernel.shared : memref<1xi32, #shared>
    scf.if %first {
      emmy_kernel.store %t, %a[%c0 : i32] : memref<1xi32, #shared>
      emmy_kernel.store %t, %b[%c0 : i32] : memref<2xi32, #shared>
      emmy_kernel.store %t, %c[%c0 : i32] : memref<1xi32, #shared>
    }
    emmy_kernel.store %t, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%sums: memref<32xi32>, %out: memref<32xi32> {emmy.result}, %many: memref<131072xi32> {emmy.result}, %small: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  emmy_kernel.launch @kernels::@k_atomics grid(%c1) args(%sums, %out : memref<32xi32>, memref<32xi32>)
  emmy_kernel.launch @kernels::@k_many grid(%c512) args(%many : memref<131072xi32>)
  emmy_kernel.launch @kernels::@k_small grid(%c1) args(%small : memref<32xi32>)
  return
}
