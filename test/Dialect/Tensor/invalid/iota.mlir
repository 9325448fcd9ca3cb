// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_dim() {
  // expected-error @below {{expected dims in 0..1, but got 1}}
  %i = emmy_tensor.iota dim = 1 : tensor<4xi64>
  return
}

// -----

func.func @c2_float() {
  // expected-error @below {{expected integer elements, but got 'f32'}}
  %i = emmy_tensor.iota dim = 0 : tensor<4xf32>
  return
}

// -----

func.func @c2_bool() {
  // expected-error @below {{expected integer elements, but got 'i1'}}
  %i = emmy_tensor.iota dim = 0 : tensor<4xi1>
  return
}
