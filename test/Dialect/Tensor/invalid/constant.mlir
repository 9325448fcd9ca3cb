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

// -----

func.func @parse_sign() {
  // expected-error @below {{expected floating point literal}}
  %k = emmy_tensor.constant -x : tensor<4xf32>
  return
}

// -----

func.func @parse_integer() {
  // expected-error @below {{expected integer value}}
  %k = emmy_tensor.constant --x : tensor<4xf32>
  return
}

// -----

func.func @parse_dense() {
  // expected-error @below {{expected element literal of primitive type}}
  %k = emmy_tensor.constant dense<[1, x]> : tensor<2xi32>
  return
}

// -----

func.func @parse_dense_attributes() {
  // expected-error @below {{expected attribute value}}
  %k = emmy_tensor.constant dense<[1, 2]> : tensor<2xi32> {a = }
  return
}

// -----

func.func @parse_colon() {
  // expected-error @below {{expected ':'}}
  %k = emmy_tensor.constant 1 tensor<2xi32>
  return
}

// -----

func.func @parse_type_missing() {
  // expected-error @below {{expected non-function type}}
  %k = emmy_tensor.constant 1 : 2
  return
}

// -----

// A number is one of the type: none is rounded to an integer, and none wraps around.
func.func @fraction() {
  // expected-error @below {{expected a number of type 'i32', but got 1.5}}
  %k = emmy_tensor.constant 1.5 : tensor<2xi32>
  return
}

// -----

func.func @large_signless() {
  %byte = emmy_tensor.constant 255 : tensor<2xi8>
  // expected-error @below {{expected a number of type 'i8', but got 256}}
  %k = emmy_tensor.constant 256 : tensor<2xi8>
  return
}

// -----

func.func @small_signless() {
  %byte = emmy_tensor.constant -128 : tensor<2xi8>
  // expected-error @below {{expected a number of type 'i8', but got -129}}
  %k = emmy_tensor.constant -129 : tensor<2xi8>
  return
}

// -----

func.func @negative_unsigned() {
  // expected-error @below {{expected a number of type 'ui8', but got -1}}
  %k = emmy_tensor.constant -1 : tensor<2xui8>
  return
}

// -----

func.func @bool_of_two() {
  // expected-error @below {{expected a number of type 'i1', but got 2}}
  %k = emmy_tensor.constant 2 : tensor<2xi1>
  return
}

// -----

func.func @large_i64() {
  // expected-error @below {{expected a number of type 'i64', but got 36893488147419103232}}
  %k = emmy_tensor.constant 36893488147419103232 : tensor<2xi64>
  return
}

// -----

// Dense elements are those of a tensor.
func.func @parse_dense_vector() {
  // expected-error @below {{expected a tensor of numbers or bools with named extents, but got 'vector<2xf32>'}}
  %k = emmy_tensor.constant dense<[1.0, 2.0]> : vector<2xf32>
  return
}

// -----

// A bool has no sign.
func.func @negative_bool() {
  // expected-error @below {{expected a number after '-', but got 'true'}}
  %c = emmy_tensor.constant -true : tensor<2xi1>
  return
}
