// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_dims(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @below {{expected dims in 0..2, but got -1}}
  %r = emmy_tensor.scatter sum %u into %x[%i] dims = [-1] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  return
}

// -----

func.func @c2_indices(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %j: tensor<3xi32>, %u: tensor<3xf32>) {
  // expected-error @below {{expected index tensors of one type 'tensor<3xi64>', but got 'tensor<3xi32>'}}
  %r = emmy_tensor.scatter sum %u into %x[%i, %j] dims = [0, 1] : tensor<3xf32> into (tensor<9x8xf32>, tensor<3xi64>, tensor<3xi32>)
  return
}

// -----

func.func @c3_at(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @below {{expected 0 <= at <= 1, but got 2}}
  %r = emmy_tensor.scatter sum %u into %x[%i] dims = [0] at 2 : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  return
}

// -----

func.func @c4_updates(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %u: tensor<3x7xf32>) {
  // expected-error @below {{expected updates of type 'tensor<3x8xf32>', but got 'tensor<3x7xf32>'}}
  %r = emmy_tensor.scatter sum %u into %x[%i] dims = [0] : tensor<3x7xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  return
}

// -----

func.func @c5_components(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @below {{expected a monoid of one component, but got argmax}}
  %r = emmy_tensor.scatter argmax %u into %x[%i] dims = [0] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  return
}

// -----

func.func @c5_undefined(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @below {{expected a monoid that is defined on 'f32', but got all}}
  %r = emmy_tensor.scatter all %u into %x[%i] dims = [0] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  return
}

// -----

func.func @c6_result(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<9x8xf32>' are incompatible with return type(s) of operation 'tensor<3x8xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %r = "emmy_tensor.scatter"(%u, %x, %i) <{dims = array<i64: 0>, at = 0 : i64}> : (tensor<3x8xf32>, tensor<9x8xf32>, tensor<3xi64>) -> tensor<3x8xf32>
  return
}
