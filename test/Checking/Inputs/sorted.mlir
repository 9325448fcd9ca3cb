emmy.symbol @n
func.func @main(%x: tensor<?x9xf32, #emmy.dims<[n, 9]>> {emmy.name = "x"}) -> (tensor<?x9xf32, #emmy.dims<[n, 9]>> {emmy.name = "values"}, tensor<?x9xi64, #emmy.dims<[n, 9]>> {emmy.name = "places"}) {
  %e = emmy_framework.neg %x : tensor<?x9xf32, #emmy.dims<[n, 9]>> loc("turned"("model.py":60:1))
  %v, %i = emmy_framework.sort %e dim(1) descending : tensor<?x9xf32, #emmy.dims<[n, 9]>> -> tensor<?x9xf32, #emmy.dims<[n, 9]>>, tensor<?x9xi64, #emmy.dims<[n, 9]>> loc("sorted"("model.py":61:1))
  return %v, %i : tensor<?x9xf32, #emmy.dims<[n, 9]>>, tensor<?x9xi64, #emmy.dims<[n, 9]>>
}
