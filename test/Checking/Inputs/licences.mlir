// A program that licences change in every way: a scale of its rows, a scale of its result, a zero, a quotient, and parameters to prepare.
func.func @main(%x: tensor<3x4xf32> {emmy.name = "x"}, %g: tensor<4xf32> {emmy.parameter = "g"}, %w: tensor<5x4xf32> {emmy.parameter = "w"}, %b: tensor<5xf32> {emmy.parameter = "b"})
    -> (tensor<3x5xf32> {emmy.name = "y"}, tensor<3x4xf32> {emmy.name = "z"}) {
  %g0 = emmy_tensor.index_map [%g[(d0, d1) -> (d1)]] : (tensor<4xf32>) -> tensor<3x4xf32>
  %scaled = emmy_tensor.elementwise multiply(%x, %g0) : tensor<3x4xf32>
  %l = emmy_tensor.index_map [%scaled[(d0, d1, d2) -> (d0, d2)]] : (tensor<3x4xf32>) -> tensor<3x5x4xf32>
  %r = emmy_tensor.index_map [%w[(d0, d1, d2) -> (d1, d2)]] : (tensor<5x4xf32>) -> tensor<3x5x4xf32>
  %products = emmy_tensor.elementwise multiply(%l, %r) : tensor<3x5x4xf32>
  %sums = emmy_tensor.reduce sum(%products) dims = [2] : tensor<3x5x4xf32> -> tensor<3x5xf32>
  %b0 = emmy_tensor.index_map [%b[(d0, d1) -> (d1)]] : (tensor<5xf32>) -> tensor<3x5xf32>
  %biased = emmy_tensor.elementwise add(%sums, %b0) : tensor<3x5xf32>
  %three = emmy_tensor.constant 3.0 : tensor<3x5xf32>
  %y = emmy_tensor.elementwise multiply(%biased, %three) : tensor<3x5xf32>
  // The sign of the zero decides which infinity the reciprocal is.
  %zero = emmy_tensor.constant 0.0 : tensor<3x4xf32>
  %one = emmy_tensor.constant 1.0 : tensor<3x4xf32>
  %seven = emmy_tensor.constant 7.0 : tensor<3x4xf32>
  %plus = emmy_tensor.elementwise add(%x, %zero) : tensor<3x4xf32>
  %inverse = emmy_tensor.elementwise divide(%one, %plus) : tensor<3x4xf32>
  %z = emmy_tensor.elementwise divide(%inverse, %seven) : tensor<3x4xf32>
  return %y, %z : tensor<3x5xf32>, tensor<3x4xf32>
}
