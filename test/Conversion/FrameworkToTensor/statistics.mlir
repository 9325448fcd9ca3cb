// RUN: emmy-opt --emmy-convert-framework-to-tensor --cse --split-input-file %s | FileCheck %s

// Squares of f32 are summed plain, and scaled down; small ones are nothing beside the eps.
// CHECK-LABEL: func.func @layer_norm
func.func @layer_norm(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  // The mean, what it lacks, the squares.
  // CHECK-COUNT-3: emmy_tensor.reduce sum
  // 2^-80
  // CHECK: emmy_tensor.constant 8.27180{{.*}}E-25
  // CHECK-COUNT-1: emmy_tensor.reduce sum
  // CHECK-NOT: emmy_tensor.reduce
  %y = emmy_framework.layer_norm %x [6] eps(1.0e-05) : tensor<2x6xf32> -> tensor<2x6xf32>
  return %y : tensor<2x6xf32>
}

// -----

// Without an eps also scaled up.
// CHECK-LABEL: func.func @no_eps
func.func @no_eps(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  // CHECK-COUNT-5: emmy_tensor.reduce sum
  // CHECK-NOT: emmy_tensor.reduce
  %y = emmy_framework.layer_norm %x [6] eps(0.0) : tensor<2x6xf32> -> tensor<2x6xf32>
  return %y : tensor<2x6xf32>
}

// -----

// Of f16, f32 holds the squares.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%x: tensor<2x6xf16>) -> tensor<2x6xf16> {
  // CHECK-COUNT-3: emmy_tensor.reduce sum
  // CHECK-NOT: emmy_tensor.reduce
  %y = emmy_framework.layer_norm %x [6] eps(0.0) : tensor<2x6xf16> -> tensor<2x6xf16>
  return %y : tensor<2x6xf16>
}

// -----

// Of f32, f64 holds the squares, and the mean is exact. The root is taken before it is rounded to f32.
// CHECK-LABEL: func.func @std
func.func @std(%x: tensor<2x6xf32>) -> tensor<2xf32> {
  // CHECK-COUNT-2: emmy_tensor.reduce sum(%{{.*}}) {{.*}}f64
  // CHECK-NOT: emmy_tensor.reduce
  // CHECK: sqrt(%{{.*}}) : tensor<2x1xf64>
  // CHECK-NOT: select
  %y = emmy_framework.std %x dims(1) : tensor<2x6xf32> -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @std_f64
func.func @std_f64(%x: tensor<2x6xf64>) -> tensor<2xf64> {
  // CHECK-COUNT-5: emmy_tensor.reduce sum
  // CHECK-NOT: emmy_tensor.reduce
  // CHECK-COUNT-2: select(
  %y = emmy_framework.std %x dims(1) : tensor<2x6xf64> -> tensor<2xf64>
  return %y : tensor<2xf64>
}
