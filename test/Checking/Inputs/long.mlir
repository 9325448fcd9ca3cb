func.func @main(%x: tensor<3x2051xf32> {emmy.name = "x"}) -> (tensor<3xf32> {emmy.name = "total"}) {
  %e = emmy_framework.exp %x : tensor<3x2051xf32> loc("grown"("model.py":50:1))
  %t = emmy_framework.sum %e dims(1) : tensor<3x2051xf32> -> tensor<3xf32> loc("total"("model.py":51:1))
  return %t : tensor<3xf32>
}
