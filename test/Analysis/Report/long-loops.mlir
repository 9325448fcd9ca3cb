// Loops that would take hours to evaluate iteration by iteration: after a while the figures are estimates.
// RUN: emmy-test-compiler --report %s | FileCheck %s

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // What the loop carries decides about each access.
  emmy_kernel.func @carried(%x: memref<64xf32, #gpu.address_space<global>>) attributes {block = array<i32: 1024, 1, 1>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %many = arith.constant 2000000000 : i32
    %v = arith.constant 1.0 : f32
    %last = scf.for %i = %zero to %many step %one iter_args(%k = %zero) -> i32 : i32 {
      %odd = arith.andi %k, %one : i32
      %is = arith.cmpi eq, %odd, %zero : i32
      scf.if %is {
        emmy_kernel.store %v, %x[%zero : i32] : memref<64xf32, #gpu.address_space<global>>
      }
      %next = arith.addi %k, %one : i32
      scf.yield %next : i32
    }
    emmy_kernel.return
  }
}

// CHECK: "name": "carried"
// CHECK: "estimates": [
// CHECK-NEXT: "bytes_loaded"
// CHECK-NEXT: "bytes_stored"
func.func @main(%x: memref<64xf32>) {
  %one = arith.constant 1 : index
  emmy_kernel.launch @kernels::@carried grid(%one) args(%x : memref<64xf32>)
  return
}
