// A loop whose condition repeats functions, the condition of which repeats others.
!i = tensor<i64>
!v = tensor<4xf32>

func.func private @is_low(%i: !i) -> tensor<i1> {
  %0 = emmy_framework.lt %i, 3 : !i -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @count(%i: !i) -> !i {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  return %0 : !i
}
func.func private @is_few(%i: !i) -> tensor<i1> {
  %0 = emmy.while @is_low do @count carry(%i : !i)
  %1 = emmy_framework.lt %i, 3 : !i -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @more(%i: !i, %x: !v) -> tensor<i1> {
  %0 = emmy.while @is_few do @count carry(%i : !i)
  %1 = emmy_framework.lt %i, 9 : !i -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @step(%i: !i, %x: !v) -> (!i, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %1 = emmy_framework.flip %x dims(0) : !v -> !v
  return %0, %1 : !i, !v
}
func.func @main(%i: !i {emmy.name = "i"}, %x: !v {emmy.name = "x"}) -> (!v {emmy.name = "y"}) {
  %0:2 = emmy.while @more do @step carry(%i, %x : !i, !v)
  return %0#1 : !v
}
