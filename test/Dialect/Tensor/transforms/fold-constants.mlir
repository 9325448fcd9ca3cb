// RUN: emmy-opt %s --emmy-tensor-fold-constants | FileCheck %s
// RUN: emmy-opt %s --emmy-tensor-fold-constants --emmy-tensor-fold-constants | FileCheck %s
// RUN: emmy-opt %s --emmy-tensor-fold-constants=max-elements=2 | FileCheck %s --check-prefix=LIMIT

// The example of the pass.
// CHECK-LABEL: func.func @example
// CHECK: %[[D:.*]] = emmy_tensor.constant dense<[2.000000e+00, 4.000000e+00, 6.000000e+00]> : tensor<3xf32>
// CHECK: return %[[D]]
// LIMIT-LABEL: func.func @example
// LIMIT: emmy_tensor.elementwise multiply
func.func @example() -> tensor<3xf32> {
  %two = emmy_tensor.constant 2.0 : tensor<3xf32>
  %c = emmy_tensor.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = emmy_tensor.elementwise multiply(%c, %two) : tensor<3xf32>
  return %d : tensor<3xf32>
}

// One number at every position is computed once, however many there are; chains fold at once. exp(1) in f32 is the f32 number next to e,
// from the library's own function; in f16 that is rounded once more.
// CHECK-LABEL: func.func @splats
// CHECK-DAG: emmy_tensor.constant 2.7182817459106445 : tensor<1000x1000xf32>
// CHECK-DAG: emmy_tensor.constant 2.718750e+00 : tensor<4xf16>
// CHECK-NOT: elementwise
// LIMIT-LABEL: func.func @splats
// LIMIT-NOT: elementwise
// LIMIT-LABEL: func.func @integers
func.func @splats() -> (tensor<1000x1000xf32>, tensor<4xf16>) {
  %half = emmy_tensor.constant 0.5 : tensor<1000x1000xf32>
  %one = emmy_tensor.elementwise add(%half, %half) : tensor<1000x1000xf32>
  %e = emmy_tensor.elementwise exp(%one) : tensor<1000x1000xf32>
  %h = emmy_tensor.constant 1.0 : tensor<4xf16>
  %f = emmy_tensor.elementwise exp(%h) : tensor<4xf16>
  return %e, %f : tensor<1000x1000xf32>, tensor<4xf16>
}

// Integers wrap, unsigned ones compare as such, division by 0 is what the laws say; formulas of several operations fold, too.
// CHECK-LABEL: func.func @integers
// CHECK-DAG: emmy_tensor.constant -56 : tensor<4xi8>
// CHECK-DAG: emmy_tensor.constant true : tensor<4xi1>
// CHECK-DAG: emmy_tensor.constant -1 : tensor<4xi32>
// CHECK-DAG: emmy_tensor.constant 200 : tensor<4xui8>
// CHECK-NOT: elementwise
func.func @integers() -> (tensor<4xi8>, tensor<4xi1>, tensor<4xi32>, tensor<4xui8>) {
  %hundred = emmy_tensor.constant 100 : tensor<4xi8>
  %sum = emmy_tensor.elementwise add(%hundred, %hundred) : tensor<4xi8>
  %two = emmy_tensor.constant 2 : tensor<4xui8>
  %many = emmy_tensor.constant 200 : tensor<4xui8>
  %less = emmy_tensor.elementwise less(%two, %many) : tensor<4xui8>
  %seven = emmy_tensor.constant 7 : tensor<4xi32>
  %zero = emmy_tensor.constant 0 : tensor<4xi32>
  %quotient = emmy_tensor.elementwise floor_divide(%seven, %zero) : tensor<4xi32>
  %largest = emmy_tensor.elementwise maximum(%two, %many) : tensor<4xui8>
  return %sum, %less, %quotient, %largest : tensor<4xi8>, tensor<4xi1>, tensor<4xi32>, tensor<4xui8>
}

// A conversion rounds to nearest even; one that saturates stays.
// CHECK-LABEL: func.func @conversions
// CHECK-DAG: emmy_tensor.constant 2.048000e+03 : tensor<4xf16>
// CHECK-DAG: emmy_tensor.constant dense<[0, 1, -3]> : tensor<3xi32>
// CHECK-DAG: emmy_tensor.elementwise convert({{.*}}) user saturate
func.func @conversions() -> (tensor<4xf16>, tensor<3xi32>, tensor<4xf8E4M3FN>) {
  %odd = emmy_tensor.constant 2049.0 : tensor<4xf32>
  %h = emmy_tensor.elementwise convert(%odd) user : tensor<4xf32> -> tensor<4xf16>
  %c = emmy_tensor.constant dense<[0.9, 1.5, -3.9]> : tensor<3xf32>
  %i = emmy_tensor.elementwise convert(%c) user : tensor<3xf32> -> tensor<3xi32>
  %s = emmy_tensor.elementwise convert(%odd) user saturate : tensor<4xf32> -> tensor<4xf8E4M3FN>
  return %h, %i, %s : tensor<4xf16>, tensor<3xi32>, tensor<4xf8E4M3FN>
}

// Views of written-out constants, the first piece whose guard holds: a transpose, and two rows behind another.
// CHECK-LABEL: func.func @views
// CHECK-DAG: emmy_tensor.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6{{\]\]}}> : tensor<3x2xi64>
// CHECK-DAG: emmy_tensor.constant dense<[4, 5, 9, 9]> : tensor<4xi64>
// CHECK-NOT: index_map
func.func @views() -> (tensor<3x2xi64>, tensor<4xi64>) {
  %c = emmy_tensor.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %nine = emmy_tensor.constant 9 : tensor<i64>
  %t = emmy_tensor.index_map [%c[(d0, d1) -> (d1, d0)]] : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %p = emmy_tensor.index_map [%c[(d0) -> (1, d0)] if affine_set<(d0) : (-d0 + 1 >= 0)>, %nine[(d0) -> ()]] : (tensor<2x3xi64>, tensor<i64>) -> tensor<4xi64>
  return %t, %p : tensor<3x2xi64>, tensor<4xi64>
}

// What is repeated is not written out, and neither are positions; a map that leaves its source has no value.
// CHECK-LABEL: func.func @must_stay
// CHECK: emmy_tensor.index_map
// CHECK: emmy_tensor.elementwise add
// CHECK: emmy_tensor.elementwise multiply
// CHECK: emmy_tensor.index_map
// CHECK: emmy_tensor.elementwise pow
// CHECK: emmy_tensor.elementwise sqrt
func.func @must_stay() -> (tensor<5x3xi64>, tensor<4xi64>, tensor<2xi64>, tensor<4xi64>, tensor<4xf32>) {
  %c = emmy_tensor.constant dense<[1, 2, 3]> : tensor<3xi64>
  %one = emmy_tensor.constant 1 : tensor<5x3xi64>
  %r = emmy_tensor.index_map [%c[(d0, d1) -> (d1)]] : (tensor<3xi64>) -> tensor<5x3xi64>
  %s = emmy_tensor.elementwise add(%r, %one) : tensor<5x3xi64>
  %i = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %two = emmy_tensor.constant 2 : tensor<4xi64>
  %t = emmy_tensor.elementwise multiply(%i, %two) : tensor<4xi64>
  %o = emmy_tensor.index_map [%c[(d0) -> (d0 + 2)]] : (tensor<3xi64>) -> tensor<2xi64>
  // A loop, which has no folder.
  %p = emmy_tensor.elementwise pow(%two, %two) : tensor<4xi64>
  // A root that is no number.
  %m = emmy_tensor.constant -1.0 : tensor<4xf32>
  %q = emmy_tensor.elementwise sqrt(%m) : tensor<4xf32>
  return %s, %t, %o, %p, %q : tensor<5x3xi64>, tensor<4xi64>, tensor<2xi64>, tensor<4xi64>, tensor<4xf32>
}

// No elements, dynamic shapes.
// CHECK-LABEL: func.func @sizes
// CHECK-DAG: emmy_tensor.constant 6.000000e+00 : tensor<?xf32, #emmy.dims<[n]>>
// CHECK-DAG: emmy_tensor.constant 6.000000e+00 : tensor<0xf32>
module {
emmy.symbol @n
func.func @sizes() -> (tensor<?xf32, #emmy.dims<[n]>>, tensor<0xf32>) {
  %a = emmy_tensor.constant 2.0 : tensor<?xf32, #emmy.dims<[n]>>
  %b = emmy_tensor.constant 3.0 : tensor<?xf32, #emmy.dims<[n]>>
  %c = emmy_tensor.elementwise multiply(%a, %b) : tensor<?xf32, #emmy.dims<[n]>>
  %d = emmy_tensor.constant 2.0 : tensor<0xf32>
  %e = emmy_tensor.constant 3.0 : tensor<0xf32>
  %f = emmy_tensor.elementwise multiply(%d, %e) : tensor<0xf32>
  return %c, %f : tensor<?xf32, #emmy.dims<[n]>>, tensor<0xf32>
}
}
