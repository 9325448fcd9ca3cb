// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_range(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected dims in 0..2, but got 2}}
  %s = emmy_tensor.reduce sum(%x) dims = [2] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @c1_order(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected increasing dims, but got 0 after 1}}
  %s = emmy_tensor.reduce sum(%x) dims = [1, 0] : tensor<4x8xf32> -> tensor<f32>
  return
}

// -----

func.func @c2_class(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected an accumulator of the same class as the elements 'f32', but got 'i64'}}
  %s = emmy_tensor.reduce sum(%x) dims = [1] accumulate i64 : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @c2_undefined(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected a monoid that is defined on 'f32', but got any}}
  %s = emmy_tensor.reduce any(%x) dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @c3_results(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected 1 result of max, but got 2}}
  %s, %i = emmy_tensor.reduce max(%x) dims = [1] : tensor<4x8xf32> -> tensor<4xf32>, tensor<4xi64>
  return
}

// -----

func.func @c4_shape(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected result #0 to have the shape of 'tensor<4xf32>', but got 'tensor<8xf32>'}}
  %s = emmy_tensor.reduce sum(%x) dims = [1] : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @c5_element(%x: tensor<4x8xf16>) {
  // expected-error @below {{expected result #0 to have element type 'f16' or 'f32', but got 'f64'}}
  %s = emmy_tensor.reduce sum(%x) dims = [1] accumulate f32 : tensor<4x8xf16> -> tensor<4xf64>
  return
}

// -----

func.func @c5_position(%x: tensor<4x8xf16>) {
  // expected-error @below {{expected positions of type i64, but got 'i32'}}
  %i = emmy_tensor.reduce argmax(%x) dims = [1] : tensor<4x8xf16> -> tensor<4xi32>
  return
}

// -----

func.func @parse_name(%x: tensor<4x8xf16>) {
  // expected-error @below {{expected a monoid of the laws table, but got 'mean'}}
  %i = emmy_tensor.reduce mean(%x) dims = [1] : tensor<4x8xf16> -> tensor<4xf16>
  return
}
