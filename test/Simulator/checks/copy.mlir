// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel --seed=0 --size=n=4 -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel --seed=0 --size=n=4 - 2>&1 | FileCheck %s

// A copy of more than its buffers hold.
// CHECK: error: access out of bounds: expected a copy of at most 16 bytes, but got 20
// CHECK-NEXT: note: in: emmy_kernel.copy
emmy.symbol @n
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%x: memref<?xi32> {emmy.dims = #emmy.dims<[n]>}, %out: memref<?xi32> {emmy.dims = #emmy.dims<[n]>, emmy.result}, %n: index) {
  %one = arith.constant 0 : index // GOOD
  %one = arith.constant 1 : index // BAD
  %size = arith.addi %n, %one : index
  emmy_kernel.copy %x to %out sizes(%size) : memref<?xi32>
  return
}
