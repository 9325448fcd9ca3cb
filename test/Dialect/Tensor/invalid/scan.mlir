// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_dim(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected dims in 0..2, but got 2}}
  %s = emmy_tensor.scan sum(%x) dim = 2 : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c2_undefined(%x: tensor<4xi1>) {
  // expected-error @below {{expected a monoid that is defined on 'i1', but got sum}}
  %s = emmy_tensor.scan sum(%x) dim = 0 : tensor<4xi1> -> tensor<4xi1>
  return
}

// -----

func.func @c3_results(%x: tensor<4xf32>) {
  // expected-error @below {{expected 1 or 2 results of argmax, but got 3}}
  %s:3 = "emmy_tensor.scan"(%x) <{monoid = #emmy<monoid argmax>, dim = 0 : i64}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi64>)
  return
}

// -----

func.func @c4_shape(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected result #0 to have the shape of 'tensor<4x8xf32>', but got 'tensor<4xf32>'}}
  %s = emmy_tensor.scan sum(%x) dim = 1 : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @c5_element(%x: tensor<4xi32>) {
  // expected-error @below {{expected result #0 to have element type 'i32' or 'i32', but got 'f32'}}
  %s = emmy_tensor.scan sum(%x) dim = 0 : tensor<4xi32> -> tensor<4xf32>
  return
}
