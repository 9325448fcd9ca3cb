emmy.symbol @n
// The second piece is behind the first one: where that is, there is nothing to read of it.
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>> {emmy.name = "x"}) -> (tensor<?xf32, #emmy.dims<[n + 1]>> {emmy.name = "longer"}) {
  %one = emmy_tensor.constant 1.0 : tensor<f32>
  %y = emmy_tensor.index_map [%one[(d0) -> ()] if affine_set<(d0) : (-d0 >= 0)>, %x[(d0) -> (d0 - 1)]] : (tensor<f32>, tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n + 1]>> loc("longer"("model.py":80:1))
  return %y : tensor<?xf32, #emmy.dims<[n + 1]>>
}
