// RUN: emmy-opt %s --emmy-convert-framework-to-tensor | FileCheck %s

// Narrow floats compute in f32 and round once; a scalar is applied in the compute type.
// CHECK-LABEL: @narrow
func.func @narrow(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: %[[W:.*]] = emmy_tensor.elementwise convert(%{{.*}}) implied : tensor<4xf16> -> tensor<4xf32>
  // CHECK: %[[C:.*]] = emmy_tensor.constant 1.5{{.*}} : tensor<4xf32>
  // CHECK: %[[S:.*]] = emmy_tensor.elementwise multiply(%[[W]], %[[C]]) : tensor<4xf32>
  // CHECK: emmy_tensor.elementwise convert(%[[S]]) implied : tensor<4xf32> -> tensor<4xf16>
  %y = emmy_framework.mul %x, 1.5 : tensor<4xf16>
  return %y : tensor<4xf16>
}

// A comparison reads narrow floats as they are: nothing is rounded.
// CHECK-LABEL: @comparison
func.func @comparison(%x: tensor<4xf16>) -> tensor<4xi1> {
  // CHECK-NOT: convert
  // CHECK: emmy_tensor.elementwise less(%{{.*}}, %{{.*}}) : tensor<4xf16>
  %y = emmy_framework.lt %x, 0.1 : tensor<4xf16>
  return %y : tensor<4xi1>
}

// What the program converts is its own.
// CHECK-LABEL: @conversion
func.func @conversion(%x: tensor<4xf32>) -> tensor<4xbf16> {
  // CHECK: emmy_tensor.elementwise convert(%{{.*}}) user : tensor<4xf32> -> tensor<4xbf16>
  %y = emmy_framework.to %x dtype(bf16) : tensor<4xf32>
  return %y : tensor<4xbf16>
}

// Sums of narrow floats accumulate in f32.
// CHECK-LABEL: @sums
func.func @sums(%x: tensor<4x8xbf16>) -> tensor<4xbf16> {
  // CHECK: %[[S:.*]] = emmy_tensor.reduce sum(%{{.*}}) dims = [1] accumulate f32 : tensor<4x8xbf16> -> tensor<4xf32>
  // CHECK: emmy_tensor.elementwise convert(%[[S]]) implied
  %y = emmy_framework.sum %x dims(-1) : tensor<4x8xbf16>
  return %y : tensor<4xbf16>
}

// A symbolic count is the last coordinate of an iota that is never stored.
// CHECK-LABEL: @symbolic_mean
func.func @symbolic_mean(%x: tensor<?xf32, #emmy.dims<[seq]>>) -> tensor<f32> {
  // CHECK: %[[I:.*]] = emmy_tensor.iota dim = 0 : tensor<?xi64, #emmy.dims<[seq + 1]>>
  // CHECK: %[[N:.*]] = emmy.size @seq
  // CHECK: emmy_tensor.index_map [%[[I]][()[s0] -> (s0)]] symbols(%[[N]])
  %y = emmy_framework.mean %x : tensor<?xf32, #emmy.dims<[seq]>>
  return %y : tensor<f32>
}

// A product of matrices: two index maps, converted where they are read, a multiplication, a sum.
// CHECK-LABEL: @product
// CHECK-SAME: (%[[A:.*]]: tensor<5x2x3xf16>, %[[B:.*]]: tensor<3x4xf16>)
func.func @product(%a: tensor<5x2x3xf16>, %b: tensor<3x4xf16>) -> tensor<5x2x4xf16> {
  // CHECK-DAG: %[[L:.*]] = emmy_tensor.index_map [%[[A]][(d0, d1, d2, d3) -> (d0, d1, d3)]]
  // CHECK-DAG: %[[LW:.*]] = emmy_tensor.elementwise convert(%[[L]]) implied : tensor<5x2x4x3xf16>
  // CHECK-DAG: %[[R:.*]] = emmy_tensor.index_map [%[[B]][(d0, d1, d2, d3) -> (d3, d2)]]
  // CHECK-DAG: %[[RW:.*]] = emmy_tensor.elementwise convert(%[[R]]) implied : tensor<5x2x4x3xf16>
  // CHECK: %[[P:.*]] = emmy_tensor.elementwise multiply(%[[LW]], %[[RW]])
  // CHECK: %[[S:.*]] = emmy_tensor.reduce sum(%[[P]]) dims = [3] : tensor<5x2x4x3xf32> -> tensor<5x2x4xf32>
  // CHECK: emmy_tensor.elementwise convert(%[[S]]) implied
  %c = emmy_framework.matmul %a, %b : tensor<5x2x3xf16>, tensor<3x4xf16>
  return %c : tensor<5x2x4xf16>
}

// CHECK-LABEL: @softmax
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[M:.*]] = emmy_tensor.reduce max(%[[X:.*]]) dims = [1]
  // CHECK: %[[D:.*]] = emmy_tensor.elementwise subtract(%[[X]], %{{.*}})
  // CHECK: %[[E:.*]] = emmy_tensor.elementwise exp(%[[D]])
  // CHECK: emmy_tensor.reduce sum(%[[E]]) dims = [1]
  // CHECK: emmy_tensor.elementwise divide(%[[E]], %{{.*}})
  %y = emmy_framework.softmax %x dim(-1) : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// A window outside the input is a guard, not a padded copy.
// CHECK-LABEL: @convolution
func.func @convolution(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>) -> tensor<2x4x8xf32> {
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0, d1, d2, d3, d4) -> (d0, d3, d2 + d4 - 1)] if affine_set<(d0, d1, d2, d3, d4) : (d2 + d4 - 1 >= 0, -(d2 + d4 - 1) + 7 >= 0)>
  // CHECK: emmy_tensor.reduce sum(%{{.*}}) dims = [3, 4]
  %y = emmy_framework.convolution %x, %w stride(1) padding(1) dilation(1) : tensor<2x3x8xf32>, tensor<4x3x3xf32>
  return %y : tensor<2x4x8xf32>
}

// CHECK-LABEL: @look_ups
func.func @look_ups(%w: tensor<10x4xf32>, %i: tensor<3xi64>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  // CHECK: emmy_tensor.gather %{{.*}}[%{{.*}}] dims = [0]
  %e = emmy_framework.embedding %w, %i : tensor<10x4xf32>, tensor<3xi64>
  // CHECK: emmy_tensor.scan sum(%{{.*}}) dim = 1
  %s = emmy_framework.cumsum %e dim(1) : tensor<3x4xf32>
  return %e, %s : tensor<3x4xf32>, tensor<3x4xf32>
}

// Floats of 8 bits have no arithmetic: updates that combine do so in f32, and are rounded once.
// CHECK-LABEL: func.func @combine_f8(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf8E4M3FN>, %[[V:.*]]: tensor<3xf8E4M3FN>,
func.func @combine_f8(%x: tensor<4xf8E4M3FN>, %v: tensor<3xf8E4M3FN>, %i: tensor<3xi64>) -> tensor<4xf8E4M3FN> {
  // CHECK-DAG: %[[WX:.*]] = emmy_tensor.elementwise convert(%[[X]]) implied
  // CHECK-DAG: %[[WV:.*]] = emmy_tensor.elementwise convert(%[[V]]) implied
  // CHECK:     %[[R:.*]] = emmy_tensor.scatter sum %[[WV]] into %[[WX]]{{.*}} : tensor<3xf32> into
  // CHECK:     emmy_tensor.elementwise convert(%[[R]]) user saturate
  %y = emmy_framework.scatter_add %x, %i, %v dim(0) : tensor<4xf8E4M3FN>, tensor<3xi64>, tensor<3xf8E4M3FN> -> tensor<4xf8E4M3FN>
  return %y : tensor<4xf8E4M3FN>
}

// CHECK-LABEL: func.func @bits
func.func @bits(%x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  // CHECK: elementwise bitcast(%{{.*}}) : tensor<4xf32> -> tensor<4xi32>
  %b = emmy_framework.bitcast %x dtype(i32) : tensor<4xf32>
  // CHECK-NOT: bitcast
  %f = emmy_framework.bitcast %x dtype(f32) : tensor<4xf32>
  return %b, %f : tensor<4xi32>, tensor<4xf32>
}

// Without a combination there is nothing to round.
// CHECK-LABEL: func.func @replace_f8(
func.func @replace_f8(%x: tensor<4xf8E4M3FN>, %v: tensor<3xf8E4M3FN>, %i: tensor<3xi64>) -> tensor<4xf8E4M3FN> {
  // CHECK-NOT: convert
  // CHECK:     emmy_tensor.scatter replace {{.*}} : tensor<3xf8E4M3FN> into
  %y = emmy_framework.scatter %x, %i, %v dim(0) : tensor<4xf8E4M3FN>, tensor<3xi64>, tensor<3xf8E4M3FN> -> tensor<4xf8E4M3FN>
  return %y : tensor<4xf8E4M3FN>
}
