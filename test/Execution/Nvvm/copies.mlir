// Asynchronous copies: behind the valid elements come zeros, and what a thread has not waited for is not there yet. The simulator reports
// that, where it checks.
// RUN: sed '/ GOOD$/d' %s | emmy-run --level=nvvm --print - | FileCheck %s
// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --print - | FileCheck %s
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=UNFINISHED
// UNFINISHED: error: unfinished copy: k_copy

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // Thread t copies t of its four elements.
  emmy_kernel.func @k_copy(%numbers: memref<16xi32, #global>, %out: memref<16xi32, #global>, %late: memref<4xi32, #global>)
      attributes {block = array<i32: 4, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %c7 = arith.constant 7 : i32
    %t = emmy_kernel.thread_id x : i32
    %i = arith.muli %t, %c4 : i32
    %s = emmy_kernel.shared : memref<16xi32, #shared>
    %r = emmy_kernel.shared : memref<4xi32, #shared>
    emmy_kernel.store %c7, %r[%t : i32] : memref<4xi32, #shared>
    emmy_kernel.async_copy %numbers[%i : i32] to %s[%i : i32] elements 4 valid(%t) : memref<16xi32, #global> to memref<16xi32, #shared>
    emmy_kernel.async_commit
    emmy_kernel.async_copy %numbers[%t : i32] to %r[%t : i32] elements 1 : memref<16xi32, #global> to memref<4xi32, #shared>
    emmy_kernel.async_commit
    emmy_kernel.async_wait all_but 1
    %all = emmy_kernel.load %s[%i : i32] : memref<16xi32, #shared>, vector<4xi32>
    %early = emmy_kernel.load %r[%t : i32] : memref<4xi32, #shared> // BAD
    %early = arith.constant 7 : i32 // GOOD
    emmy_kernel.async_wait
    emmy_kernel.store %all, %out[%i : i32] : memref<16xi32, #global>, vector<4xi32>
    emmy_kernel.store %early, %late[%t : i32] : memref<4xi32, #global>
    %then = emmy_kernel.load %r[%t : i32] : memref<4xi32, #shared>
    emmy_kernel.store %then, %numbers[%t : i32] : memref<16xi32, #global>
    emmy_kernel.return
  }
}
memref.global "private" constant @numbers : memref<16xi32> = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]>
// CHECK: out : i32[16] = [0, 0, 0, 0, 5, 0, 0, 0, 9, 10, 0, 0, 13, 14, 15, 0]
// CHECK: late : i32[4] = [7, 7, 7, 7]
func.func @main(%out: memref<16xi32> {emmy.result, emmy.name = "out"},
                %late: memref<4xi32> {emmy.result, emmy.name = "late"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %constant = memref.get_global @numbers : memref<16xi32>
  %numbers = emmy_kernel.alloc() : memref<16xi32>
  emmy_kernel.copy %constant to %numbers : memref<16xi32>
  emmy_kernel.launch @kernels::@k_copy grid(%c1) args(%numbers, %out, %late : memref<16xi32>, memref<16xi32>, memref<4xi32>)
  // No block in one dim is no block.
  emmy_kernel.launch @kernels::@k_copy grid(%c1, %c0) args(%numbers, %out, %late : memref<16xi32>, memref<16xi32>, memref<4xi32>)
  emmy_kernel.launch @kernels::@k_copy grid(%c1, %c1, %c0) args(%numbers, %out, %late : memref<16xi32>, memref<16xi32>, memref<4xi32>)
  return
}
