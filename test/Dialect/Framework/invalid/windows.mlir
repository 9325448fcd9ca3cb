// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @convolution_c2(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error @below {{'emmy_framework.convolution' op expected 1 numbers in stride, but got 2}}
  emmy_framework.convolution %x, %w stride(1, 1) padding(0) dilation(1) : tensor<2x3x8xf32>, tensor<4x3x3xf32>
  return
}

// -----

func.func @convolution_c2_stride(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error @below {{expected stride of at least 1, but got 0}}
  emmy_framework.convolution %x, %w stride(0) padding(0) dilation(1) : tensor<2x3x8xf32>, tensor<4x3x3xf32>
  return
}

// -----

func.func @convolution_c3(%x: tensor<2x3x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error @below {{expected 2 input channels for the weight, but got 3}}
  emmy_framework.convolution %x, %w stride(1) padding(0) dilation(1) : tensor<2x3x8xf32>, tensor<4x2x3xf32>
  return
}

// -----

func.func @convolution_c3_groups(%x: tensor<2x3x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error @below {{expected a number of groups that divides 3 channels and a weight of 4, but got 2}}
  emmy_framework.convolution %x, %w stride(1) padding(0) dilation(1) groups(2) : tensor<2x3x8xf32>, tensor<4x2x3xf32>
  return
}

// -----

func.func @convolution_c4(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @below {{expected a bias of type 'tensor<4xf32>', but got 'tensor<3xf32>'}}
  emmy_framework.convolution %x, %w bias(%b) stride(1) padding(0) dilation(1) : tensor<2x3x8xf32>, tensor<4x3x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @convolution_c5(%x: tensor<2x3x1xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error @below {{expected windows that fit, but dim 2 of the result would have extent -1}}
  emmy_framework.convolution %x, %w stride(1) padding(0) dilation(1) : tensor<2x3x1xf32>, tensor<4x3x3xf32>
  return
}

// -----

func.func @max_pool_c2(%x: tensor<2x3x8xf32>) {
  // expected-error @below {{expected a padding of at most half the kernel, but got 2 for 3}}
  emmy_framework.max_pool %x kernel_size(3) stride(1) padding(2) dilation(1) : tensor<2x3x8xf32>
  return
}

// -----

func.func @avg_pool_c2(%x: tensor<2x3x8xf32>) {
  // expected-error @below {{expected a divisor other than 0}}
  emmy_framework.avg_pool %x kernel_size(3) stride(1) padding(0) divisor_override(0) : tensor<2x3x8xf32>
  return
}

// -----

func.func @adaptive_c2(%x: tensor<2x3x?xf32, #emmy.dims<[2, 3, w]>>) {
  // expected-error @below {{expected a constant extent and a constant size of at least 1 for dim 2, but got w and 2}}
  emmy_framework.adaptive_avg_pool %x [2] : tensor<2x3x?xf32, #emmy.dims<[2, 3, w]>>
  return
}

// -----

func.func @index_c1(%x: tensor<4x5xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected one index tensor per dim, but got 1 for 2 dims}}
  emmy_framework.index %x, %i dims(0, 1) : tensor<4x5xf32>, tensor<3xi64>
  return
}

// -----

func.func @index_c1_order(%x: tensor<4x5xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected dims that increase, but got 1, 0}}
  emmy_framework.index %x, %i, %i dims(1, 0) : tensor<4x5xf32>, tensor<3xi64>, tensor<3xi64>
  return
}

// -----

func.func @index_c1_rank_0(%x: tensor<f32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected operand #0 to have rank 1 at least, but got 0}}
  emmy_framework.index %x, %i dims(0) : tensor<f32>, tensor<3xi64>
  return
}

// -----

func.func @max_pool_without_dims(%x: tensor<1x8xf32>) {
  // expected-error @below {{expected at least one number in kernel_size, but got none}}
  emmy_framework.max_pool %x kernel_size() stride() padding() dilation() : tensor<1x8xf32>
  return
}

// -----

// Products of two numbers of a window stay exact.
func.func @max_pool_large(%x: tensor<1x8xf32>) {
  // expected-error @below {{expected dilation of at most 2147483647, but got 9223372036854775807}}
  emmy_framework.max_pool %x kernel_size(2) stride(1) padding(0) dilation(9223372036854775807) : tensor<1x8xf32>
  return
}

// -----

func.func @index_put_c2(%x: tensor<4x5xf32>, %v: tensor<2x5xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected dim 0 of the values to broadcast to extent 3, but got 2}}
  emmy_framework.index_put %x, %v, %i dims(0) : tensor<4x5xf32>, tensor<2x5xf32>, tensor<3xi64>
  return
}

// -----

func.func @scatter_c1(%x: tensor<4x5xf32>, %i: tensor<3x5xi64>, %s: tensor<2x5xf32>) {
  // expected-error @below {{expected a source of type 'tensor<3x5xf32>', but got 'tensor<2x5xf32>'}}
  emmy_framework.scatter %x, %i, %s dim(0) : tensor<4x5xf32>, tensor<3x5xi64>, tensor<2x5xf32>
  return
}

// -----

func.func @nll_loss_c1(%x: tensor<4x5xf32>, %t: tensor<5xi64>) {
  // expected-error @below {{expected a target of type 'tensor<4xi64>', but got 'tensor<5xi64>'}}
  emmy_framework.nll_loss %x, %t : tensor<4x5xf32>, tensor<5xi64>
  return
}

// -----

func.func @index_c1_twice(%x: tensor<4x5xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected each dim once, but got dim 1 twice}}
  emmy_framework.index %x, %i, %i dims(1, -1) : tensor<4x5xf32>, tensor<3xi64>, tensor<3xi64>
  return
}

// -----

func.func @index_c2(%x: tensor<4x5xf32>, %i: tensor<3xi1>) {
  // expected-error @below {{expected operand #1 to have i32 or i64 elements, but got 'i1'}}
  emmy_framework.index %x, %i dims(1) : tensor<4x5xf32>, tensor<3xi1>
  return
}

// -----

func.func @index_c2_broadcast(%x: tensor<4x5xf32>, %i: tensor<3xi64>, %j: tensor<2xi64>) {
  // expected-error @below {{expected dim 0 of operand #1 to broadcast with extent 3, but got 2}}
  emmy_framework.index %x, %i, %j dims(0, 1) : tensor<4x5xf32>, tensor<3xi64>, tensor<2xi64>
  return
}

// -----

// The operands before the index tensors are counted.
func.func @index_put_c1(%x: tensor<4x5xf32>, %v: tensor<3xf32>, %i: tensor<3xf32>) {
  // expected-error @below {{expected operand #2 to have i32 or i64 elements, but got 'f32'}}
  emmy_framework.index_put %x, %v, %i dims(0) : tensor<4x5xf32>, tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @scatter_c1_types(%x: tensor<4x5xf32>, %i: tensor<3x5xi64>, %s: tensor<3x5xf16>) {
  // expected-error @below {{expected operand #1 to have elements of type 'f32' like operand #0, but got 'f16'}}
  emmy_framework.scatter %x, %i, %s dim(0) : tensor<4x5xf32>, tensor<3x5xi64>, tensor<3x5xf16>
  return
}

// -----

func.func @scatter_dim(%x: tensor<4x5xf32>, %i: tensor<3x5xi64>, %s: tensor<3x5xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.scatter %x, %i, %s dim(2) : tensor<4x5xf32>, tensor<3x5xi64>, tensor<3x5xf32>
  return
}

// -----

func.func @nll_loss_c1_type(%x: tensor<4x5xi32>, %t: tensor<4xi64>) {
  // expected-error @below {{expected an operand of float type, but got 'i32'}}
  emmy_framework.nll_loss %x, %t : tensor<4x5xi32>, tensor<4xi64>
  return
}

// -----

func.func @convolution_rank(%x: tensor<3x8xf32>, %w: tensor<4x3xf32>) {
  // expected-error @below {{expected operand #1 to have rank 3 at least, but got 2}}
  emmy_framework.convolution %x, %w stride() padding() dilation() : tensor<3x8xf32>, tensor<4x3xf32>
  return
}

// -----

func.func @max_pool_extent(%x: tensor<1x2xf32>) {
  // expected-error @below {{expected windows that fit, but dim 1 of the result would have extent -2}}
  emmy_framework.max_pool %x kernel_size(5) stride(1) padding(0) dilation(1) : tensor<1x2xf32>
  return
}

// -----

func.func @adaptive_avg_pool_type(%x: tensor<1x2xi32>) {
  // expected-error @below {{expected an operand of float type, but got 'i32'}}
  emmy_framework.adaptive_avg_pool %x [1] : tensor<1x2xi32>
  return
}

// -----

func.func @adaptive_max_pool_c2(%x: tensor<1x2xf32>) {
  // expected-error @below {{expected a constant extent and a constant size of at least 1 for dim 1, but got 2 and 0}}
  emmy_framework.adaptive_max_pool %x [0] : tensor<1x2xf32>
  return
}

// -----

func.func @adaptive_max_pool_indices_c1(%x: tensor<2xf32>) {
  // expected-error @below {{expected operand #0 to have rank 2 at least, but got 1}}
  emmy_framework.adaptive_max_pool_indices %x [1] : tensor<2xf32>
  return
}

// -----

func.func @max_pool_indices_extent(%x: tensor<1x2xf32>) {
  // expected-error @below {{expected windows that fit, but dim 1 of the result would have extent -2}}
  emmy_framework.max_pool_indices %x kernel_size(5) stride(1) padding(0) dilation(1) : tensor<1x2xf32>
  return
}

// -----

func.func @scatter_reduce_dim(%x: tensor<4x5xf32>, %i: tensor<3x5xi64>, %s: tensor<3x5xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.scatter_reduce %x, %i, %s dim(2) : tensor<4x5xf32>, tensor<3x5xi64>, tensor<3x5xf32>
  return
}
