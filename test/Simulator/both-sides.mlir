// RUN: emmy-run --level=kernel --print %s | FileCheck %s

// Lanes of one warp that take different sides: each stores what its own side says.
// CHECK: 1, 1, 1, 2, 2, 2, 2, 2
#global = #gpu.address_space<global>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_sides(%out: memref<8xi32, #global>) attributes {block = array<i32: 8, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %t = emmy_kernel.thread_id x : i32
    %isLow = arith.cmpi slt, %t, %c3 : i32
    scf.if %isLow {
      emmy_kernel.store %c1, %out[%t : i32] : memref<8xi32, #global>
    } else {
      emmy_kernel.store %c2, %out[%t : i32] : memref<8xi32, #global>
    }
    emmy_kernel.return
  }
}
func.func @main(%out: memref<8xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_sides grid(%c1) args(%out : memref<8xi32>)
  return
}
