func.func @main(%y: tensor<2xui8> {emmy.name = "y"}, %x: tensor<2xui8> {emmy.name = "x"}) -> (tensor<2xui8> {emmy.name = "m"}, tensor<2xui8> {emmy.name = "y0"}) {
  %c = emmy_tensor.constant 254 : tensor<2xui8>
  %m = emmy_tensor.elementwise minimum(%x, %c) : tensor<2xui8>
  return %m, %y : tensor<2xui8>, tensor<2xui8>
}
