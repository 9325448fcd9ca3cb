// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_pieces() {
  // expected-error @below {{expected at least one piece, but got none}}
  %v = emmy_tensor.index_map [] : () -> tensor<4xf32>
  return
}

// -----

func.func @c2_maps(%x: tensor<4xf32>) {
  // expected-error @below {{expected one map a source, but got 0 maps for 1 sources}}
  %v = "emmy_tensor.index_map"(%x) <{maps = [], guards = [], operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c2_guards(%x: tensor<4xf32>) {
  // expected-error @below {{expected one guard for every piece but the last, but got 0 guards for 2 pieces}}
  %v = emmy_tensor.index_map [%x[(d0) -> (d0)], %x[(d0) -> (d0)]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c3_dims(%x: tensor<4xf32>) {
  // expected-error @below {{expected map #0 to take 1 dims and 0 symbols, but got 2 and 0}}
  %v = emmy_tensor.index_map [%x[(d0, d1) -> (d0)]] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c3_results(%x: tensor<4xf32>) {
  // expected-error @below {{expected map #0 to give 1 coordinates of its source, but got 2}}
  %v = emmy_tensor.index_map [%x[(d0) -> (d0, 0)]] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c4_guard(%x: tensor<4xf32>) {
  // expected-error @below {{expected guard #0 to take 1 dims and 0 symbols, but got 1 and 1}}
  %v = emmy_tensor.index_map [%x[(d0) -> (d0)] if affine_set<(d0)[s0] : (d0 >= 0)>, %x[(d0) -> (d0)]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c5_element(%x: tensor<4xf32>) {
  // expected-error @below {{expected source #0 with elements of type 'f16', but got 'f32'}}
  %v = emmy_tensor.index_map [%x[(d0) -> (d0)]] : (tensor<4xf32>) -> tensor<4xf16>
  return
}
