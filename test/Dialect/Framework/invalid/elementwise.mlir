// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @broadcast(%x: tensor<4xf32>, %y: tensor<2x5xf32>) {
  // expected-error @below {{'emmy_framework.add' op expected dim 1 of operand #1 to broadcast with extent 4, but got 5}}
  emmy_framework.add %x, %y : tensor<4xf32>, tensor<2x5xf32>
  return
}

// -----

// Symbols with equal values are not one symbol.
func.func @broadcast_symbols(%x: tensor<?xf32, #emmy.dims<[seq]>>, %y: tensor<?xf32, #emmy.dims<[batch]>>) {
  // expected-error @below {{expected dim 0 of operand #1 to broadcast with extent seq, but got batch}}
  emmy_framework.add %x, %y : tensor<?xf32, #emmy.dims<[seq]>>, tensor<?xf32, #emmy.dims<[batch]>>
  return
}

// -----

func.func @class(%x: tensor<4xi32>) {
  // expected-error @below {{'emmy_framework.silu' op expected operands of type float, but got 'i32'}}
  emmy_framework.silu %x : tensor<4xi32>
  return
}

// -----

func.func @class_mask(%x: tensor<4xf32>) {
  // expected-error @below {{expected operands of type bool or integer, but got 'f32'}}
  emmy_framework.bitwise_and %x, 1 : tensor<4xf32>
  return
}

// -----

func.func @no_common_type(%x: tensor<4xf8E4M3FN>, %y: tensor<4xf32>) {
  // expected-error @below {{expected operands with a common element type, but got 'f8E4M3FN', 'f32'}}
  emmy_framework.add %x, %y : tensor<4xf8E4M3FN>, tensor<4xf32>
  return
}

// -----

// A rank-0 operand of a higher category would decide, but has no common type with the others.
func.func @no_common_type_rank_0(%x: tensor<4xi32>, %y: tensor<f8E4M3FN>) {
  // expected-error @below {{expected operands with a common element type, but got 'i32', 'f8E4M3FN'}}
  emmy_framework.add %x, %y : tensor<4xi32>, tensor<f8E4M3FN>
  return
}

// -----

func.func @no_common_type_cat(%x: tensor<4xui16>, %y: tensor<4xi8>) {
  // expected-error @below {{expected operands with a common element type, but got 'ui16', 'i8'}}
  emmy_framework.cat %x, %y dim(0) : tensor<4xui16>, tensor<4xi8>
  return
}

// -----

func.func @scalar_of_65_bits(%x: tensor<4xi32>) {
  // expected-error @below {{expected a Python int of 64 bits, but got 9223372036854775808}}
  emmy_framework.add %x, 9223372036854775808 : tensor<4xi32>
  return
}

// -----

func.func @scalar_of_65_bits_negative(%x: tensor<4xi32>) {
  // The smallest one is fine.
  emmy_framework.add %x, -9223372036854775808 : tensor<4xi32>
  // expected-error @below {{expected a Python int of 64 bits, but got -9223372036854775809}}
  emmy_framework.add %x, -9223372036854775809 : tensor<4xi32>
  return
}

// -----

func.func @condition(%x: tensor<4xf32>) {
  // expected-error @below {{expected operand #0 to have i1 elements, but got 'f32'}}
  emmy_framework.where %x, %x, %x : tensor<4xf32>
  return
}

// -----

func.func @count(%x: tensor<4xf32>) {
  // expected-error @below {{expected 2 operands, but got 1}}
  emmy_framework.add %x : tensor<4xf32>
  return
}

// -----

func.func @count_generic(%x: tensor<4xf32>) {
  // expected-error @below {{expected 2 operands, but got 3}}
  // expected-error @below {{failed to infer returned types}}
  "emmy_framework.add"(%x) {scalars = [unit, 1.0 : f64, 2.0 : f64]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scalar_type(%x: tensor<4xf32>) {
  // expected-error @below {{expected a bool, i64 or f64 scalar, but got 1.000000e+00 : f32}}
  // expected-error @below {{failed to infer returned types}}
  "emmy_framework.add"(%x) {scalars = [unit, 1.0 : f32]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scalars_only() {
  // expected-error @below {{expected at least one tensor operand, but got scalars only}}
  // expected-error @below {{failed to infer returned types}}
  "emmy_framework.add"() {scalars = [1, 2]} : () -> tensor<f32>
  return
}

// -----

func.func @result(%x: tensor<4xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf16>'}}
  emmy_framework.exp %x : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @unnamed(%x: tensor<?xf32>) {
  // expected-error @below {{expected operand #0 to be a tensor of bool, integer or float elements whose dynamic dims are named, but got 'tensor<?xf32>'}}
  emmy_framework.exp %x : tensor<?xf32>
  return
}

// -----

func.func @types(%x: tensor<4xf32>) {
  // expected-error @below {{expected one type or 3 operand types, but got 2}}
  emmy_framework.lerp %x, %x, %x : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @twice(%x: tensor<4xf32>) {
  // expected-error @below {{expected one clause 'alpha', but got two}}
  emmy_framework.add %x, %x alpha(1) alpha(2) : tensor<4xf32>
  return
}

// -----

func.func @option(%x: tensor<4xf32>) {
  // expected-error @below {{expected one of none, tanh, but got 'sigmoid'}}
  emmy_framework.gelu %x approximate(sigmoid) : tensor<4xf32>
  return
}

// -----

func.func @not_a_scalar(%x: tensor<4xf32>) {
  // expected-error @below {{expected a Python scalar, but got "one"}}
  emmy_framework.add %x, "one" : tensor<4xf32>
  return
}

// -----

func.func @no_scalar(%x: tensor<4xf32>) {
  // expected-error @below {{expected a Python scalar}}
  emmy_framework.add %x, %x alpha(x) : tensor<4xf32>
  return
}

// -----

func.func @neither(%x: tensor<4xf32>) {
  // expected-error @below {{expected a tensor operand or a Python scalar}}
  emmy_framework.add %x, alpha(2) : tensor<4xf32>
  return
}

// -----

func.func @tensors_generic(%x: tensor<4xf32>) {
  // expected-error @below {{expected 1 tensor operands, but got 2}}
  // expected-error @below {{failed to infer returned types}}
  "emmy_framework.add"(%x, %x) {scalars = [unit, 1]} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A bool has no sign.
func.func @scalar_negative_bool(%x: tensor<4xi32>) {
  // expected-error @below {{expected a number after '-', but got 'true'}}
  emmy_framework.add %x, -true : tensor<4xi32>
  return
}

// -----

func.func @complex_elements(%x: tensor<4xcomplex<f32>>) {
  // expected-error @below {{expected operand #0 to be a tensor of bool, integer or float elements whose dynamic dims are named, but got 'tensor<4xcomplex<f32>>'}}
  %y = emmy_framework.neg %x : tensor<4xcomplex<f32>>
  return
}
