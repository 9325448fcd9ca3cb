// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: emmy-opt %s --emmy-convert-tensor-to-loop | FileCheck %s

// The n-th of pieces beside each other stands behind the ends of all pieces before it: only the last end is asked for,
// so that the text of many pieces grows with their number and not with its square.
// CHECK-LABEL: @beside
// CHECK: for parallel (%[[I:i0]])
// CHECK-NEXT: load %{{.*}}[%[[I]]] if (-%[[I]] + 1 >= 0) else
// CHECK-NEXT: load %{{.*}}[%[[I]] - 2] if (%[[I]] - 2 >= 0, -%[[I]] + 4 >= 0) else
// CHECK-NEXT: load %{{.*}}[0] if (%[[I]] - 5 >= 0, -%[[I]] + 5 >= 0) else
// CHECK-NEXT: load %{{.*}}[%[[I]] - 6] if (%[[I]] - 6 >= 0) else
func.func @beside(%a: tensor<2xf32>, %b: tensor<3xf32>, %c: tensor<1xf32>, %d: tensor<4xf32>) -> tensor<10xf32> {
  %0 = emmy_tensor.index_map [%a[(i) -> (i)] if affine_set<(i) : (1 - i >= 0)>, %b[(i) -> (i - 2)] if affine_set<(i) : (4 - i >= 0)>, %c[(i) -> (i - 5)] if affine_set<(i) : (5 - i >= 0)>, %d[(i) -> (i - 6)]]
      : (tensor<2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<4xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// A bound that another one implies stays out, whichever of them comes first.
// CHECK-LABEL: @bounds
// CHECK: load %{{.*}}[%[[I:i0]]] if (%[[I]] - 3 >= 0) else
func.func @bounds(%a: tensor<10xf32>, %z: tensor<f32>) -> tensor<10xf32> {
  %0 = emmy_tensor.index_map [%a[(i) -> (i)] if affine_set<(i) : (i - 1 >= 0, i - 3 >= 0, i - 2 >= 0)>, %z[(i) -> ()]]
      : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// An equality implies the bounds that it lies in.
// CHECK-LABEL: @equal
// CHECK: load %{{.*}}[%[[I:i0]]] if (%[[I]] - 3 == 0) else
// CHECK: load %{{.*}}[%[[I]]] if (%[[I]] - 3 == 0) else
func.func @equal(%a: tensor<10xf32>, %b: tensor<10xf32>, %z: tensor<f32>) -> (tensor<10xf32>, tensor<10xf32>) {
  %0 = emmy_tensor.index_map [%a[(i) -> (i)] if affine_set<(i) : (i - 1 >= 0, i - 3 == 0)>, %z[(i) -> ()]]
      : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = emmy_tensor.index_map [%b[(i) -> (i)] if affine_set<(i) : (i - 3 == 0, i - 1 >= 0, i - 3 >= 0, i - 3 == 0)>, %z[(i) -> ()]]
      : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  return %0, %1 : tensor<10xf32>, tensor<10xf32>
}

// What no position can be is not loaded: an equality outside of a bound, on either side, and two equalities.
// CHECK-LABEL: @never
// CHECK-COUNT-3: emmy_loop.store %cst
// CHECK-NOT: emmy_loop.load
func.func @never(%a: tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>) {
  %z = emmy_tensor.constant dense<2.5> : tensor<f32>
  %0 = emmy_tensor.index_map [%a[(i) -> (i)] if affine_set<(i) : (i - 3 >= 0, i - 2 == 0)>, %z[(i) -> ()]]
      : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = emmy_tensor.index_map [%a[(i) -> (i + 1)] if affine_set<(i) : (i - 2 == 0, i - 3 >= 0)>, %z[(i) -> ()]]
      : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  %2 = emmy_tensor.index_map [%a[(i) -> (i + 2)] if affine_set<(i) : (i - 2 == 0, i - 3 == 0)>, %z[(i) -> ()]]
      : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  return %0, %1, %2 : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
}
