// RUN: emmy-opt %s --split-input-file --emmy-tensor-sink-scales | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-sink-scales --emmy-tensor-sink-scales | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-sink-scales --remarks-filter=numerics -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The example of the pass.
// CHECK-LABEL: func.func @example
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[W:.*]]: tensor<2x3xf32> {emmy.parameter = "w"}, %[[S:.*]]: tensor<2xf32> {emmy.parameter = "s"})
// CHECK-NEXT: %[[R:.*]] = emmy_tensor.index_map [%[[S]][(d0, d1) -> (d0)]] : (tensor<2xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[WS:.*]] = emmy_tensor.elementwise multiply(%[[W]], %[[R]])
// CHECK-NEXT: %[[P:.*]] = emmy_tensor.elementwise multiply(%[[X]], %[[WS]])
// CHECK-NEXT: %[[V:.*]] = emmy_tensor.reduce sum(%[[P]]) dims = [1]
// CHECK-NEXT: return %[[V]]
// REMARK: remark: [Passed] rescaled | Category:numerics
// REMARK-SAME: change="what is summed is multiplied, and rounded, before the sum", licence=reassociate, what="multiply(v, s)"
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @example(%x: tensor<2x3xf32>, %w: tensor<2x3xf32> {emmy.parameter = "w"}, %s: tensor<2xf32> {emmy.parameter = "s"} loc("s")) -> tensor<2xf32> {
    %p = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xf32>
    %v = emmy_tensor.reduce sum(%p) dims = [1] : tensor<2x3xf32> -> tensor<2xf32> loc("v")
    %y = emmy_tensor.elementwise multiply(%v, %s) : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}

// -----

// A number, behind a transpose, a bias and a difference: all of it goes into parameters.
// CHECK-LABEL: func.func @linear
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[W:.*]]: tensor<2x3xf32> {emmy.parameter = "w"}, %[[B:.*]]: tensor<2xf32> {emmy.parameter = "b"}, %[[C:.*]]: tensor<2xf32> {emmy.parameter = "c"})
// CHECK-DAG: %[[WS:.*]] = emmy_tensor.elementwise multiply(%[[W]],
// CHECK-DAG: emmy_tensor.elementwise multiply(%[[X]], %[[WS]])
// CHECK: %[[BS:.*]] = emmy_tensor.elementwise multiply(%[[B]],
// CHECK: %[[SUM:.*]] = emmy_tensor.elementwise add(%{{.*}}, %[[BS]])
// CHECK: %[[CS:.*]] = emmy_tensor.elementwise multiply(%[[C]],
// CHECK: %[[DIFFERENCE:.*]] = emmy_tensor.elementwise subtract(%[[SUM]], %[[CS]])
// CHECK: %[[T:.*]] = emmy_tensor.index_map [%[[DIFFERENCE]]
// CHECK: return %[[T]]
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @linear(%x: tensor<2x3xf32>, %w: tensor<2x3xf32> {emmy.parameter = "w"}, %b: tensor<2xf32> {emmy.parameter = "b"}, %c: tensor<2xf32> {emmy.parameter = "c"}) -> tensor<2x1xf32> {
    %half = emmy_tensor.constant 0.5 : tensor<2x1xf32>
    %p = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xf32>
    %v = emmy_tensor.reduce sum(%p) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
    %s = emmy_tensor.elementwise add(%v, %b) : tensor<2xf32>
    %d = emmy_tensor.elementwise subtract(%s, %c) : tensor<2xf32>
    %t = emmy_tensor.index_map [%d[(d0, d1) -> (d0)]] : (tensor<2xf32>) -> tensor<2x1xf32>
    %y = emmy_tensor.elementwise multiply(%half, %t) : tensor<2x1xf32>
    return %y : tensor<2x1xf32>
  }
}

// -----

// Integers are exact; floats want a licence, and say so once.
// CHECK-LABEL: func.func @integers
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xi32>, %[[W:.*]]: tensor<2x3xi32>
// CHECK: %[[WS:.*]] = emmy_tensor.elementwise multiply(%[[W]],
// CHECK: emmy_tensor.elementwise multiply(%[[X]], %[[WS]])
// CHECK: %[[I:.*]] = emmy_tensor.reduce sum
// CHECK: %[[F:.*]] = emmy_tensor.elementwise multiply(%{{.*}}, %{{.*}}) : tensor<2xf32>
// CHECK: return %[[I]], %[[F]]
// REMARK: remark: [Missed] reassociate | Category:numerics
// REMARK-SAME: what="multiply(f, 2)"
// REMARK-NOT: remark
func.func @integers(%x: tensor<2x3xi32>, %w: tensor<2x3xi32> {emmy.parameter = "w"}, %u: tensor<2x3xf32>, %v: tensor<2x3xf32> {emmy.parameter = "v"}) -> (tensor<2xi32>, tensor<2xf32>) {
  %two = emmy_tensor.constant 2 : tensor<2xi32>
  %p = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xi32>
  %s = emmy_tensor.reduce sum(%p) dims = [1] : tensor<2x3xi32> -> tensor<2xi32>
  %y = emmy_tensor.elementwise multiply(%s, %two) : tensor<2xi32>
  %real = emmy_tensor.constant 2.0 : tensor<2xf32>
  %q = emmy_tensor.elementwise multiply(%u, %v) : tensor<2x3xf32>
  %f = emmy_tensor.reduce sum(%q) dims = [1] : tensor<2x3xf32> -> tensor<2xf32> loc("f")
  %z = emmy_tensor.elementwise multiply(%f, %real) : tensor<2xf32>
  return %y, %z : tensor<2xi32>, tensor<2xf32>
}

// -----

// A factor for each summand, a maximum, a sum that is rounded to a narrower type, a value that is used elsewhere, a product of values that
// vary, and a factor that the value's source is not read along: nothing to do.
// CHECK-LABEL: func.func @must_stay
// CHECK-COUNT-12: emmy_tensor.elementwise multiply
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @must_stay(%x: tensor<2x3xf32>, %h: tensor<2x3xf16>, %w: tensor<2x3xf32> {emmy.parameter = "w"}, %g: tensor<2x3xf16> {emmy.parameter = "g"}, %s: tensor<2xf32> {emmy.parameter = "s"}, %n: tensor<2xf16> {emmy.parameter = "n"})
      -> (tensor<2xf32>, tensor<2xf16>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) {
    %p = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xf32>
    %m = emmy_tensor.reduce max(%p) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
    %a = emmy_tensor.elementwise multiply(%m, %s) : tensor<2xf32>
    %q = emmy_tensor.elementwise multiply(%h, %g) : tensor<2x3xf16>
    %t = emmy_tensor.reduce sum(%q) dims = [1] accumulate f32 : tensor<2x3xf16> -> tensor<2xf16>
    %b = emmy_tensor.elementwise multiply(%t, %n) : tensor<2xf16>
    %r = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xf32>
    %u = emmy_tensor.reduce sum(%r) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
    %c = emmy_tensor.elementwise multiply(%u, %s) : tensor<2xf32>
    %v = emmy_tensor.elementwise multiply(%x, %x) : tensor<2x3xf32>
    %k = emmy_tensor.reduce sum(%v) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
    %d = emmy_tensor.elementwise multiply(%k, %s) : tensor<2xf32>
    %o = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xf32>
    %i = emmy_tensor.reduce sum(%o) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
    %j = emmy_tensor.index_map [%i[(d0, d1) -> (d0)]] : (tensor<2xf32>) -> tensor<2x2xf32>
    %l = emmy_tensor.index_map [%s[(d0, d1) -> (d1)]] : (tensor<2xf32>) -> tensor<2x2xf32>
    %e = emmy_tensor.elementwise multiply(%j, %l) : tensor<2x2xf32>
    %z = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xf32>
    %zz, %at = emmy_tensor.reduce argmax(%z) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>, tensor<2xi64>
    %f = emmy_tensor.elementwise multiply(%zz, %s) : tensor<2xf32>
    return %a, %b, %c, %u, %d, %e, %f : tensor<2xf32>, tensor<2xf16>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>
  }
}

// -----

// A factor of what is left of a sum over the first dim lies along the second one of what is summed.
// CHECK-LABEL: func.func @columns
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<2xf32> {emmy.parameter = "s"}
// CHECK: emmy_tensor.index_map [%[[S]][(d0, d1) -> (d1)]] : (tensor<2xf32>) -> tensor<3x2xf32>
// REMARK: remark: [Passed] rescaled | Category:numerics
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @columns(%x: tensor<3x2xf32>, %w: tensor<3x2xf32> {emmy.parameter = "w"}, %s: tensor<2xf32> {emmy.parameter = "s"}) -> tensor<2xf32> {
    %p = emmy_tensor.elementwise multiply(%x, %w) : tensor<3x2xf32>
    %v = emmy_tensor.reduce sum(%p) dims = [0] : tensor<3x2xf32> -> tensor<2xf32>
    %y = emmy_tensor.elementwise multiply(%v, %s) : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
