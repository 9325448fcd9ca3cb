emmy.symbol @n
func.func @main(%x: tensor<?x8xf32, #emmy.dims<[n, 8]>> {emmy.name = "x"}) -> (tensor<?x8xf32, #emmy.dims<[n, 8]>> {emmy.name = "y"}) {
  %e = emmy_framework.exp %x : tensor<?x8xf32, #emmy.dims<[n, 8]>> loc("grown"("model.py":73:1))
  %h = emmy_framework.to %e dtype(bf16) : tensor<?x8xf32, #emmy.dims<[n, 8]>> -> tensor<?x8xbf16, #emmy.dims<[n, 8]>> loc("short"("model.py":74:1))
  %f = emmy_framework.to %h dtype(f32) : tensor<?x8xbf16, #emmy.dims<[n, 8]>> -> tensor<?x8xf32, #emmy.dims<[n, 8]>> loc("long"("model.py":75:1))
  %y = emmy_framework.mul %f, %f : tensor<?x8xf32, #emmy.dims<[n, 8]>>, tensor<?x8xf32, #emmy.dims<[n, 8]>> loc("square"("model.py":76:1))
  return %y : tensor<?x8xf32, #emmy.dims<[n, 8]>>
}
