// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// The text form that all operators share: operands and Python scalars, clauses, types.

func.func @operand(%x: tensor<4xf32>) {
  // expected-error @below {{invalid SSA value result number}}
  emmy_framework.silu %x#y : tensor<4xf32>
  return
}

// -----

func.func @operand_tensor(%x: tensor<4xf32>) {
  // expected-error @below {{expected a tensor operand}}
  emmy_framework.softmax 3 dim(0) : tensor<4xf32>
  return
}

// -----

func.func @scalar_sign(%x: tensor<4xf32>) {
  // expected-error @below {{expected integer value}}
  emmy_framework.add %x, --x : tensor<4xf32>
  return
}

// -----

func.func @scalar_negative(%x: tensor<4xf32>) {
  // expected-error @below {{expected floating point literal}}
  emmy_framework.add %x, -[1] : tensor<4xf32>
  return
}

// -----

func.func @scalar_attribute(%x: tensor<4xf32>) {
  // expected-error @below {{expected ',' or ']'}}
  emmy_framework.add %x, [1 2] : tensor<4xf32>
  return
}

// -----

func.func @clause_without_parentheses(%x: tensor<4xf32>) {
  // expected-error @below {{expected '('}}
  emmy_framework.softmax %x dim 0 : tensor<4xf32>
  return
}

// -----

func.func @clause_missing(%x: tensor<4xf32>) {
  // expected-error @below {{expected a clause 'dim'}}
  emmy_framework.softmax %x : tensor<4xf32>
  return
}

// -----

func.func @clause_operand(%x: tensor<4xf32>) {
  // expected-error @below {{expected SSA operand}}
  emmy_framework.layer_norm %x weight(3) [4] eps(0.1) : tensor<4xf32>
  return
}

// -----

func.func @clause_float(%x: tensor<4xf32>) {
  // expected-error @below {{expected a Python scalar}}
  emmy_framework.elu %x alpha(x) : tensor<4xf32>
  return
}

// -----

func.func @clause_integer(%x: tensor<4xf32>) {
  // expected-error @below {{expected integer value}}
  emmy_framework.softmax %x dim(x) : tensor<4xf32>
  return
}

// -----

func.func @clause_first_integer(%x: tensor<4xf32>) {
  // expected-error @below {{expected integer value}}
  emmy_framework.sum %x dims(-x) : tensor<4xf32>
  return
}

// -----

func.func @clause_next_integer(%x: tensor<4xf32>) {
  // expected-error @below {{expected integer value}}
  emmy_framework.sum %x dims(0, x) : tensor<4xf32>
  return
}

// -----

func.func @clause_type(%x: tensor<4xf32>) {
  // expected-error @below {{expected non-function type}}
  emmy_framework.sum %x dtype(3) : tensor<4xf32>
  return
}

// -----

func.func @clause_extent(%x: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword}}
  emmy_framework.select %x dim(0) index(+) : tensor<4xf32>
  return
}

// -----

func.func @clause_sizes(%x: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword}}
  emmy_framework.reshape %x [2, +] : tensor<4xf32>
  return
}

// -----

func.func @clause_text() {
  // expected-error @below {{expected attribute value}}
  emmy_framework.parameter : tensor<4xf32>
  return
}

// -----

func.func @range_start(%x: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword}}
  emmy_framework.slice %x dim(0) [+ : 4] : tensor<4xf32>
  return
}

// -----

func.func @range_colon(%x: tensor<4xf32>) {
  // expected-error @below {{expected ':'}}
  emmy_framework.slice %x dim(0) [0] : tensor<4xf32>
  return
}

// -----

func.func @range_end(%x: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword}}
  emmy_framework.slice %x dim(0) [0 : +] : tensor<4xf32>
  return
}

// -----

func.func @range_step(%x: tensor<4xf32>) {
  // expected-error @below {{expected integer value}}
  emmy_framework.slice %x dim(0) [0 : 4 : n] : tensor<4xf32>
  return
}

// -----

func.func @range_step_alone(%x: tensor<4xf32>) {
  // expected-error @below {{expected integer value}}
  emmy_framework.slice %x dim(0) [0 : : n] : tensor<4xf32>
  return
}

// -----

func.func @range_bracket(%x: tensor<4xf32>) {
  // expected-error @below {{expected ']'}}
  emmy_framework.slice %x dim(0) [0 : 4 : 1 : tensor<4xf32>
  return
}

// -----

func.func @range_attribute(%x: tensor<4xf32>) {
  // expected-error @below {{expected '['}}
  "emmy_framework.slice"(%x) <{dim = 0 : i64, range = #emmy_framework.range<0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @types_missing(%x: tensor<4xf32>) {
  // expected-error @below {{expected ':'}}
  emmy_framework.silu %x tensor<4xf32>
  return
}

// -----

func.func @clause_enumeration_number(%x: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword}}
  emmy_framework.gelu %x approximate(1) : tensor<4xf32>
  return
}

// -----

// An attribute of the dictionary that is no clause of the operator's kind.
func.func @attribute(%x: tensor<4xf32>) {
  // expected-error @below {{Invalid attribute `dims` in property conversion: "all"}}
  emmy_framework.sum %x {dims = "all"} : tensor<4xf32>
  return
}
