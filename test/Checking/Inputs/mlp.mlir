emmy.symbol @n
func.func @main(%x: tensor<?x8xf32, #emmy.dims<[n, 8]>> {emmy.name = "x"}, %up: tensor<16x8xf32>, %bias: tensor<16xf32>,
                %down: tensor<8x16xf32>) -> (tensor<?x8xf32, #emmy.dims<[n, 8]>> {emmy.name = "y"}) {
  %h = emmy_framework.linear %x, %up bias(%bias) : tensor<?x8xf32, #emmy.dims<[n, 8]>>, tensor<16x8xf32>, tensor<16xf32> -> tensor<?x16xf32, #emmy.dims<[n, 16]>> loc("up"("model.py":11:1))
  %r = emmy_framework.relu %h : tensor<?x16xf32, #emmy.dims<[n, 16]>> loc("relu"("model.py":12:1))
  %y = emmy_framework.linear %r, %down : tensor<?x16xf32, #emmy.dims<[n, 16]>>, tensor<8x16xf32> -> tensor<?x8xf32, #emmy.dims<[n, 8]>> loc("down"("model.py":13:1))
  return %y : tensor<?x8xf32, #emmy.dims<[n, 8]>>
}
