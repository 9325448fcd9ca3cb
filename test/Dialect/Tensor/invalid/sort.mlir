// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_no_operand() {
  // expected-error @below {{expected at least one operand, the keys, but got none}}
  "emmy_tensor.sort"() <{dim = 0 : i64}> : () -> ()
  return
}

// -----

func.func @c2_dim(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected dims in 0..2, but got 2}}
  %s = emmy_tensor.sort(%x) dim = 2 : tensor<4x8xf32>
  return
}

// -----

func.func @c3_shape(%x: tensor<4x8xf32>, %p: tensor<8xi64>) {
  // expected-error @below {{expected operands of the shape of 'tensor<4x8xf32>', but got 'tensor<8xi64>' for operand #1}}
  %s:2 = emmy_tensor.sort(%x, %p) dim = 0 : tensor<4x8xf32>, tensor<8xi64>
  return
}
