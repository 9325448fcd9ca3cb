// RUN: split-file %s %t
// RUN: not emmy-run --level=kernel --seed=0 %t/operation.mlir 2>&1 | FileCheck %s --check-prefix=OPERATION
// RUN: not emmy-run --level=kernel --seed=0 %t/buffer.mlir 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not emmy-run --level=kernel --seed=0 %t/result.mlir 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not emmy-run --level=kernel --seed=0 %t/dims.mlir 2>&1 | FileCheck %s --check-prefix=DIMS
// RUN: not emmy-run --level=kernel --seed=0 %t/sizes.mlir 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not emmy-run --level=kernel --seed=0 %t/host.mlir 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not emmy-run --level=kernel --seed=0 %t/link.mlir 2>&1 | FileCheck %s --check-prefix=LINK
// RUN: not emmy-test-compiler --pipeline='builtin.module(convert-func-to-llvm)' --executor=kernel %t/entry.mlir 2>&1 | FileCheck %s --check-prefix=ENTRY

// OPERATION: operation.mlir:4:12: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
//--- operation.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_sum(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 32, 1, 1>} {
    %v = arith.constant dense<1.0> : vector<4xf32>
    %sum = vector.reduction <add>, %v : vector<4xf32> into f32
    emmy_kernel.store %sum, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// BUFFER: buffer.mlir:5:10: error: 'arith.select' op expected buffers to be arguments of the kernel, emmy_kernel.shared or emmy_kernel.local, but got one that is computed
//--- buffer.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_sum(%a: memref<32xf32, #gpu.address_space<global>>, %out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %isFirst: i32) attributes {block = array<i32: 32, 1, 1>} {
    %v = arith.constant 1.0 : f32
    %c = arith.cmpi eq, %i, %isFirst : i32
    %b = arith.select %c, %a, %out : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.store %v, %b[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// RESULT: result.mlir:3:1: error: expected results behind all other arguments, but got argument #1 behind a result
//--- result.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%out: memref<32xf32> {emmy.result}, %x: memref<32xf32>) {
  return
}

// DIMS: dims.mlir:3:1: error: expected argument #0 to be a ranked tensor whose dynamic dims are named, but got 'memref<?xf32>'
//--- dims.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%x: memref<?xf32>) {
  return
}

// SIZES: sizes.mlir:3:1: error: expected contiguous buffers and named sizes as arguments, but got 'index' as argument #1
// SIZES-NOT: error:
//--- sizes.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%out: memref<32xf32> {emmy.result}, %n: index) {
  return
}

// HOST: host.mlir:4:11: error: expected code around kernels to consist of arith, math, memref, scf, cf, vector and func, but got 'memref.subview'; lower it to those first
// HOST-NEXT: host.mlir:6:9: error: expected code around kernels to consist of arith, math, memref, scf, cf, vector and func, but got 'affine.apply'; lower it to those first
// HOST-NOT: error:
//--- host.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  %part = memref.subview %out[0] [16] [2] : memref<32xf32> to memref<16xf32, strided<[2]>>
  %zero = arith.constant 0.0 : f32
  %c0 = affine.apply affine_map<() -> (0)>()
  memref.store %zero, %part[%c0] : memref<16xf32, strided<[2]>>
  return
}

// LINK: error: expected a module that compiles for this machine, but got: Symbols not found: [ missing ]; Failed to materialize symbols: { (main, { emmy_main }) }
// LINK-NOT: error:
//--- link.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func private @missing()
func.func @main(%out: memref<32xf32> {emmy.result}) {
  func.call @missing() : () -> ()
  return
}

// The signature outlives the function that it was read of.
// ENTRY: error: expected a public function with a body as the entry, but got none
// ENTRY-NOT: error:
//--- entry.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}
