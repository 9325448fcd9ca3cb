// RUN: emmy-opt %s --split-input-file --emmy-tensor-fold-scales | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-fold-scales --emmy-tensor-fold-scales | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-fold-scales --remarks-filter=numerics -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The example of the pass.
// CHECK-LABEL: func.func @example
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[G:.*]]: tensor<4xf32> {emmy.parameter = "g"}, %[[W:.*]]: tensor<4xf32> {emmy.parameter = "w"})
// CHECK-NEXT: %[[GW:.*]] = emmy_tensor.elementwise multiply(%[[G]], %[[W]])
// CHECK-NEXT: %[[P:.*]] = emmy_tensor.elementwise multiply(%[[X]], %[[GW]])
// CHECK-NEXT: return %[[P]]
// REMARK: remark: [Passed] rescaled | Category:numerics
// REMARK-SAME: change="operands that are the same in every call combine, and are rounded, first", licence=reassociate, what="multiply(x, g)"
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @example(%x: tensor<4xf32> loc("x"), %g: tensor<4xf32> {emmy.parameter = "g"} loc("g"), %w: tensor<4xf32> {emmy.parameter = "w"}) -> tensor<4xf32> {
    %s = emmy_tensor.elementwise multiply(%x, %g) : tensor<4xf32>
    %p = emmy_tensor.elementwise multiply(%s, %w) : tensor<4xf32>
    return %p : tensor<4xf32>
  }
}

// -----

// The scale of a normalisation, one for each feature k, before two products of matrices over k: both matrices take it in. What is left are
// the four operations of the products, and the two on parameters alone, which have as many elements as the matrices.
// CHECK-LABEL: func.func @normalisation
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[G:.*]]: tensor<3xf32> {emmy.parameter = "g"}, %[[V:.*]]: tensor<3x4xf32> {emmy.parameter = "v"}, %[[W:.*]]: tensor<5x3xf32> {emmy.parameter = "w"})
// CHECK-NOT: emmy_tensor.elementwise multiply(%[[X]]
// CHECK-DAG: emmy_tensor.elementwise multiply(%{{.*}}, %{{.*}}) : tensor<4x3xf32>
// CHECK-DAG: emmy_tensor.elementwise multiply(%{{.*}}, %{{.*}}) : tensor<2x4x3xf32>
// CHECK-DAG: emmy_tensor.elementwise multiply(%{{.*}}, %[[W]]) : tensor<5x3xf32>
// CHECK-DAG: emmy_tensor.elementwise multiply(%{{.*}}, %{{.*}}) : tensor<2x5x3xf32>
// CHECK-NOT: elementwise
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @normalisation(%x: tensor<2x3xf32>, %g: tensor<3xf32> {emmy.parameter = "g"}, %v: tensor<3x4xf32> {emmy.parameter = "v"}, %w: tensor<5x3xf32> {emmy.parameter = "w"})
      -> (tensor<2x4xf32>, tensor<2x5xf32>) {
    %spread = emmy_tensor.index_map [%g[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<2x3xf32>
    %scaled = emmy_tensor.elementwise multiply(%x, %spread) : tensor<2x3xf32>
    %a0 = emmy_tensor.index_map [%scaled[(d0, d1, d2) -> (d0, d2)]] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    %a1 = emmy_tensor.index_map [%v[(d0, d1, d2) -> (d2, d1)]] : (tensor<3x4xf32>) -> tensor<2x4x3xf32>
    %a2 = emmy_tensor.elementwise multiply(%a0, %a1) : tensor<2x4x3xf32>
    %a = emmy_tensor.reduce sum(%a2) dims = [2] : tensor<2x4x3xf32> -> tensor<2x4xf32>
    %b0 = emmy_tensor.index_map [%scaled[(d0, d1, d2) -> (d0, d2)]] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
    %b1 = emmy_tensor.index_map [%w[(d0, d1, d2) -> (d1, d2)]] : (tensor<5x3xf32>) -> tensor<2x5x3xf32>
    %b2 = emmy_tensor.elementwise multiply(%b1, %b0) : tensor<2x5x3xf32>
    %b = emmy_tensor.reduce sum(%b2) dims = [2] : tensor<2x5x3xf32> -> tensor<2x5xf32>
    return %a, %b : tensor<2x4xf32>, tensor<2x5xf32>
  }
}

// -----

// Integers and maxima are exact in any order; floats want a licence, and say so. A chain of numbers meets at once.
// CHECK-LABEL: func.func @exact
// CHECK-SAME: (%[[I:.*]]: tensor<4xi32>, %[[X:.*]]: tensor<4xf32>)
// CHECK: %[[SUM:.*]] = emmy_tensor.elementwise add(%[[I]], %{{.*}}) : tensor<4xi32>
// CHECK: %[[MAX:.*]] = emmy_tensor.elementwise maximum(%[[X]], %{{.*}}) : tensor<4xf32>
// CHECK: %[[FIRST:.*]] = emmy_tensor.elementwise multiply(%[[X]],
// CHECK: %[[SECOND:.*]] = emmy_tensor.elementwise multiply(%[[FIRST]],
// CHECK: return %[[SUM]], %[[MAX]], %[[SECOND]]
// REMARK: remark: [Missed] reassociate | Category:numerics
// REMARK-SAME: licence=reassociate, what="multiply(x, 3)"
// The one of the next program but one.
// REMARK-NEXT: emmy_tensor.elementwise
// REMARK: remark: [Passed] rescaled
// REMARK-NOT: remark
func.func @exact(%i: tensor<4xi32>, %x: tensor<4xf32> loc("x")) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) {
  %one = emmy_tensor.constant 1 : tensor<4xi32>
  %two = emmy_tensor.constant 2 : tensor<4xi32>
  %s = emmy_tensor.elementwise add(%i, %one) : tensor<4xi32>
  %t = emmy_tensor.elementwise add(%s, %two) : tensor<4xi32>
  %u = emmy_tensor.elementwise add(%one, %t) : tensor<4xi32>
  %three = emmy_tensor.constant 3.0 : tensor<4xf32>
  %five = emmy_tensor.constant 5.0 : tensor<4xf32>
  %m = emmy_tensor.elementwise maximum(%x, %three) : tensor<4xf32>
  %n = emmy_tensor.elementwise maximum(%m, %five) : tensor<4xf32>
  %p = emmy_tensor.elementwise multiply(%x, %three) : tensor<4xf32>
  %q = emmy_tensor.elementwise multiply(%p, %five) : tensor<4xf32>
  return %u, %n, %q : tensor<4xi32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Nothing is won where the scaled value is needed for something else (%a), is in another function (%b), where both operands vary (%c), where
// the product of scale and weight has more elements than both (%d), or one of its extents is not known (%e).
// CHECK-LABEL: func.func @must_stay
// CHECK-COUNT-9: emmy_tensor.elementwise
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  emmy.symbol @n
  func.func @must_stay(%x: tensor<2x3xf32>, %y: tensor<?x3xf32, #emmy.dims<[n, 3]>>, %g: tensor<3xf32> {emmy.parameter = "g"}, %w: tensor<2xf32> {emmy.parameter = "w"})
      -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xf32, #emmy.dims<[n, 3]>>) {
    %row = emmy_tensor.index_map [%g[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<2x3xf32>
    %column = emmy_tensor.index_map [%w[(d0, d1) -> (d0)]] : (tensor<2xf32>) -> tensor<2x3xf32>
    %s = emmy_tensor.elementwise multiply(%x, %row) : tensor<2x3xf32>
    %a = emmy_tensor.elementwise multiply(%s, %row) : tensor<2x3xf32>
    %t = emmy_tensor.elementwise multiply(%x, %row) : tensor<2x3xf32>
    %b = emmy_tensor.elementwise add(%t, %row) : tensor<2x3xf32>
    %c = emmy_tensor.elementwise multiply(%x, %x) : tensor<2x3xf32>
    %u = emmy_tensor.elementwise multiply(%x, %row) : tensor<2x3xf32>
    %d = emmy_tensor.elementwise multiply(%u, %column) : tensor<2x3xf32>
    %i = emmy_tensor.iota dim = 0 : tensor<?x3xi64, #emmy.dims<[n, 3]>>
    %j = emmy_tensor.elementwise convert(%i) user : tensor<?x3xi64, #emmy.dims<[n, 3]>> -> tensor<?x3xf32, #emmy.dims<[n, 3]>>
    %e = emmy_tensor.elementwise multiply(%y, %j) : tensor<?x3xf32, #emmy.dims<[n, 3]>>
    return %s, %a, %b, %c, %d, %e : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xf32, #emmy.dims<[n, 3]>>
  }
}

// -----

// Wider than the parameters, the product would be read instead of them: a matrix of f16 stays one, wherever it is widened.
// CHECK-LABEL: func.func @narrow
// CHECK-COUNT-2: emmy_tensor.elementwise multiply(%arg0,
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @narrow(%x: tensor<2x3xf32>, %g: tensor<3xf32> {emmy.parameter = "g"}, %w: tensor<5x3xf16> {emmy.parameter = "w"}) -> (tensor<2x5x3xf32>, tensor<2x5x3xf32>) {
    %spread = emmy_tensor.index_map [%g[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<2x3xf32>
    %s = emmy_tensor.elementwise multiply(%x, %spread) : tensor<2x3xf32>
    %s0 = emmy_tensor.index_map [%s[(d0, d1, d2) -> (d0, d2)]] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
    %w0 = emmy_tensor.elementwise convert(%w) implied : tensor<5x3xf16> -> tensor<5x3xf32>
    %w1 = emmy_tensor.index_map [%w0[(d0, d1, d2) -> (d1, d2)]] : (tensor<5x3xf32>) -> tensor<2x5x3xf32>
    %p = emmy_tensor.elementwise multiply(%s0, %w1) : tensor<2x5x3xf32>
    %t = emmy_tensor.elementwise multiply(%x, %spread) : tensor<2x3xf32>
    %t0 = emmy_tensor.index_map [%t[(d0, d1, d2) -> (d0, d2)]] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
    %w2 = emmy_tensor.index_map [%w[(d0, d1, d2) -> (d1, d2)]] : (tensor<5x3xf16>) -> tensor<2x5x3xf16>
    %w3 = emmy_tensor.elementwise convert(%w2) implied : tensor<2x5x3xf16> -> tensor<2x5x3xf32>
    %q = emmy_tensor.elementwise multiply(%t0, %w3) : tensor<2x5x3xf32>
    return %p, %q : tensor<2x5x3xf32>, tensor<2x5x3xf32>
  }
}

// -----

// A parameter without elements is read nowhere, wherever its map points.
// CHECK-LABEL: func.func @empty
// CHECK-COUNT-2: emmy_tensor.elementwise multiply(%{{.*}}) : tensor<0x3xf32>
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @empty(%x: tensor<0x3xf32>, %g: tensor<0xf32> {emmy.parameter = "g"}, %w: tensor<3xf32> {emmy.parameter = "w"}) -> tensor<0x3xf32> {
    %a = emmy_tensor.index_map [%g[(d0, d1) -> (0)]] : (tensor<0xf32>) -> tensor<0x3xf32>
    %b = emmy_tensor.index_map [%w[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<0x3xf32>
    %s = emmy_tensor.elementwise multiply(%x, %a) : tensor<0x3xf32>
    %p = emmy_tensor.elementwise multiply(%s, %b) : tensor<0x3xf32>
    return %p : tensor<0x3xf32>
  }
}

// -----

// Of a dynamic number of rows every one is scaled by the same numbers.
// CHECK-LABEL: func.func @rows
// CHECK: %[[GW:.*]] = emmy_tensor.elementwise multiply(%{{.*}}, %{{.*}}) : tensor<3xf32>
// CHECK: %[[SPREAD:.*]] = emmy_tensor.index_map [%[[GW]][(d0, d1) -> (d1)]]
// CHECK: %[[P:.*]] = emmy_tensor.elementwise multiply(%{{.*}}, %[[SPREAD]])
// CHECK: return %[[P]]
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  emmy.symbol @n
  func.func @rows(%x: tensor<?x3xf32, #emmy.dims<[n, 3]>>, %g: tensor<3xf32> {emmy.parameter = "g"}, %w: tensor<3xf32> {emmy.prepared = "w"}) -> tensor<?x3xf32, #emmy.dims<[n, 3]>> {
    %a = emmy_tensor.index_map [%g[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<?x3xf32, #emmy.dims<[n, 3]>>
    %b = emmy_tensor.index_map [%w[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<?x3xf32, #emmy.dims<[n, 3]>>
    %s = emmy_tensor.elementwise multiply(%a, %x) : tensor<?x3xf32, #emmy.dims<[n, 3]>>
    %p = emmy_tensor.elementwise multiply(%s, %b) : tensor<?x3xf32, #emmy.dims<[n, 3]>>
    return %p : tensor<?x3xf32, #emmy.dims<[n, 3]>>
  }
}

// -----

// All or nothing: the second product of parameters takes more memory than they do, so the scale stays for both.
// CHECK-LABEL: func.func @too_large
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>,
// CHECK: %[[SCALED:.*]] = emmy_tensor.elementwise multiply(%[[X]], %{{.*}}) : tensor<2x3xf32>
// CHECK: emmy_tensor.index_map [%[[SCALED]][(d0, d1, d2) -> (d0, d2)]]
// CHECK: emmy_tensor.index_map [%[[SCALED]][(d0, d1, d2) -> (d0, d2)]]
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  func.func @too_large(%x: tensor<2x3xf32>, %g: tensor<3xf32> {emmy.parameter = "g"}, %w: tensor<5x3xf32> {emmy.parameter = "w"}, %h: tensor<4xf32> {emmy.parameter = "h"})
      -> (tensor<2x5x3xf32>, tensor<2x4x3xf32>) {
    %spread = emmy_tensor.index_map [%g[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<2x3xf32>
    %scaled = emmy_tensor.elementwise multiply(%x, %spread) : tensor<2x3xf32>
    %a0 = emmy_tensor.index_map [%scaled[(d0, d1, d2) -> (d0, d2)]] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
    %a1 = emmy_tensor.index_map [%w[(d0, d1, d2) -> (d1, d2)]] : (tensor<5x3xf32>) -> tensor<2x5x3xf32>
    %a = emmy_tensor.elementwise multiply(%a0, %a1) : tensor<2x5x3xf32>
    %b0 = emmy_tensor.index_map [%scaled[(d0, d1, d2) -> (d0, d2)]] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    %b1 = emmy_tensor.index_map [%h[(d0, d1, d2) -> (d1)]] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    %b = emmy_tensor.elementwise multiply(%b0, %b1) : tensor<2x4x3xf32>
    return %a, %b : tensor<2x5x3xf32>, tensor<2x4x3xf32>
  }
}
