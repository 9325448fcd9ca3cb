// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @elementwise_function(%x: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword}}
  %y = emmy_tensor.elementwise (%x) : tensor<4xf32>
  return
}

// -----

func.func @elementwise_operands(%x: tensor<4xf32>) {
  // expected-error @below {{expected '(' in operand list}}
  %y = emmy_tensor.elementwise exp %x : tensor<4xf32>
  return
}

// -----

func.func @elementwise_colon(%x: tensor<4xf32>) {
  // expected-error @below {{expected ':'}}
  %y = emmy_tensor.elementwise exp(%x) tensor<4xf32>
  return
}

// -----

func.func @elementwise_long_types(%x: tensor<4xf32>) {
  // expected-error @below {{expected '->'}}
  %y = emmy_tensor.elementwise exp(%x) : (tensor<4xf32>) tensor<4xf32>
  return
}

// -----

func.func @elementwise_type(%x: tensor<4xf32>) {
  // expected-error @below {{invalid kind of type specified: expected builtin.tensor, but found 'memref<4xf32>'}}
  %y = emmy_tensor.elementwise exp(%x) : memref<4xf32>
  return
}

// -----

func.func @elementwise_result(%x: tensor<4xf32>) {
  // expected-error @below {{expected non-function type}}
  %y = emmy_tensor.elementwise exp(%x) : tensor<4xf32> -> 4
  return
}

// -----

func.func @monoid(%x: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword}}
  %y = emmy_tensor.reduce (%x) dims = [0] accumulate f32 : tensor<4xf32> -> tensor<f32>
  return
}

// -----

func.func @integer() {
  // expected-error @below {{expected integer value}}
  %y = emmy_tensor.iota dim = x : tensor<4xi64>
  return
}

// -----

func.func @index_map_source(%x: tensor<4xf32>) {
  // expected-error @below {{expected SSA operand}}
  %y = emmy_tensor.index_map [x[(d0) -> (d0)]] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @index_map_guard(%x: tensor<4xf32>) {
  // expected-error @below {{invalid kind of attribute specified}}
  %y = emmy_tensor.index_map [%x[(d0) -> (d0)] if 3] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @index_map_list(%x: tensor<4xf32>) {
  // expected-error @below {{expected '['}}
  %y = emmy_tensor.index_map %x[(d0) -> (d0)] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @index_map_symbols(%x: tensor<4xf32>, %n: index) {
  // expected-error @below {{expected '(' in operand list}}
  %y = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 + s0)]] symbols %n : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @index_map_colon(%x: tensor<4xf32>) {
  // expected-error @below {{expected ':'}}
  %y = emmy_tensor.index_map [%x[(d0) -> (d0)]] (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @index_map_types(%x: tensor<4xf32>) {
  // expected-error @below {{invalid kind of type specified: expected builtin.function, but found 'tensor<4xf32>'}}
  %y = emmy_tensor.index_map [%x[(d0) -> (d0)]] : tensor<4xf32>
  return
}
