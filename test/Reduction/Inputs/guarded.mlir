// A load under a guard that plays no part in what goes wrong where it is hoisted.
func.func @main(%x: tensor<3x5xf32> {emmy.name = "x"}) -> (tensor<3x5xf32> {emmy.name = "y"}) {
  %y = emmy_loop.kernel ins(%x : tensor<3x5xf32>) -> tensor<3x5xf32> {
  ^bb0(%in0: memref<3x5xf32>, %out: memref<3x5xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i0, %i1) in (3, 5) {
      %0 = emmy_loop.load %in0[%i0, %i1] if (%i0 - 1 >= 0) else %zero : memref<3x5xf32>
      emmy_loop.store %0, %out[%i0, %i1] : memref<3x5xf32>
    }
  }
  return %y : tensor<3x5xf32>
}
