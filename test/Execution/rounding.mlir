// RUN: %python %S/Inputs/rounding.py %s loop tile

// A product is rounded before it is added to: nothing contracts what the program does not.
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>) -> (tensor<8xf32> {emmy.name = "sum"}) {
  %s = emmy_loop.kernel ins(%x, %y, %z : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%xb: memref<8xf32>, %yb: memref<8xf32>, %zb: memref<8xf32>, %sb: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %a = emmy_loop.load %xb[%i] : memref<8xf32>
      %b = emmy_loop.load %yb[%i] : memref<8xf32>
      %c = emmy_loop.load %zb[%i] : memref<8xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %p, %c : f32
      emmy_loop.store %s, %sb[%i] : memref<8xf32>
    }
  }
  return %s : tensor<8xf32>
}
