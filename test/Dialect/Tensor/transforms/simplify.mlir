// RUN: emmy-opt %s --split-input-file --emmy-tensor-simplify | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-simplify --emmy-tensor-simplify | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-simplify --remarks-filter=numerics -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The example of the pass.
// CHECK-LABEL: func.func @example
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK: return %[[X]]
// REMARK: remark: [Passed] zero_signs | Category:numerics
// REMARK-SAME: change="it changes the sign of a zero", licence=no_signed_zeros, what="add(x, 0)"
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["no_signed_zeros"]} {
  func.func @example(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
    %zero = emmy_tensor.constant 0.0 : tensor<4xf32>
    %y = emmy_tensor.elementwise add(%x, %zero) : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}

// -----

// Without a licence it stays, and the remark says which one it wants.
// CHECK-LABEL: func.func @no_licence
// CHECK: emmy_tensor.elementwise add
// REMARK: remark: [Missed] no_signed_zeros | Category:numerics
// REMARK-SAME: change="it changes the sign of a zero", licence=no_signed_zeros, what="add(x, 0)"
func.func @no_licence(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %zero = emmy_tensor.constant 0.0 : tensor<4xf32>
  %y = emmy_tensor.elementwise add(%x, %zero) : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Zeros on either side of what commutes, and on the right of a difference; not 0 - x, nor another number. Integers have one zero, whose sum
// another pass folds.
// CHECK-LABEL: func.func @zeros
// CHECK-SAME: (%[[X:.*]]: tensor<4xf16>, %[[I:.*]]: tensor<4xi8>)
// CHECK: %[[NEGATED:.*]] = emmy_tensor.elementwise subtract(%{{.*}}, %[[X]])
// CHECK: %[[SUM:.*]] = emmy_tensor.elementwise add
// CHECK: %[[INTEGERS:.*]] = emmy_tensor.elementwise add(%[[I]]
// CHECK: return %[[X]], %[[X]], %[[NEGATED]], %[[SUM]], %[[INTEGERS]]
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["no_signed_zeros", "reassociate"]} {
  func.func @zeros(%x: tensor<4xf16>, %i: tensor<4xi8>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xi8>) {
    %zero = emmy_tensor.constant 0.0 : tensor<4xf16>
    %minus = emmy_tensor.constant -0.0 : tensor<4xf16>
    %one = emmy_tensor.constant 1.0 : tensor<4xf16>
    %none = emmy_tensor.constant 0 : tensor<4xi8>
    %a = emmy_tensor.elementwise add(%zero, %x) : tensor<4xf16>
    %b = emmy_tensor.elementwise subtract(%x, %minus) : tensor<4xf16>
    %c = emmy_tensor.elementwise subtract(%zero, %x) : tensor<4xf16>
    %d = emmy_tensor.elementwise add(%x, %one) : tensor<4xf16>
    %e = emmy_tensor.elementwise add(%i, %none) : tensor<4xi8>
    return %a, %b, %c, %d, %e : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xi8>
  }
}

// -----

// The reciprocal of a power of two is exact, so no licence is needed for 4; 3 wants one.
// CHECK-LABEL: func.func @quotients
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>
// CHECK: %[[FOUR:.*]] = emmy_tensor.constant 4.0
// CHECK: %[[THREE:.*]] = emmy_tensor.constant 3.0
// CHECK: %[[ONE:.*]] = emmy_tensor.constant 1.0{{.*}} : tensor<f32>
// CHECK: %[[SMALL:.*]] = emmy_tensor.constant 4.0{{.*}} : tensor<f32>
// CHECK: %[[QUARTER:.*]] = emmy_tensor.elementwise divide(%[[ONE]], %[[SMALL]]) : tensor<f32>
// CHECK: %[[SPREAD:.*]] = emmy_tensor.index_map [%[[QUARTER]]
// CHECK: %[[A:.*]] = emmy_tensor.elementwise multiply(%[[X]], %[[SPREAD]])
// CHECK: %[[B:.*]] = emmy_tensor.elementwise divide(%[[X]], %[[THREE]])
// CHECK: return %[[A]], %[[B]]
// REMARK: remark: [Missed] reciprocal | Category:numerics
// REMARK-SAME: change="the reciprocal is rounded", licence=reciprocal, what="divide(x, 3)"
// REMARK-NOT: divide(x, 4)
func.func @quotients(%x: tensor<4xf32> loc("x")) -> (tensor<4xf32>, tensor<4xf32>) {
  %four = emmy_tensor.constant 4.0 : tensor<4xf32>
  %three = emmy_tensor.constant 3.0 : tensor<4xf32>
  %a = emmy_tensor.elementwise divide(%x, %four) : tensor<4xf32>
  %b = emmy_tensor.elementwise divide(%x, %three) : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// A parameter that is repeated: its reciprocals are fewer than the quotients. One for each quotient stays, and so does a quotient of two
// parameters, and a parameter that the program updates.
// CHECK-LABEL: func.func @parameters
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[P:.*]]: tensor<3xf32> {emmy.parameter = "p"}, %[[Q:.*]]: tensor<2x3xf32> {emmy.parameter = "q"}, %[[U:.*]]: tensor<3xf32> {emmy.parameter = "u"}
// CHECK: %[[ONE:.*]] = emmy_tensor.constant 1.0{{.*}} : tensor<3xf32>
// CHECK: %[[INVERSE:.*]] = emmy_tensor.elementwise divide(%[[ONE]], %[[P]]) : tensor<3xf32>
// CHECK: %[[SPREAD:.*]] = emmy_tensor.index_map [%[[INVERSE]][(d0, d1) -> (d1)]]
// CHECK: %[[A:.*]] = emmy_tensor.elementwise multiply(%[[X]], %[[SPREAD]])
// CHECK: %[[B:.*]] = emmy_tensor.elementwise divide(%[[X]], %[[Q]])
// CHECK: %[[C:.*]] = emmy_tensor.elementwise divide(%[[Q]],
// CHECK: %[[D:.*]] = emmy_tensor.elementwise divide(%[[X]],
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reciprocal"]} {
  func.func @parameters(%x: tensor<2x3xf32>, %p: tensor<3xf32> {emmy.parameter = "p"}, %q: tensor<2x3xf32> {emmy.parameter = "q"}, %u: tensor<3xf32> {emmy.parameter = "u"})
      -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32> {emmy.updates = "u"}) {
    %s = emmy_tensor.index_map [%p[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<2x3xf32>
    %t = emmy_tensor.index_map [%u[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<2x3xf32>
    %a = emmy_tensor.elementwise divide(%x, %s) : tensor<2x3xf32>
    %b = emmy_tensor.elementwise divide(%x, %q) : tensor<2x3xf32>
    %c = emmy_tensor.elementwise divide(%q, %s) : tensor<2x3xf32>
    %d = emmy_tensor.elementwise divide(%x, %t) : tensor<2x3xf32>
    %v = emmy_tensor.elementwise negate(%u) : tensor<3xf32>
    return %a, %b, %c, %d, %v : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>
  }
}

// -----

// Twice through a view is the view; once more it is once. No licence is needed.
// CHECK-LABEL: func.func @through_views
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK: %[[V:.*]] = emmy_tensor.index_map [%[[X]][(d0, d1) -> (d1, d0)]] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK: %[[F:.*]] = emmy_tensor.elementwise floor(%[[X]])
// CHECK: %[[W:.*]] = emmy_tensor.index_map [%[[F]]
// CHECK: %[[C:.*]] = emmy_tensor.elementwise ceil(%[[W]])
// CHECK: return %[[V]], %[[X]], %[[W]], %[[C]]
func.func @through_views(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %n = emmy_tensor.elementwise negate(%x) : tensor<2x3xf32>
  %t = emmy_tensor.index_map [%n[(d0, d1) -> (d1, d0)]] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %nn = emmy_tensor.elementwise negate(%t) : tensor<3x2xf32>
  // Transposed twice, too.
  %m = emmy_tensor.elementwise negate(%nn) : tensor<3x2xf32>
  %tt = emmy_tensor.index_map [%m[(d0, d1) -> (d1, d0)]] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %mm = emmy_tensor.elementwise negate(%tt) : tensor<2x3xf32>
  %f = emmy_tensor.elementwise floor(%x) : tensor<2x3xf32>
  %v = emmy_tensor.index_map [%f[(d0, d1) -> (d1, d0)]] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %ff = emmy_tensor.elementwise floor(%v) : tensor<3x2xf32>
  %c = emmy_tensor.elementwise ceil(%v) : tensor<3x2xf32>
  return %nn, %mm, %ff, %c : tensor<3x2xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// A divisor without elements, and one that is read in a pattern along a dynamic dim.
// CHECK-LABEL: func.func @empty
// CHECK-COUNT-2: emmy_tensor.elementwise divide
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reciprocal"]} {
  emmy.symbol @n
  func.func @empty(%x: tensor<0x3xf32>, %y: tensor<?xf32, #emmy.dims<[n]>>, %p: tensor<0xf32> {emmy.parameter = "p"}, %q: tensor<3xf32> {emmy.parameter = "q"})
      -> (tensor<0x3xf32>, tensor<?xf32, #emmy.dims<[n]>>) {
    %a = emmy_tensor.index_map [%p[(d0, d1) -> (0)]] : (tensor<0xf32>) -> tensor<0x3xf32>
    %b = emmy_tensor.index_map [%q[(d0) -> (d0 mod 3)]] : (tensor<3xf32>) -> tensor<?xf32, #emmy.dims<[n]>>
    %c = emmy_tensor.elementwise divide(%x, %a) : tensor<0x3xf32>
    %d = emmy_tensor.elementwise divide(%y, %b) : tensor<?xf32, #emmy.dims<[n]>>
    return %c, %d : tensor<0x3xf32>, tensor<?xf32, #emmy.dims<[n]>>
  }
}

// -----

// Views in front of the first negation and between the two, which do not commute: m[i, j, k] = a[i, k, j] = x[k, i, j].
// CHECK-LABEL: func.func @views_between
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>)
// CHECK: %[[M:.*]] = emmy_tensor.index_map [%[[X]][(d0, d1, d2) -> (d2, d0, d1)]] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
// CHECK: return %[[M]]
func.func @views_between(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %a = emmy_tensor.index_map [%x[(d0, d1, d2) -> (d1, d0, d2)]] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %n = emmy_tensor.elementwise negate(%a) : tensor<3x2x4xf32>
  %b = emmy_tensor.index_map [%n[(d0, d1, d2) -> (d0, d2, d1)]] : (tensor<3x2x4xf32>) -> tensor<3x4x2xf32>
  %m = emmy_tensor.elementwise negate(%b) : tensor<3x4x2xf32>
  return %m : tensor<3x4x2xf32>
}
