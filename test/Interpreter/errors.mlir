// RUN: emmy-opt %s --emmy-test-interpret --split-input-file --verify-diagnostics -o /dev/null

func.func @leaves_source() -> tensor<4xi64> {
  %x = emmy_tensor.iota dim = 0 : tensor<3xi64>
  // expected-error @below {{expected coordinates in 0..3 along dim 0 of source #0, but got 3 at result coordinates [3]}}
  %v = emmy_tensor.index_map [%x[(d0) -> (d0)]] : (tensor<3xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}

// -----

emmy.symbol @n

func.func @no_size() -> tensor<?xi64, #emmy.dims<[n]>> {
  // expected-error @below {{expected a size for the extent n, but got no value for its symbols}}
  %x = emmy_tensor.iota dim = 0 : tensor<?xi64, #emmy.dims<[n]>>
  return %x : tensor<?xi64, #emmy.dims<[n]>>
}

// -----

func.func @foreign_op() -> tensor<4xf32> {
  %x = emmy_tensor.constant 1.0 : tensor<4xf32>
  // expected-error @below {{expected an op of the tensor dialect, emmy.size or index arithmetic, but got this}}
  %y = math.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
