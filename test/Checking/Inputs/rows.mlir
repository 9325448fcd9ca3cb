emmy.symbol @n
func.func @main(%x: tensor<?x100xf32, #emmy.dims<[n, 100]>> {emmy.name = "x"}) -> (tensor<?xi64, #emmy.dims<[n]>> {emmy.name = "place"},
                tensor<?xf32, #emmy.dims<[n]>> {emmy.name = "total"}) {
  %p = emmy_framework.argmax %x dim(1) : tensor<?x100xf32, #emmy.dims<[n, 100]>> -> tensor<?xi64, #emmy.dims<[n]>> loc("place"("model.py":40:1))
  %d = emmy_framework.mul %x, 0.7 : tensor<?x100xf32, #emmy.dims<[n, 100]>> loc("scaled"("model.py":41:1))
  %e = emmy_framework.add %d, 0.3 : tensor<?x100xf32, #emmy.dims<[n, 100]>> loc("moved"("model.py":42:1))
  %t = emmy_framework.sum %e dims(1) : tensor<?x100xf32, #emmy.dims<[n, 100]>> -> tensor<?xf32, #emmy.dims<[n]>> loc("total"("model.py":43:1))
  return %p, %t : tensor<?xi64, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>
}
