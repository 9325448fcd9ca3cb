// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @amax_c1(%x: tensor<0x6xf32>) {
  // expected-error @below {{'emmy_framework.amax' op expected reduced dims with elements, but dim 0 has extent 0}}
  emmy_framework.amax %x dims(0) : tensor<0x6xf32>
  return
}

// -----

func.func @argmax_c1(%x: tensor<0x6xf32>) {
  // expected-error @below {{expected reduced dims with elements, but dim 0 has extent 0}}
  emmy_framework.argmax %x : tensor<0x6xf32>
  return
}

// -----

func.func @mean_c1(%x: tensor<2x6xi32>) {
  // expected-error @below {{expected an operand or a dtype of float type, but got 'i32'}}
  emmy_framework.mean %x : tensor<2x6xi32>
  return
}

// -----

func.func @var_c1(%x: tensor<2x6xi32>) {
  // expected-error @below {{expected an operand of float type, but got 'i32'}}
  emmy_framework.var %x : tensor<2x6xi32>
  return
}

// -----

func.func @dims(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected each dim once, but got dim 1 twice}}
  emmy_framework.sum %x dims(1, -1) : tensor<2x6xf32>
  return
}

// -----

func.func @softmax_dim(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got -3}}
  emmy_framework.softmax %x dim(-3) : tensor<2x6xf32>
  return
}

// -----

func.func @layer_norm_c1(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected normalized size 0 to be 6, but got 5}}
  emmy_framework.layer_norm %x [5] eps(1.0e-5) : tensor<2x6xf32>
  return
}

// -----

func.func @layer_norm_c2(%x: tensor<2x6xf32>, %b: tensor<2xf32>) {
  // expected-error @below {{expected a bias of type 'tensor<6xf32>', but got 'tensor<2xf32>'}}
  emmy_framework.layer_norm %x bias(%b) [6] eps(1.0e-5) : tensor<2x6xf32>, tensor<2xf32>
  return
}

// -----

func.func @group_norm_c1(%x: tensor<2x6xf32>) {
  // expected-error @below {{expected a number of groups that divides 6 channels, but got 4}}
  emmy_framework.group_norm %x num_groups(4) eps(1.0e-5) : tensor<2x6xf32>
  return
}

// -----

func.func @batch_norm_c2(%x: tensor<2x6xf32>, %b: tensor<2xf32>) {
  // expected-error @below {{expected a running mean of type 'tensor<6xf32>', but got 'tensor<2xf32>'}}
  emmy_framework.batch_norm %x, %b, %b eps(1.0e-5) : tensor<2x6xf32>, tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @layer_norm_c1_count(%x: tensor<6xf32>) {
  // expected-error @below {{expected a normalized shape of 1 to 1 sizes, but got 2}}
  emmy_framework.layer_norm %x [2, 6] eps(1.0e-5) : tensor<6xf32>
  return
}

// -----

func.func @layer_norm_c2_weight(%x: tensor<2x6xf32>, %b: tensor<2xf32>) {
  // expected-error @below {{expected a weight of type 'tensor<6xf32>', but got 'tensor<2xf32>'}}
  emmy_framework.layer_norm %x weight(%b) [6] eps(1.0e-5) : tensor<2x6xf32>, tensor<2xf32>
  return
}

// -----

func.func @layer_norm_c3(%x: tensor<2x6xi32>) {
  // expected-error @below {{expected an operand of float type, but got 'i32'}}
  emmy_framework.layer_norm %x [6] eps(1.0e-5) : tensor<2x6xi32>
  return
}

// -----

func.func @batch_norm_c1(%x: tensor<6xf32>, %b: tensor<6xf32>) {
  // expected-error @below {{expected an operand of rank 2 at least, but got rank 1}}
  emmy_framework.batch_norm %x, %b, %b eps(1.0e-5) : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
  return
}

// -----

func.func @batch_norm_c2_variance(%x: tensor<2x6xf32>, %b: tensor<6xf32>, %v: tensor<2xf32>) {
  // expected-error @below {{expected a running variance of type 'tensor<6xf32>', but got 'tensor<2xf32>'}}
  emmy_framework.batch_norm %x, %b, %v eps(1.0e-5) : tensor<2x6xf32>, tensor<6xf32>, tensor<2xf32>
  return
}

// -----

func.func @group_norm_c1_rank(%x: tensor<6xf32>) {
  // expected-error @below {{expected an operand of rank 2 at least, but got rank 1}}
  emmy_framework.group_norm %x num_groups(2) eps(1.0e-5) : tensor<6xf32>
  return
}

// -----

func.func @group_norm_c1_type(%x: tensor<2x6xi32>) {
  // expected-error @below {{expected an operand of float type, but got 'i32'}}
  emmy_framework.group_norm %x num_groups(2) eps(1.0e-5) : tensor<2x6xi32>
  return
}

// -----

// A shape that is no operand's is named.
func.func @layer_norm_c2_weight(%x: tensor<2x6xf32>, %w: tensor<5xf32>) {
  // expected-error @below {{expected a weight of type 'tensor<6xf32>', but got 'tensor<5xf32>'}}
  emmy_framework.layer_norm %x weight(%w) [6] eps(1.0e-5) : tensor<2x6xf32>, tensor<5xf32>
  return
}

// -----

func.func @layer_norm_c2_bias(%x: tensor<2x6xf32>, %w: tensor<5xf32>) {
  // expected-error @below {{expected a bias of type 'tensor<6xf32>', but got 'tensor<5xf32>'}}
  emmy_framework.layer_norm %x bias(%w) [6] eps(1.0e-5) : tensor<2x6xf32>, tensor<5xf32>
  return
}

// -----

func.func @batch_norm_c2_mean(%x: tensor<2x6xf32>, %m: tensor<5xf32>, %v: tensor<6xf32>) {
  // expected-error @below {{expected a running mean of type 'tensor<6xf32>', but got 'tensor<5xf32>'}}
  emmy_framework.batch_norm %x, %m, %v eps(1.0e-5) : tensor<2x6xf32>, tensor<5xf32>, tensor<6xf32>
  return
}

// -----

func.func @batch_norm_c2_variance(%x: tensor<2x6xf32>, %m: tensor<6xf32>, %v: tensor<5xf32>) {
  // expected-error @below {{expected a running variance of type 'tensor<6xf32>', but got 'tensor<5xf32>'}}
  emmy_framework.batch_norm %x, %m, %v eps(1.0e-5) : tensor<2x6xf32>, tensor<6xf32>, tensor<5xf32>
  return
}

// -----

func.func @batch_norm_c2_weight(%x: tensor<2x6xf32>, %m: tensor<6xf32>, %w: tensor<5xf32>) {
  // expected-error @below {{expected a weight of type 'tensor<6xf32>', but got 'tensor<5xf32>'}}
  emmy_framework.batch_norm %x, %m, %m weight(%w) eps(1.0e-5) : tensor<2x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<5xf32>
  return
}

// -----

func.func @batch_norm_c2_bias(%x: tensor<2x6xf32>, %m: tensor<6xf32>, %w: tensor<5xf32>) {
  // expected-error @below {{expected a bias of type 'tensor<6xf32>', but got 'tensor<5xf32>'}}
  emmy_framework.batch_norm %x, %m, %m bias(%w) eps(1.0e-5) : tensor<2x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<5xf32>
  return
}

// -----

func.func @sort_dim(%x: tensor<4x5xf32>) {
  // expected-error @below {{expected a dim from -2 to 1, but got 2}}
  emmy_framework.sort %x dim(2) : tensor<4x5xf32>
  return
}
