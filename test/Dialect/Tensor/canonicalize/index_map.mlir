// RUN: emmy-opt %s --canonicalize | FileCheck %s

emmy.symbol @seq

// CHECK-LABEL: func.func @identity
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
func.func @identity(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: return %[[X]]
  %v = emmy_tensor.index_map [%x[(d0, d1) -> (d0, d1)]] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v : tensor<4x8xf32>
}

// A prefix has the identity as its map and is not its source.
// CHECK-LABEL: func.func @prefix
func.func @prefix(%x: tensor<4xf32>) -> tensor<3xf32> {
  // CHECK: emmy_tensor.index_map
  %v = emmy_tensor.index_map [%x[(d0) -> (d0)]] : (tensor<4xf32>) -> tensor<3xf32>
  return %v : tensor<3xf32>
}

// CHECK-LABEL: func.func @splat
func.func @splat() -> tensor<?x4xf32, #emmy.dims<[seq, 4]>> {
  // CHECK: %[[ONE:.*]] = emmy_tensor.constant 1.000000e+00 : tensor<?x4xf32, #emmy.dims<[seq, 4]>>
  // CHECK: return %[[ONE]]
  %one = emmy_tensor.constant 1.0 : tensor<f32>
  %v = emmy_tensor.index_map [%one[(d0, d1) -> ()]] : (tensor<f32>) -> tensor<?x4xf32, #emmy.dims<[seq, 4]>>
  return %v : tensor<?x4xf32, #emmy.dims<[seq, 4]>>
}

// CHECK-LABEL: func.func @unused_symbols
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: index
func.func @unused_symbols(%x: tensor<4xf32>, %n: index, %m: index) -> tensor<3xf32> {
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0)[s0] -> (d0 + s0 + s0)]] symbols(%[[M]])
  %v = emmy_tensor.index_map [%x[(d0)[s0, s1, s2] -> (d0 + s1 + s2)]] symbols(%n, %m, %m) : (tensor<4xf32>) -> tensor<3xf32>
  return %v : tensor<3xf32>
}

// What a guard alone reads is read.
// CHECK-LABEL: func.func @symbol_of_guard
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: index
func.func @symbol_of_guard(%x: tensor<4xf32>, %y: tensor<f32>, %n: index, %m: index) -> tensor<4xf32> {
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0)[s0] -> (d0)] if affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>, %{{.*}}[(d0)[s0] -> ()]] symbols(%[[M]])
  %v = emmy_tensor.index_map [%x[(d0)[s0, s1] -> (d0)] if affine_set<(d0)[s0, s1] : (s1 - 1 - d0 >= 0)>, %y[(d0)[s0, s1] -> ()]] symbols(%n, %m)
    : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %v : tensor<4xf32>
}
