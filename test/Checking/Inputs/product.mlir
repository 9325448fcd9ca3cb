func.func @main(%a: tensor<18x20xf32> {emmy.name = "a"}, %b: tensor<20x20xf32> {emmy.name = "b"}) -> (tensor<18x20xf32> {emmy.name = "product"}) {
  %c = emmy_framework.exp %a : tensor<18x20xf32> loc("grown"("model.py":70:1))
  %d = emmy_framework.matmul %c, %b : tensor<18x20xf32>, tensor<20x20xf32> -> tensor<18x20xf32> loc("product"("model.py":71:1))
  return %d : tensor<18x20xf32>
}
