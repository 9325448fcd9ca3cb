// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// A scalar takes part in promotion by its category only.
// CHECK-LABEL: @scalars
func.func @scalars(%x: tensor<4xf16>, %i: tensor<4xi32>, %b: tensor<4xi1>) {
  // CHECK: emmy_framework.add %{{.*}}, 1.5 : tensor<4xf16>
  emmy_framework.add %x, 1.5 : tensor<4xf16>
  // CHECK: emmy_framework.sub 2, %{{.*}} : tensor<4xf16>
  emmy_framework.sub 2, %x : tensor<4xf16>
  // CHECK: emmy_framework.mul %{{.*}}, -2 : tensor<4xi32>
  emmy_framework.mul %i, -2 : tensor<4xi32>
  // CHECK: emmy_framework.mul %{{.*}}, -0.0 : tensor<4xi32> -> tensor<4xf32>
  emmy_framework.mul %i, -0.0 : tensor<4xi32>
  // CHECK: emmy_framework.add %{{.*}}, 1 : tensor<4xi1> -> tensor<4xi64>
  emmy_framework.add %b, 1 : tensor<4xi1>
  // CHECK: emmy_framework.eq %{{.*}}, true : tensor<4xi1>
  emmy_framework.eq %b, true : tensor<4xi1>
  // CHECK: emmy_framework.maximum %{{.*}}, -inf : tensor<4xf16>
  emmy_framework.maximum %x, -inf : tensor<4xf16>
  // CHECK: emmy_framework.where %{{.*}}, %{{.*}}, nan : tensor<4xi1>, tensor<4xf16> -> tensor<4xf16>
  emmy_framework.where %b, %x, nan : tensor<4xi1>, tensor<4xf16>
  // CHECK: emmy_framework.pow %{{.*}}, 1.0e-05 : tensor<4xf16>
  emmy_framework.pow %x, 1.0e-5 : tensor<4xf16>
  return
}

// Rank-0 tensors raise the category only; tensors with dims decide.
// CHECK-LABEL: @ranks
func.func @ranks(%x: tensor<4xf16>, %y: tensor<f64>, %i: tensor<4xi8>, %u: tensor<4xui8>, %h: tensor<4xbf16>) {
  // CHECK: add {{.*}} -> tensor<4xf16>
  emmy_framework.add %x, %y : tensor<4xf16>, tensor<f64>
  // CHECK: add {{.*}} -> tensor<4xf64>
  emmy_framework.add %i, %y : tensor<4xi8>, tensor<f64>
  // CHECK: add {{.*}} -> tensor<4xi16>
  emmy_framework.add %i, %u : tensor<4xi8>, tensor<4xui8>
  // CHECK: add {{.*}} -> tensor<4xf32>
  emmy_framework.add %x, %h : tensor<4xf16>, tensor<4xbf16>
  return
}

// CHECK-LABEL: @rules
func.func @rules(%x: tensor<4xf32>, %i: tensor<4xi32>, %b: tensor<4xi1>) {
  // CHECK: emmy_framework.exp %{{.*}} : tensor<4xi32> -> tensor<4xf32>
  emmy_framework.exp %i : tensor<4xi32>
  // CHECK: emmy_framework.div %{{.*}}, %{{.*}} : tensor<4xi32> -> tensor<4xf32>
  emmy_framework.div %i, %i : tensor<4xi32>
  // CHECK: emmy_framework.div %{{.*}}, %{{.*}} rounding(floor) : tensor<4xi32>
  emmy_framework.div %i, %i rounding(floor) : tensor<4xi32>
  // CHECK: emmy_framework.lt %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf32> -> tensor<4xi1>
  emmy_framework.lt %i, %x : tensor<4xi32>, tensor<4xf32>
  // CHECK: emmy_framework.logical_and %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf32> -> tensor<4xi1>
  emmy_framework.logical_and %i, %x : tensor<4xi32>, tensor<4xf32>
  // CHECK: emmy_framework.masked_fill %{{.*}}, %{{.*}}, 1.5 : tensor<4xi32>, tensor<4xi1> -> tensor<4xi32>
  emmy_framework.masked_fill %i, %b, 1.5 : tensor<4xi32>, tensor<4xi1>
  // CHECK: emmy_framework.gelu %{{.*}} approximate(tanh) : tensor<4xf32>
  emmy_framework.gelu %x approximate(tanh) : tensor<4xf32>
  // CHECK: emmy_framework.elu %{{.*}} alpha(2.0) scale(1.5) : tensor<4xf32>
  emmy_framework.elu %x scale(1.5) alpha(2) : tensor<4xf32>
  // CHECK: emmy_framework.clamp %{{.*}}, 0.5, 1 : tensor<4xi32> -> tensor<4xf32>
  emmy_framework.clamp %i, 0.5, 1 : tensor<4xi32>
  return
}

// Dims broadcast when their extents are equal or one is 1; new dims come in front.
// CHECK-LABEL: @broadcast
func.func @broadcast(%x: tensor<?x4xf32, #emmy.dims<[seq, 4]>>, %y: tensor<1x4xf32>, %z: tensor<3x1x1xf32>,
                     %empty: tensor<0xf32>, %one: tensor<1xf32>) {
  // CHECK: add {{.*}} -> tensor<?x4xf32, #emmy.dims<[seq, 4]>>
  emmy_framework.add %x, %y : tensor<?x4xf32, #emmy.dims<[seq, 4]>>, tensor<1x4xf32>
  // CHECK: add {{.*}} -> tensor<3x?x4xf32, #emmy.dims<[3, seq, 4]>>
  emmy_framework.add %x, %z : tensor<?x4xf32, #emmy.dims<[seq, 4]>>, tensor<3x1x1xf32>
  // CHECK: add {{.*}} -> tensor<0xf32>
  emmy_framework.add %empty, %one : tensor<0xf32>, tensor<1xf32>
  return
}
