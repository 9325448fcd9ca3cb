// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_count(%x: tensor<4x9xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected at least one index tensor and one dim each, but got 1 index tensors and 2 dims}}
  // expected-error @below {{failed to infer returned types}}
  %g = emmy_tensor.gather %x[%i] dims = [0, 1] : (tensor<4x9xf32>, tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @c1_dims(%x: tensor<4x9xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected dims in 0..2, but got 2}}
  // expected-error @below {{failed to infer returned types}}
  %g = emmy_tensor.gather %x[%i] dims = [2] : (tensor<4x9xf32>, tensor<3xi64>) -> tensor<3x9xf32>
  return
}

// -----

func.func @c2_indices(%x: tensor<4x9xf32>, %i: tensor<3xi64>, %j: tensor<2xi64>) {
  // expected-error @below {{expected index tensors of one type 'tensor<3xi64>', but got 'tensor<2xi64>'}}
  // expected-error @below {{failed to infer returned types}}
  %g = emmy_tensor.gather %x[%i, %j] dims = [0, 1] : (tensor<4x9xf32>, tensor<3xi64>, tensor<2xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @c3_at(%x: tensor<4x9xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected 0 <= at <= 1, but got 2}}
  // expected-error @below {{failed to infer returned types}}
  %g = emmy_tensor.gather %x[%i] dims = [0] at 2 : (tensor<4x9xf32>, tensor<3xi64>) -> tensor<9x3xf32>
  return
}

// -----

func.func @c4_result(%x: tensor<4x9xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3x9xf32>' are incompatible with return type(s) of operation 'tensor<9x3xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %g = emmy_tensor.gather %x[%i] dims = [0] : (tensor<4x9xf32>, tensor<3xi64>) -> tensor<9x3xf32>
  return
}

// -----

func.func @type_index(%x: tensor<4x9xf32>, %i: tensor<3xf32>) {
  // expected-error @below {{operand #1 must be variadic of ranked tensor of i32 or i64 with named extents, but got 'tensor<3xf32>'}}
  %g = emmy_tensor.gather %x[%i] dims = [0] : (tensor<4x9xf32>, tensor<3xf32>) -> tensor<3x9xf32>
  return
}
