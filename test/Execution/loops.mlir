// RUN: %python %S/Inputs/loops.py %s tensor loop tile kernel nvvm

// What a loop carries may change places, stay, be written in place, be returned twice, decide itself whether the loop goes on, and be what
// another loop carries, within it or behind it. What stands before a loop is still there behind it.
!i = tensor<i64>
!v = tensor<?xf32, #emmy.dims<[n]>>
emmy.symbol @n

func.func private @is_less(%i: !i, %a: !v, %b: !v, %end: !i) -> tensor<i1> {
  %0 = emmy_framework.lt %i, %end : !i, !i -> tensor<i1>
  return %0 : tensor<i1>
}

// a, b = b, a + b
func.func private @fibonacci(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %1 = emmy_framework.add %a, %b : !v, !v -> !v
  return %0, %b, %1 : !i, !v, !v
}

// b = b + a
func.func private @one_stays(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %1 = emmy_framework.add %a, %b : !v, !v -> !v
  return %0, %a, %1 : !i, !v, !v
}

// a = b = a + 1
func.func private @twice(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %1 = emmy_framework.add %a, 1 : !v -> !v
  return %0, %1, %1 : !i, !v, !v
}

// a[i] = b[i] + 5, written in place.
func.func private @put(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %at = emmy_framework.reshape %i [1] : !i -> tensor<1xi64>
  %1 = emmy_framework.index_select %b, %at dim(0) : !v, tensor<1xi64> -> tensor<1xf32>
  %2 = emmy_framework.add %1, 5 : tensor<1xf32> -> tensor<1xf32>
  %3 = emmy_framework.index_put %a, %2, %at dims(0) : !v, tensor<1xf32>, tensor<1xi64> -> !v
  return %0, %3, %b : !i, !v, !v
}

// As before, and b = a: the old one is read after the new one is made.
func.func private @put_and_keep(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %at = emmy_framework.reshape %i [1] : !i -> tensor<1xi64>
  %1 = emmy_framework.index_select %b, %at dim(0) : !v, tensor<1xi64> -> tensor<1xf32>
  %2 = emmy_framework.add %1, 5 : tensor<1xf32> -> tensor<1xf32>
  %3 = emmy_framework.index_put %a, %2, %at dims(0) : !v, tensor<1xf32>, tensor<1xi64> -> !v
  return %0, %3, %a : !i, !v, !v
}

// a, b = b, a with a[i] = 7: what is written in place changes places.
func.func private @put_and_swap(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %at = emmy_framework.reshape %i [1] : !i -> tensor<1xi64>
  %1 = emmy_framework.full [1] value(7.0) dtype(f32) : tensor<1xf32>
  %2 = emmy_framework.index_put %a, %1, %at dims(0) : !v, tensor<1xf32>, tensor<1xi64> -> !v
  return %0, %b, %2 : !i, !v, !v
}

// All of a put, in each step of a loop: one buffer for both. The inner loop starts at the outer one's number.
func.func private @nested(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %c = emmy_framework.add %b, 1 : !v -> !v
  %r:3 = emmy.while @is_less do @put carry(%i, %a, %c : !i, !v, !v) given(%end : !i)
  return %0, %r#1, %c : !i, !v, !v
}

// What the inner loop carries is the outer one's, in another place, and is no longer needed.
func.func private @nested_swap(%i: !i, %a: !v, %b: !v, %end: !i) -> (!i, !v, !v) {
  %0 = emmy_framework.add %i, 1 : !i -> !i
  %r:3 = emmy.while @is_less do @fibonacci carry(%i, %b, %a : !i, !v, !v) given(%end : !i)
  return %0, %r#1, %r#2 : !i, !v, !v
}

// The condition is what is carried.
func.func private @holds(%go: tensor<i1>, %c: tensor<f64>) -> tensor<i1> {
  return %go : tensor<i1>
}
func.func private @count_down(%go: tensor<i1>, %c: tensor<f64>) -> (tensor<i1>, tensor<f64>) {
  %0 = emmy_framework.sub %c, 1 : tensor<f64> -> tensor<f64>
  %1 = emmy_framework.gt %0, 0 : tensor<f64> -> tensor<i1>
  return %1, %0 : tensor<i1>, tensor<f64>
}

func.func @main(%x: !v {emmy.name = "x"}, %y: !v {emmy.name = "y"}, %start: !i {emmy.name = "start"}, %end: !i {emmy.name = "end"},
    %go: tensor<i1> {emmy.name = "go"}, %c: tensor<f64> {emmy.name = "c"})
    -> (!v {emmy.name = "fibonacci_a"}, !v {emmy.name = "fibonacci_b"}, !v {emmy.name = "stays_a"}, !v {emmy.name = "stays_b"},
        !v {emmy.name = "twice_a"}, !v {emmy.name = "twice_b"}, !v {emmy.name = "put"}, !v {emmy.name = "put_fresh"},
        !v {emmy.name = "keep_a"}, !v {emmy.name = "keep_b"}, !v {emmy.name = "swap_a"}, !v {emmy.name = "swap_b"},
        !v {emmy.name = "nested_a"}, !v {emmy.name = "nested_b"}, !v {emmy.name = "nested_swap_a"}, !v {emmy.name = "nested_swap_b"},
        tensor<f64> {emmy.name = "down"}, !i {emmy.name = "last"}, !v {emmy.name = "sum"}) {
  %0:3 = emmy.while @is_less do @fibonacci carry(%start, %x, %y : !i, !v, !v) given(%end : !i)
  %1:3 = emmy.while @is_less do @one_stays carry(%start, %x, %x : !i, !v, !v) given(%end : !i)
  %2:3 = emmy.while @is_less do @twice carry(%start, %x, %y : !i, !v, !v) given(%end : !i)
  %3:3 = emmy.while @is_less do @put carry(%start, %x, %y : !i, !v, !v) given(%end : !i)
  // Of a value that nothing else reads, which is written in place again behind the loop.
  %fresh = emmy_framework.full [n] value(3.0) dtype(f32) : !v
  %4:3 = emmy.while @is_less do @put carry(%start, %fresh, %x : !i, !v, !v) given(%end : !i)
  %at = emmy_framework.reshape %start [1] : !i -> tensor<1xi64>
  %nine = emmy_framework.full [1] value(9.0) dtype(f32) : tensor<1xf32>
  %again = emmy_framework.index_put %4#1, %nine, %at dims(0) : !v, tensor<1xf32>, tensor<1xi64> -> !v
  %5:3 = emmy.while @is_less do @put_and_keep carry(%start, %x, %y : !i, !v, !v) given(%end : !i)
  %6:3 = emmy.while @is_less do @put_and_swap carry(%start, %x, %y : !i, !v, !v) given(%end : !i)
  %7:3 = emmy.while @is_less do @nested carry(%start, %x, %y : !i, !v, !v) given(%end : !i)
  %8:3 = emmy.while @is_less do @nested_swap carry(%start, %x, %y : !i, !v, !v) given(%end : !i)
  %9:2 = emmy.while @holds do @count_down carry(%go, %c : tensor<i1>, tensor<f64>)
  %sum = emmy_framework.add %x, %0#1 : !v, !v -> !v
  return %0#1, %0#2, %1#1, %1#2, %2#1, %2#2, %3#1, %again, %5#1, %5#2, %6#1, %6#2, %7#1, %7#2, %8#1, %8#2, %9#1, %0#0, %sum
      : !v, !v, !v, !v, !v, !v, !v, !v, !v, !v, !v, !v, !v, !v, !v, !v, tensor<f64>, !i, !v
}
