// RUN: emmy-opt %s --emmy-add-packed-entry --split-input-file --verify-diagnostics | FileCheck %s

// Sizes are read first, since shapes are computed from them; the entry becomes internal and symbols go.
emmy.symbol @seq
// CHECK-NOT: emmy.symbol
// CHECK-LABEL: func.func private @main
// CHECK-SAME: (%{{.*}}: memref<?x4xf32>, %{{.*}}: memref<f32>, %{{.*}}: index) attributes {llvm.linkage = #llvm.linkage<internal>}
func.func @main(%x: memref<?x4xf32> {emmy.dims = #emmy.dims<[seq + 1, 4]>}, %y: memref<f32>, %seq: index {emmy.symbol = "seq"}) {
  return
}
// CHECK-LABEL: func.func @emmy_main
// CHECK-SAME: (%[[BUFFERS:.*]]: !llvm.ptr, %[[SIZES:.*]]: !llvm.ptr)
// CHECK: llvm.getelementptr %[[SIZES]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: %[[SEQ:.*]] = arith.index_cast
// CHECK: llvm.getelementptr %[[BUFFERS]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: arith.addi %[[SEQ]],
// CHECK: llvm.getelementptr %[[BUFFERS]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: call @main(%{{.*}}, %{{.*}}, %[[SEQ]])

// -----

// expected-error @+1 {{expected a public function with a body as the entry, but got none}}
module {
}

// -----

// expected-error @+1 {{expected a host program in buffer form, but got 1 results; run --emmy-convert-loop-to-scf}}
func.func @results(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected emmy.dims with 2 extents on argument #0}}
func.func @dims(%x: memref<?x4xf32>) {
  return
}

// -----

// expected-error @+1 {{expected contiguous buffers and named sizes as arguments, but got 'index' as argument #1}}
func.func @size(%x: memref<4xf32>, %n: index) {
  return
}

// -----

// The size of a buffer is an argument.
// expected-error @+1 {{expected an argument for the size 'n' of argument #0, but got none}}
func.func @unbound(%x: memref<?xf32> {emmy.dims = #emmy.dims<[n + 1]>}) {
  return
}
