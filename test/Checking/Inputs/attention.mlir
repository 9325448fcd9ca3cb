emmy.symbol @n
func.func @main(%q: tensor<?x2x9x4xf32, #emmy.dims<[n, 2, 9, 4]>> {emmy.name = "q"}, %k: tensor<?x2x9x4xf32, #emmy.dims<[n, 2, 9, 4]>> {emmy.name = "k"},
                %v: tensor<?x2x9x4xf32, #emmy.dims<[n, 2, 9, 4]>> {emmy.name = "v"}) -> (tensor<?x2x9x4xf32, #emmy.dims<[n, 2, 9, 4]>> {emmy.name = "attended"}) {
  %s = emmy_framework.mul %q, 0.5 : tensor<?x2x9x4xf32, #emmy.dims<[n, 2, 9, 4]>> loc("scaled"("model.py":20:1))
  %a = emmy_framework.scaled_dot_product_attention %s, %k, %v is_causal : tensor<?x2x9x4xf32, #emmy.dims<[n, 2, 9, 4]>> loc("attended"("model.py":21:1))
  return %a : tensor<?x2x9x4xf32, #emmy.dims<[n, 2, 9, 4]>>
}
