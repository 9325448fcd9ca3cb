// From a number to another one, but three steps at least.
!i = tensor<i64>
!v = tensor<?x2xf32, #emmy.dims<[n, 2]>>
emmy.symbol @n {max = 4}

func.func private @more(%i: !i, %x: !v, %start: !i, %end: !i) -> tensor<i1> {
  %0 = emmy_framework.lt %i, %end : !i, !i -> tensor<i1>
  %1 = emmy_framework.sub %i, %start : !i, !i -> !i
  %2 = emmy_framework.lt %1, 3 : !i -> tensor<i1>
  %3 = emmy_framework.logical_or %0, %2 : tensor<i1>, tensor<i1> -> tensor<i1>
  return %3 : tensor<i1>
}

func.func private @step(%i: !i, %x: !v, %start: !i, %end: !i) -> (!i, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %1 = emmy_framework.flip %x dims(0) : !v -> !v
  %2 = emmy_framework.mul %x, 2 : !v -> !v
  %3 = emmy_framework.sub %1, %2 : !v, !v -> !v
  %4 = emmy_framework.tanh %3 : !v -> !v
  return %0, %4 : !i, !v
}

func.func @main(%start: !i {emmy.name = "start"}, %end: !i {emmy.name = "end"}, %x: !v {emmy.name = "x"}) -> (!v {emmy.name = "y"}) {
  %0:2 = emmy.while @more do @step carry(%start, %x : !i, !v) given(%start, %end : !i, !i)
  return %0#1 : !v
}
