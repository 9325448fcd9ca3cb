// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_scalar() {
  // expected-error @below {{expected a scalar of type 'f32' or dense elements of type 'tensor<4xf32>', but got 1 : i64}}
  %k = "emmy_tensor.constant"() <{value = 1 : i64}> : () -> tensor<4xf32>
  return
}

// -----

func.func @c1_dense() {
  // expected-error @below {{expected a scalar of type 'i64' or dense elements of type 'tensor<4xi64>', but got dense<[1, 2]> : tensor<2xi64>}}
  %k = "emmy_tensor.constant"() <{value = dense<[1, 2]> : tensor<2xi64>}> : () -> tensor<4xi64>
  return
}

// -----

func.func @parse_type() {
  // expected-error @below {{expected a tensor of numbers or bools with named extents, but got 'tensor<?xf32>'}}
  %k = emmy_tensor.constant 1.0 : tensor<?xf32>
  return
}
