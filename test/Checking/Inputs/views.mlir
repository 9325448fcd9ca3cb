emmy.symbol @n
emmy.symbol @m
func.func @main(%x: tensor<?x?xf32, #emmy.dims<[n, m]>> {emmy.name = "x"}, %y: tensor<?x3xf32, #emmy.dims<[n, 3]>> {emmy.name = "y"})
    -> (tensor<?x?xf32, #emmy.dims<[m + 3, n]>> {emmy.name = "turned"}) {
  %c = emmy_framework.cat %x, %y dim(1) : tensor<?x?xf32, #emmy.dims<[n, m]>>, tensor<?x3xf32, #emmy.dims<[n, 3]>> -> tensor<?x?xf32, #emmy.dims<[n, m + 3]>> loc("joined"("model.py":30:1))
  %e = emmy_framework.exp %c : tensor<?x?xf32, #emmy.dims<[n, m + 3]>> loc("grown"("model.py":31:1))
  %t = emmy_framework.transpose %e dim0(0) dim1(1) : tensor<?x?xf32, #emmy.dims<[n, m + 3]>> -> tensor<?x?xf32, #emmy.dims<[m + 3, n]>> loc("turned"("model.py":32:1))
  return %t : tensor<?x?xf32, #emmy.dims<[m + 3, n]>>
}
