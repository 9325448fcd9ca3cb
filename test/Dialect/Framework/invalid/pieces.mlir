// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// The operators that take tensors apart and put them together.

// The generic form gives the result type, so that the verifier is the first to look.
func.func @slice_generic_dim(%x: tensor<4xf32>) {
  // expected-error @below {{expected a dim from -1 to 0, but got -9}}
  "emmy_framework.slice"(%x) <{dim = -9 : i64, range = #emmy_framework.range<[0 : 4]>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_generic_step(%x: tensor<4xf32>) {
  // expected-error @below {{expected a step of at least 1, but got 0}}
  "emmy_framework.slice"(%x) <{dim = 0 : i64, range = #emmy_framework.range<[0 : 4 : 0]>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_generic_rank(%x: tensor<4xf32>) {
  // expected-error @below {{expected a result of rank 1, but got 2}}
  "emmy_framework.slice"(%x) <{dim = 0 : i64, range = #emmy_framework.range<[0 : 4]>}> : (tensor<4xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @chunk_many(%x: tensor<0xf32>) {
  // expected-error @below {{expected 1 to 65536 chunks, but got 4611686018427387904}}
  emmy_framework.chunk %x dim(0) chunks(4611686018427387904) : tensor<0xf32>
  return
}

// -----

// Padding that no memory holds does not wrap around.
func.func @pad_large(%x: tensor<6xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<9223372036854775807xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  emmy_framework.pad %x low(9223372036854775807) high(9223372036854775807) : tensor<6xf32> -> tensor<2xf32>
  return
}

// -----

func.func @slice_c1(%x: tensor<6xf32>) {
  // expected-error @below {{expected a step of at least 1, but got 0}}
  emmy_framework.slice %x dim(0) [0 : 6 : 0] : tensor<6xf32>
  return
}

// -----

func.func @slice_promise(%x: tensor<?xf32, #emmy.dims<[seq]>>) {
  // expected-error @below {{expected extent max(0, seq - 1) for dim 0 of the result, but got seq - 2}}
  emmy_framework.slice %x dim(0) [1 : ] : tensor<?xf32, #emmy.dims<[seq]>> -> tensor<?xf32, #emmy.dims<[seq - 2]>>
  return
}

// -----

func.func @slice_static(%x: tensor<6xf32>) {
  // expected-error @below {{expected extent 3 for dim 0 of the result, but got 2}}
  emmy_framework.slice %x dim(0) [1 : 4] : tensor<6xf32> -> tensor<2xf32>
  return
}

// -----

func.func @missing(%x: tensor<6xf32>) {
  // expected-error @below {{expected a clause 'range'}}
  emmy_framework.slice %x dim(0) : tensor<6xf32>
  return
}

// -----

func.func @select_c1(%x: tensor<6xf32>) {
  // expected-error @below {{expected an index from -6 to 5, but got 6}}
  emmy_framework.select %x dim(0) index(6) : tensor<6xf32>
  return
}

// -----

func.func @select_rank(%x: tensor<f32>) {
  // expected-error @below {{expected an operand of rank 1 at least, but got rank 0}}
  emmy_framework.select %x dim(0) index(0) : tensor<f32>
  return
}

// -----

func.func @cat_c2(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @below {{expected operand #1 to have extent 2 at dim 0, but got 3}}
  emmy_framework.cat %x, %y dim(1) : tensor<2x3xf32>, tensor<3x3xf32>
  return
}

// -----

func.func @cat_c2_rank(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{expected operand #1 to have rank 2, but got 1}}
  emmy_framework.cat %x, %y dim(1) : tensor<2x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @cat_c1() {
  // expected-error @below {{expected at least one operand}}
  // expected-error @below {{failed to infer returned types}}
  "emmy_framework.cat"() {dim = 0 : i64} : () -> tensor<0xf32>
  return
}

// -----

func.func @stack_c2(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{expected operand #1 to have the shape of operand #0, but got 'tensor<3xf32>' and 'tensor<2xf32>'}}
  emmy_framework.stack %x, %y dim(0) : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

func.func @chunk_c1(%x: tensor<6xf32>) {
  // expected-error @below {{expected 1 to 65536 chunks, but got 0}}
  emmy_framework.chunk %x dim(0) chunks(0) : tensor<6xf32>
  return
}

// -----

func.func @chunk_c2(%x: tensor<?xf32, #emmy.dims<[seq]>>) {
  // expected-error @below {{expected an extent that is a multiple of 2, but got seq}}
  emmy_framework.chunk %x dim(0) chunks(2) : tensor<?xf32, #emmy.dims<[seq]>>
  return
}

// -----

func.func @split_c1(%x: tensor<6xf32>) {
  // expected-error @below {{expected sizes that add up to 6, but got 5}}
  emmy_framework.split %x dim(0) [2, 3] : tensor<6xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<6xf32>) {
  // expected-error @below {{expected 1 numbers in low and high, but got 2 and 1}}
  emmy_framework.pad %x low(1, 2) high(0) : tensor<6xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<6xf32>) {
  // expected-error @below {{expected an extent of at least 0, but got -1 for dim 0}}
  emmy_framework.pad %x low(-3) high(-4) : tensor<6xf32>
  return
}

// -----

func.func @select_rank_0(%x: tensor<f32>) {
  // expected-error @below {{expected an operand of rank 1 at least, but got rank 0}}
  emmy_framework.select %x dim(0) index(0) : tensor<f32>
  return
}

// -----

func.func @chunk_dim(%x: tensor<2xf32>) {
  // expected-error @below {{expected a dim from -1 to 0, but got 1}}
  emmy_framework.chunk %x dim(1) chunks(2) : tensor<2xf32>
  return
}

// -----

func.func @split_dim(%x: tensor<2xf32>) {
  // expected-error @below {{expected a dim from -1 to 0, but got 1}}
  emmy_framework.split %x dim(1) [1, 1] : tensor<2xf32>
  return
}

// -----

func.func @cat_dim(%x: tensor<2xf32>) {
  // expected-error @below {{expected a dim from -1 to 0, but got 1}}
  emmy_framework.cat %x, %x dim(1) : tensor<2xf32>
  return
}

// -----

func.func @stack_types(%x: tensor<2xui64>, %y: tensor<2xi8>) {
  // expected-error @below {{expected operands with a common element type, but got 'ui64', 'i8'}}
  emmy_framework.stack %x, %y dim(0) : tensor<2xui64>, tensor<2xi8>
  return
}

// -----

func.func @stack_dim(%x: tensor<2xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.stack %x, %x dim(2) : tensor<2xf32>
  return
}

// -----

func.func @split_negative(%x: tensor<2xf32>) {
  // expected-error @below {{expected sizes of at least 0, but got -1}}
  emmy_framework.split %x dim(0) [-1, 3] : tensor<2xf32>
  return
}

// -----

func.func @stack_none() {
  // expected-error @below {{expected at least one operand}}
  // expected-error @below {{failed to infer returned types}}
  "emmy_framework.stack"() <{dim = 0 : i64}> : () -> tensor<4xf32>
  return
}
