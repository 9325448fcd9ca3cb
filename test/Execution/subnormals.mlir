// RUN: %python %S/Inputs/subnormals.py %s

// Subnormals are kept as operands and as results, whatever the caller's thread is set to.
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32> {emmy.name = "product"}) {
  %r = emmy_loop.kernel ins(%x, %y : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>, %pb: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      %a = emmy_loop.load %xb[%i] : memref<4xf32>
      %b = emmy_loop.load %yb[%i] : memref<4xf32>
      %p = arith.mulf %a, %b : f32
      emmy_loop.store %p, %pb[%i] : memref<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
