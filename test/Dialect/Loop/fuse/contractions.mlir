// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse --split-input-file %s | FileCheck %s

// An operand is computed on the way in, what follows is computed on the way out.
// CHECK-LABEL: func.func @prologue_epilogue
// CHECK: emmy_loop.for parallel (%i0, %i1) in (5, 3) {
// CHECK-NEXT: %[[SUM:.*]] = emmy_loop.reduce (%r0) in (7)
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: } combine {
// CHECK: emmy.apply maximum(%[[SUM]]
// CHECK-NEXT: emmy_loop.store
// CHECK-NOT: emmy_loop.kernel
func.func @prologue_epilogue(%x: tensor<5x7xf32>, %bias: tensor<7xf32>, %w: tensor<7x3xf32>) -> tensor<5x3xf32> {
  %wide = emmy_tensor.index_map [%bias[(i, j) -> (j)]] : (tensor<7xf32>) -> tensor<5x7xf32>
  %sum = emmy_tensor.elementwise add(%x, %wide) : tensor<5x7xf32>
  %a = emmy_tensor.index_map [%sum[(i, j, k) -> (i, k)]] : (tensor<5x7xf32>) -> tensor<5x3x7xf32>
  %b = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<7x3xf32>) -> tensor<5x3x7xf32>
  %p = emmy_tensor.elementwise multiply(%a, %b) : tensor<5x3x7xf32>
  %m = emmy_tensor.reduce sum(%p) dims = [2] : tensor<5x3x7xf32> -> tensor<5x3xf32>
  %zero = emmy_tensor.constant 0.0 : tensor<5x3xf32>
  %r = emmy_tensor.elementwise maximum(%m, %zero) : tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// -----

// What stands between two contractions is the first one's epilogue, and a contraction is not computed for another's tiles.
// CHECK-LABEL: func.func @two
// CHECK: emmy_loop.reduce (%r0) in (7)
// CHECK: emmy.apply maximum
// CHECK: emmy_loop.kernel
// CHECK: emmy_loop.reduce (%r0) in (3)
// CHECK-NOT: emmy.apply maximum
func.func @two(%x: tensor<5x7xf32>, %w: tensor<7x3xf32>, %v: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %a = emmy_tensor.index_map [%x[(i, j, k) -> (i, k)]] : (tensor<5x7xf32>) -> tensor<5x3x7xf32>
  %b = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<7x3xf32>) -> tensor<5x3x7xf32>
  %p = emmy_tensor.elementwise multiply(%a, %b) : tensor<5x3x7xf32>
  %m = emmy_tensor.reduce sum(%p) dims = [2] : tensor<5x3x7xf32> -> tensor<5x3xf32>
  %zero = emmy_tensor.constant 0.0 : tensor<5x3xf32>
  %r = emmy_tensor.elementwise maximum(%m, %zero) : tensor<5x3xf32>
  %c = emmy_tensor.index_map [%r[(i, j, k) -> (i, k)]] : (tensor<5x3xf32>) -> tensor<5x4x3xf32>
  %d = emmy_tensor.index_map [%v[(i, j, k) -> (k, j)]] : (tensor<3x4xf32>) -> tensor<5x4x3xf32>
  %q = emmy_tensor.elementwise multiply(%c, %d) : tensor<5x4x3xf32>
  %n = emmy_tensor.reduce sum(%q) dims = [2] : tensor<5x4x3xf32> -> tensor<5x4xf32>
  return %n : tensor<5x4xf32>
}
