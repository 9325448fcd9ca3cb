emmy.symbol @n
func.func @main(%x: tensor<?x5xf32, #emmy.dims<[n, 5]>> {emmy.name = "x"}) -> (tensor<?xf32, #emmy.dims<[n]>> {emmy.name = "largest"}) {
  %v = emmy_framework.amax %x dims(1) : tensor<?x5xf32, #emmy.dims<[n, 5]>> -> tensor<?xf32, #emmy.dims<[n]>> loc("largest"("model.py":63:1))
  return %v : tensor<?xf32, #emmy.dims<[n]>>
}
