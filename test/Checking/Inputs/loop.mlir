!i = tensor<i64>
!v = tensor<?x2xf32, #emmy.dims<[n, 2]>>
emmy.symbol @n {max = 4}

func.func private @more(%i: !i, %x: !v, %end: !i) -> tensor<i1> {
  %0 = emmy_framework.lt %i, %end : !i, !i -> tensor<i1>
  return %0 : tensor<i1>
}

func.func private @step(%i: !i, %x: !v, %end: !i) -> (!i, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %1 = emmy_framework.flip %x dims(0) : !v -> !v
  %2 = emmy_framework.sub %1, %x : !v, !v -> !v
  %3 = emmy_framework.tanh %2 : !v -> !v
  return %0, %3 : !i, !v
}

func.func @main(%i: !i {emmy.name = "i"}, %end: !i {emmy.name = "end"}, %x: !v {emmy.name = "x"}) -> (!v {emmy.name = "y"}) {
  %0:2 = emmy.while @more do @step carry(%i, %x : !i, !v) given(%end : !i)
  return %0#1 : !v
}
