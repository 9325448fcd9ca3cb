// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// Copies that begin or end outside of a buffer, at no multiple of their elements, or of more elements than there are. Elements that are
// not valid may lie outside of the source.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: access out of bounds: k_test, block (0, 0, 0): expected an asynchronous copy inside of the 256 elements of 'arg0', but got elements 256 to 257 by thread (32, 0, 0)
// CHECK: error: access out of bounds: k_test, block (0, 0, 0): expected an asynchronous copy inside of the 256 elements of the shared buffer, but got elements 256 to 259 by thread (32, 0, 0)
// CHECK: error: access out of bounds: k_test, block (0, 0, 0): expected from 0 to 4 valid elements, but got 5 by thread (0, 0, 0)
// CHECK: error: misaligned access: k_test, block (0, 0, 0): expected an asynchronous copy of 4 elements to start at a multiple of 4, but got element 2 of 'arg0' by thread (1, 0, 0)
// CHECK: error: misaligned access: k_test, block (0, 0, 0): expected an asynchronous copy of 4 elements to start at a multiple of 4, but got element 2 of the shared buffer by thread (1, 0, 0)
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%x: memref<256xi32, #global>, %out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c5 = arith.constant 5 : i32
    %c8 = arith.constant 8 : i32
    %c32 = arith.constant 32 : i32
    %s = emmy_kernel.shared : memref<256xi32, #shared>
    %i = arith.muli %t, %c4 : i32
    %isIn = arith.cmpi slt, %t, %c32 : i32
    %wide = arith.muli %t, %c8 : i32
    %two = arith.constant 2 : i32 // BAD
    %two = arith.select %isIn, %c2, %c0 : i32 // GOOD
    emmy_kernel.async_copy %x[%wide : i32] to %s[%i : i32] elements 4 valid(%two) : memref<256xi32, #global> to memref<256xi32, #shared>
    emmy_kernel.async_commit
    emmy_kernel.async_wait
    emmy_kernel.barrier
    emmy_kernel.async_copy %x[%i : i32] to %s[%wide : i32] elements 4 : memref<256xi32, #global> to memref<256xi32, #shared> // BAD
    emmy_kernel.async_commit
    emmy_kernel.async_wait
    emmy_kernel.barrier
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 valid(%c5) : memref<256xi32, #global> to memref<256xi32, #shared> // BAD
    %half = arith.muli %t, %c2 : i32
    emmy_kernel.async_commit
    emmy_kernel.async_wait
    emmy_kernel.async_copy %x[%half : i32] to %s[%i : i32] elements 4 : memref<256xi32, #global> to memref<256xi32, #shared> // BAD
    emmy_kernel.async_commit
    emmy_kernel.async_wait
    emmy_kernel.barrier
    emmy_kernel.async_copy %x[%i : i32] to %s[%half : i32] elements 4 : memref<256xi32, #global> to memref<256xi32, #shared> // BAD
    emmy_kernel.async_commit
    emmy_kernel.async_wait
    emmy_kernel.barrier
    %v = emmy_kernel.load %s[%i : i32] : memref<256xi32, #shared>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<256xi32>, %out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_test grid(%c1) args(%x, %out : memref<256xi32>, memref<64xi32>)
  return
}
