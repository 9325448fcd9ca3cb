// RUN: emmy-opt %s --emmy-convert-loop-to-scf --verify-diagnostics

func.func @level(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected emmy_loop.kernel, but got a kernel of another level}}
  %y = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
  }
  return %y : tensor<4xf32>
}
