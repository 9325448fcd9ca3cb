// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s

// A copy that nobody waits for: two warps in each of two blocks, and what one block leaves is nothing of the next one's.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: unfinished copy: k_test, block (0, 0, 0): expected the kernel to wait for all asynchronous copies, but got one to element 0 of the shared buffer by thread (0, 0, 0) under way at its end
// CHECK-NEXT: note: in: emmy_kernel.async_copy
// CHECK-NEXT: note: and 3 more times
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_test(%x: memref<256xi32, #global>, %out: memref<128xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c4 = arith.constant 4 : i32
    %s = emmy_kernel.shared : memref<256xi32, #shared>
    %i = arith.muli %t, %c4 : i32
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<256xi32, #global> to memref<256xi32, #shared>
    emmy_kernel.async_commit
    emmy_kernel.async_wait // GOOD
    %c64 = arith.constant 64 : i32
    %b = emmy_kernel.block_id x : i32
    %base = arith.muli %b, %c64 : i32
    %o = arith.addi %base, %t : i32
    emmy_kernel.store %t, %out[%o : i32] : memref<128xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<256xi32>, %out: memref<128xi32> {emmy.result}) {
  %c2 = arith.constant 2 : index
  emmy_kernel.launch @kernels::@k_test grid(%c2) args(%x, %out : memref<256xi32>, memref<128xi32>)
  return
}
