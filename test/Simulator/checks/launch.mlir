// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// A launch that a device refuses.
#global = #gpu.address_space<global>
// CHECK: error: invalid launch: k_iota, expected a grid of at most 65535 blocks in y, but got 65536
// CHECK-NEXT: note: in: emmy_kernel.launch
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_iota(%out: memref<?xi32, #global>) attributes {block = array<i32: 1, 1, 1>} {
    %b = emmy_kernel.block_id y : i32
    emmy_kernel.store %b, %out[%b : i32] : memref<?xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<65535xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  %rows = arith.constant 65535 : index // GOOD
  %rows = arith.constant 65536 : index // BAD
  emmy_kernel.launch @kernels::@k_iota grid(%c1, %rows) args(%out : memref<65535xi32>)
  return
}
