emmy.symbol @n
func.func @main(%x: tensor<?x5xf32, #emmy.dims<[n, 5]>> {emmy.name = "x"}) -> (tensor<?x5xf32, #emmy.dims<[n, 5]>> {emmy.name = "running"}) {
  %e = emmy_framework.neg %x : tensor<?x5xf32, #emmy.dims<[n, 5]>> loc("turned"("model.py":62:1))
  %v = emmy_framework.cummax %e dim(1) : tensor<?x5xf32, #emmy.dims<[n, 5]>> loc("running"("model.py":63:1))
  return %v : tensor<?x5xf32, #emmy.dims<[n, 5]>>
}
