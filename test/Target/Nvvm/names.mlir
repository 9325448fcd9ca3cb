// Globals and functions of one module have different names, and functions of indices take 64 bits.
// RUN: emmy-translate --emmy-kernel-to-llvmir %s | FileCheck %s

// Names that shared memory would have by itself: a kernel's own stays.
// CHECK-DAG: @dsm_{{[0-9]+}} = external addrspace(3) global [0 x i8]
// CHECK-DAG: @dsm_shared_0_{{[0-9]+}} = internal addrspace(3) global [8 x float]
// CHECK-DAG: define ptx_kernel void @dsm(
// CHECK-DAG: define ptx_kernel void @dsm_shared_0(
// CHECK-DAG: define internal i64 @twice(i64
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @twice(%i: index) -> index {
    %j = arith.addi %i, %i : index
    return %j : index
  }
  emmy_kernel.func @dsm(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<8xf32, #gpu.address_space<workgroup>>
    %v = emmy_kernel.load %s[%t : i32] : memref<8xf32, #gpu.address_space<workgroup>>
    %i = arith.index_cast %t : i32 to index
    %j = func.call @twice(%i) : (index) -> index
    emmy_kernel.store %v, %x[%j : index] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
  emmy_kernel.func @dsm_shared_0(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<20000xf32, #gpu.address_space<workgroup>>
    %v = emmy_kernel.load %s[%t : i32] : memref<20000xf32, #gpu.address_space<workgroup>>
    emmy_kernel.store %v, %x[%t : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
