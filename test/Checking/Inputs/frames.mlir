emmy.symbol @n
func.func @main(%x: tensor<?x6xf32, #emmy.dims<[n, 6]>> {emmy.name = "x"}) -> (tensor<?x12xf32, #emmy.dims<[n, 12]>> {emmy.name = "framed"}) {
  %p = emmy_framework.pad %x low(0, 1) high(0, 2) value(1.0) : tensor<?x6xf32, #emmy.dims<[n, 6]>> -> tensor<?x9xf32, #emmy.dims<[n, 9]>> loc("framed"("model.py":64:1))
  %e = emmy_framework.exp %p : tensor<?x9xf32, #emmy.dims<[n, 9]>> loc("grown"("model.py":65:1))
  %q = emmy_framework.pad %e low(0, 2) high(0, 1) value(-1.0) : tensor<?x9xf32, #emmy.dims<[n, 9]>> -> tensor<?x12xf32, #emmy.dims<[n, 12]>> loc("framed"("model.py":66:1))
  %y = emmy_framework.neg %q : tensor<?x12xf32, #emmy.dims<[n, 12]>> loc("turned"("model.py":67:1))
  return %y : tensor<?x12xf32, #emmy.dims<[n, 12]>>
}
