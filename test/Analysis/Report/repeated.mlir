// The kernels of a loop, once for each loop, with the figures of one step; what stands beside it; and what is copied in a step.
// RUN: emmy-test-compiler --report --size n=3 %s | FileCheck %s
!i = tensor<i64>
!v = tensor<?xf32, #emmy.dims<[n]>>
emmy.symbol @n

// CHECK: "name": "k_exp"
// CHECK: "repeated": false
// CHECK: "name": "k_{{.*}}less"
// CHECK: "repeated": true
// CHECK: "name": "k_sine"
// CHECK: "repeated": true
// CHECK-NEXT: "bytes_read": 12
// CHECK: "name": "k_cosine"
// CHECK: "repeated": false
// CHECK: "kernels": 4
// CHECK: "bytes_copied": 24
func.func private @more(%x: !v, %y: !v) -> tensor<i1> {
  %0 = emmy_framework.sum %x : !v -> tensor<f32>
  %1 = emmy_framework.lt %0, 1 : tensor<f32> -> tensor<i1> loc("less")
  return %1 : tensor<i1>
}
func.func private @step(%x: !v, %y: !v) -> (!v, !v) {
  %0 = emmy_framework.sin %x : !v -> !v loc("sine")
  return %0, %x : !v, !v
}
func.func @main(%x: !v) -> !v {
  %0 = emmy_framework.exp %x : !v -> !v loc("exp")
  %1:2 = emmy.while @more do @step carry(%0, %x : !v, !v)
  %2 = emmy_framework.cos %1#1 : !v -> !v loc("cosine")
  return %2 : !v
}
