// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @reshape_c1(%x: tensor<2x6xf32>) {
  // expected-error @below {{'emmy_framework.reshape' op expected at most one size -1, but got them for dims 0 and 2}}
  emmy_framework.reshape %x [-1, 2, -1] : tensor<2x6xf32>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected sizes with 12 elements in all, but got 10}}
  emmy_framework.reshape %x [2, 5] : tensor<2x6xf32>
  return
}

// -----

func.func @reshape_c2_symbols(%x: tensor<?x6xf32, #emmy.dims<[seq, 6]>>) {
  // expected-error @below {{expected sizes with 6*seq elements in all, but got 6*batch}}
  emmy_framework.reshape %x [6, batch] : tensor<?x6xf32, #emmy.dims<[seq, 6]>>
  return
}

// -----

func.func @reshape_c1_division(%x: tensor<?x6xf32, #emmy.dims<[seq, 6]>>) {
  // expected-error @below {{expected the number of elements 6*seq to be divisible by 4, the product of the other sizes}}
  emmy_framework.reshape %x [-1, 4] : tensor<?x6xf32, #emmy.dims<[seq, 6]>>
  return
}

// -----

func.func @reshape_empty(%x: tensor<0x6xf32>) {
  // expected-error @below {{expected the number of elements 0 to be divisible by 0, the product of the other sizes}}
  emmy_framework.reshape %x [-1, 0] : tensor<0x6xf32>
  return
}

// -----

func.func @flatten_c1(%x: tensor<2x6x2xf32>) {
  // expected-error @below {{expected start_dim not after end_dim, but got 2 and 1}}
  emmy_framework.flatten %x start_dim(2) end_dim(1) : tensor<2x6x2xf32>
  return
}

// -----

func.func @permute_c1(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected each dim once, but got dim 1 twice}}
  emmy_framework.permute %x dims(1, -1) : tensor<2x6xf32>
  return
}

// -----

func.func @permute_c1_count(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected 2 dims, but got 1}}
  emmy_framework.permute %x dims(1) : tensor<2x6xf32>
  return
}

// -----

func.func @dim(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.transpose %x dim0(0) dim1(2) : tensor<2x6xf32>
  return
}

// -----

func.func @expand_c1(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected at least 2 sizes, but got 1}}
  emmy_framework.expand %x [6] : tensor<2x6xf32>
  return
}

// -----

func.func @expand_c2(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected size 6 or -1 for dim 1, but got 3}}
  emmy_framework.expand %x [2, 3] : tensor<2x6xf32>
  return
}

// -----

func.func @expand_c2_new(%x: tensor<6xf32>) {
  // expected-error @below {{expected a size of at least 0 for new dim 0, but got -1}}
  emmy_framework.expand %x [-1, 6] : tensor<6xf32>
  return
}

// -----

func.func @expand_c2_negative(%x: tensor<6xf32>) {
  // expected-error @below {{expected a size of at least 0 or -1 for dim 1, but got -2}}
  emmy_framework.expand %x [3, -2] : tensor<6xf32>
  return
}

// -----

func.func @repeat_negative(%x: tensor<6xf32>) {
  // expected-error @below {{expected sizes of at least 0, but got -2 for dim 0}}
  emmy_framework.repeat %x [-2, 1] : tensor<6xf32>
  return
}

// -----

func.func @roll_c1(%x: tensor<6xf32>) {
  // expected-error @below {{expected one shift per dim, but got 2 shifts and 1 dims}}
  emmy_framework.roll %x shifts(1, 2) dims(0) : tensor<6xf32>
  return
}

// -----

func.func @repeat_c1(%x: tensor<6x2xf32>) {
  // expected-error @below {{expected at least 2 repetitions, but got 1}}
  emmy_framework.repeat %x [2] : tensor<6x2xf32>
  return
}

// -----

func.func @tril_c1(%x: tensor<6xf32>) {
  // expected-error @below {{expected at least 2 dims, but got 1}}
  emmy_framework.tril %x : tensor<6xf32>
  return
}

// -----

func.func @to_type(%x: tensor<6xf32>) {
  // expected-error @below {{expected a bool, integer or float element type, but got 'index'}}
  emmy_framework.to %x dtype(index) : tensor<6xf32>
  return
}

// -----

func.func @parameter() {
  // expected-error @below {{expected a result type}}
  emmy_framework.parameter "w"
  return
}

// -----

func.func @full_c1() {
  // expected-error @below {{expected sizes of at least 0, but got -2 for dim 1}}
  emmy_framework.full [2, -2] value(0) dtype(f32)
  return
}

// -----

func.func @arange_c1() {
  // expected-error @below {{expected an end}}
  emmy_framework.arange [2 : ] dtype(i64)
  return
}

// -----

func.func @arange_c2() {
  // expected-error @below {{expected an end that the step 1 reaches, but got 0 after 2}}
  emmy_framework.arange [2 : 0] dtype(i64)
  return
}

// -----

func.func @arange_c3() {
  // expected-error @below {{expected an integer or float element type, but got 'i1'}}
  emmy_framework.arange [0 : 2] dtype(i1)
  return
}

// -----

func.func @integers(%x: tensor<6xf32>) {
  // expected-error @below {{expected integer value}}
  emmy_framework.flip %x dims(0, x) : tensor<6xf32>
  return
}

// -----

func.func @no_tensor(%x: tensor<6xf32>) {
  // expected-error @below {{expected a tensor operand}}
  emmy_framework.flip 2 dims(0) : tensor<6xf32>
  return
}

// -----

func.func @arange_c2_step() {
  // expected-error @below {{expected a step other than 0}}
  emmy_framework.arange [0 : 2 : 0] dtype(i64)
  return
}

// -----

func.func @reshape_negative(%x: tensor<6xf32>) {
  // expected-error @below {{expected sizes of at least 0 or -1, but got -2 for dim 0}}
  emmy_framework.reshape %x [-2, 3] : tensor<6xf32>
  return
}

// -----

func.func @full_element_type() {
  // expected-error @below {{expected a bool, integer or float element type, but got 'i7'}}
  emmy_framework.full [2] value(1) dtype(i7)
  return
}

// -----

func.func @flatten_dim(%x: tensor<2x3xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.flatten %x start_dim(2) : tensor<2x3xf32>
  return
}

// -----

func.func @squeeze_dim(%x: tensor<2x1xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.squeeze %x dims(2) : tensor<2x1xf32>
  return
}

// -----

func.func @unsqueeze_dim(%x: tensor<2x1xf32>) {
  // expected-error @below {{expected a dim from -3 to 2, but got 3}}
  emmy_framework.unsqueeze %x dim(3) : tensor<2x1xf32>
  return
}

// -----

func.func @transpose_dim(%x: tensor<2x1xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.transpose %x dim0(0) dim1(2) : tensor<2x1xf32>
  return
}

// -----

func.func @permute_dim(%x: tensor<2x1xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.permute %x dims(0, 2) : tensor<2x1xf32>
  return
}

// -----

func.func @to_element_type(%x: tensor<2xf32>) {
  // expected-error @below {{expected a bool, integer or float element type, but got 'si8'}}
  emmy_framework.to %x dtype(si8) : tensor<2xf32>
  return
}

// -----

func.func @bitcast_element_type(%x: tensor<2xf32>) {
  // expected-error @below {{expected a bool, integer or float element type, but got 'si32'}}
  emmy_framework.bitcast %x dtype(si32) : tensor<2xf32>
  return
}

// -----

func.func @bitcast_width(%x: tensor<2xf32>) {
  // expected-error @below {{expected element types of one width, and no bools, but got 'f32' and 'i64'}}
  emmy_framework.bitcast %x dtype(i64) : tensor<2xf32>
  return
}

// -----

func.func @arange_element_type() {
  // expected-error @below {{expected a bool, integer or float element type, but got 'f80'}}
  emmy_framework.arange [0 : 4] dtype(f80)
  return
}

// -----

func.func @reshape_rank_0(%x: tensor<f32>) {
  // expected-error @below {{expected sizes with 1 elements in all, but got 2}}
  emmy_framework.reshape %x [2] : tensor<f32>
  return
}

// -----

func.func @reshape_other_symbol(%x: tensor<?xf32, #emmy.dims<[n]>>) {
  // expected-error @below {{expected the number of elements n to be divisible by m, the product of the other sizes}}
  emmy_framework.reshape %x [-1, m] : tensor<?xf32, #emmy.dims<[n]>>
  return
}
