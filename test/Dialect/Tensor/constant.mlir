// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// CHECK-LABEL: func.func @splats
func.func @splats() {
  // CHECK: emmy_tensor.constant 1.000000e+00 : tensor<4x8xf32>
  %one = emmy_tensor.constant 1.0 : tensor<4x8xf32>
  // Integers are numbers of float tensors too; decimals round to the element type.
  // CHECK: emmy_tensor.constant -2.000000e+00 : tensor<f16>
  %two = emmy_tensor.constant -2 : tensor<f16>
  // CHECK: emmy_tensor.constant 0.10000000149011612 : tensor<?xf32, #emmy.dims<[seq]>>
  %tenth = emmy_tensor.constant 0.1 : tensor<?xf32, #emmy.dims<[seq]>>
  // CHECK: emmy_tensor.constant -inf : tensor<bf16>
  %low = emmy_tensor.constant -inf : tensor<bf16>
  // CHECK: emmy_tensor.constant nan : tensor<f64>
  %nan = emmy_tensor.constant nan : tensor<f64>
  // The sign of a zero is kept.
  // CHECK: emmy_tensor.constant -0.000000e+00 : tensor<f32>
  %zero = emmy_tensor.constant -0.0 : tensor<f32>
  // CHECK: emmy_tensor.constant -0.000000e+00 : tensor<f32>
  %negative = emmy_tensor.constant -0 : tensor<f32>
  // CHECK: emmy_tensor.constant true : tensor<3xi1>
  %true = emmy_tensor.constant true : tensor<3xi1>
  // CHECK: emmy_tensor.constant 255 : tensor<ui8>
  %max = emmy_tensor.constant 255 : tensor<ui8>
  // CHECK: emmy_tensor.constant -9223372036854775808 : tensor<i64>
  %min = emmy_tensor.constant -9223372036854775808 : tensor<i64>
  return
}

// CHECK-LABEL: func.func @dense
func.func @dense() {
  // CHECK: emmy_tensor.constant dense<[3, 1, 2]> : tensor<3xi64>
  %ids = emmy_tensor.constant dense<[3, 1, 2]> : tensor<3xi64>
  // Equal elements are one number.
  // CHECK: emmy_tensor.constant 7 : tensor<3xi64>
  %sevens = emmy_tensor.constant dense<7> : tensor<3xi64>
  return
}
