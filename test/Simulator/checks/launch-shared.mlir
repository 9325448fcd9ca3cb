// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --print-launches - | FileCheck %s --check-prefix=GOOD
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s
// RUN: sed '/ GOOD$/d; s/target = "sm_90"//' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// More shared memory than a kernel has by itself is what its launch provides, up to what a block of the target may have.
// GOOD: "shared_bytes": 232448,
// CHECK: error: 'emmy_kernel.func' op expected at most 232448 bytes of shared memory on sm_90, but got 232452
#shared = #gpu.address_space<workgroup>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_large(%out: memref<32xi32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %last = arith.constant 58080 : i32
    %i = arith.addi %t, %last : i32
    %s = emmy_kernel.shared : memref<58112xi32, #shared> // GOOD
    emmy_kernel.store %t, %s[%i : i32] : memref<58112xi32, #shared> // GOOD
    %s = emmy_kernel.shared : memref<58113xi32, #shared> // BAD
    emmy_kernel.store %t, %s[%i : i32] : memref<58113xi32, #shared> // BAD
    emmy_kernel.store %t, %out[%t : i32] : memref<32xi32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_large grid(%c1) args(%out : memref<32xi32>)
  return
}
