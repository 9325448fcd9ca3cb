// Values that are written in the place of their use are those that were computed.
// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// Vectors are called by their elements, and aligned so that C++ takes it.
// CHECK: struct alignas(16) floatx3 {
// CHECK-NEXT: float at[3];
// CHECK: struct alignas(32) floatx8 {
// CHECK-NEXT: float at[8];
// CHECK: struct alignas(32) int32x8 {
// CHECK-NEXT: int at[8];

// What a loop carries in one variable and yields in another, under another name, is read before it is overwritten.
// CHECK-LABEL: __launch_bounds__(1) k_carried(
// CHECK: const int64_t [[NEXT:i[0-9]+]] = int64_t(uint64_t([[A:[a-z0-9_]+]]) + 1u);
// CHECK-NEXT: const int64_t [[COPY:v[0-9]+]] = [[A]];
// CHECK-NEXT: [[A]] = [[NEXT]];
// CHECK-NEXT: [[B:[a-z0-9_]+]] = [[COPY]];

// The bound of a loop that writes where it was read from is asked once.
// CHECK-LABEL: __launch_bounds__(1) k_bound(
// CHECK: const int64_t [[BOUND:i[0-9]+]] = int64_t(x[0]);
// CHECK: < [[BOUND]];

// CHECK-LABEL: __launch_bounds__(1) k_vectors(
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_carried(%x: memref<?xi64, #gpu.address_space<global>>) attributes {block = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %one = arith.constant 1 : i64
    %i0 = arith.constant 0 : i32
    %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %one, %b = %c0) -> (i64, index) {
      %n = arith.addi %a, %one : i64
      %s = arith.index_cast %a : i64 to index
      scf.yield %n, %s : i64, index
    }
    %q = arith.index_cast %r#1 : index to i64
    %p = arith.addi %q, %r#0 : i64
    emmy_kernel.store %p, %x[%i0 : i32] : memref<?xi64, #gpu.address_space<global>>
    emmy_kernel.return
  }
  emmy_kernel.func @k_bound(%x: memref<?xi32, #gpu.address_space<global>> loc("x")) attributes {block = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i0 = arith.constant 0 : i32
    %v = emmy_kernel.load %x[%i0 : i32] : memref<?xi32, #gpu.address_space<global>>
    %n = arith.index_cast %v : i32 to index
    scf.for %i = %c0 to %n step %c1 {
      emmy_kernel.store %i0, %x[%i0 : i32] : memref<?xi32, #gpu.address_space<global>>
    }
    emmy_kernel.return
  }
  emmy_kernel.func @k_vectors(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %i: i32) attributes {block = array<i32: 1, 1, 1>} {
    %a = vector.broadcast %v : f32 to vector<3xf32>
    %b = vector.broadcast %v : f32 to vector<8xf32>
    %c = vector.broadcast %i : i32 to vector<8xi32>
    %d = vector.extract %a[2] : f32 from vector<3xf32>
    %e = vector.extract %b[7] : f32 from vector<8xf32>
    %f = vector.extract %c[7] : i32 from vector<8xi32>
    %g = arith.addf %d, %e : f32
    emmy_kernel.store %g, %x[%f : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
