// RUN: emmy-opt %s --verify-diagnostics --emmy-convert-tile-to-scf

func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32> {emmy.name = "y"}) {
  // expected-error @+1 {{expected emmy_tile.kernel, but got a kernel of another level; run --emmy-convert-loop-to-tile}}
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
  }
  return %y : tensor<8xf32>
}
