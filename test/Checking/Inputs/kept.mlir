emmy.symbol @n
// The sums of rows are an intermediate result, of which no more is read than there is.
func.func @main(%x: tensor<?x6xf32, #emmy.dims<[n, 6]>> {emmy.name = "x"}, %z: tensor<?xf32, #emmy.dims<[n + 40]>> {emmy.name = "z"})
    -> (tensor<?xf32, #emmy.dims<[n + 40]>> {emmy.name = "longer"}) {
  %s = emmy_tensor.reduce sum(%x) dims = [1] : tensor<?x6xf32, #emmy.dims<[n, 6]>> -> tensor<?xf32, #emmy.dims<[n]>> loc("total"("model.py":83:1))
  %n = emmy.size @n
  %y = emmy_tensor.index_map [%s[(d0)[s0] -> (d0)] if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>, %z[(d0)[s0] -> (d0)]] symbols(%n)
      : (tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n + 40]>>) -> tensor<?xf32, #emmy.dims<[n + 40]>> loc("longer"("model.py":84:1))
  return %y : tensor<?xf32, #emmy.dims<[n + 40]>>
}
