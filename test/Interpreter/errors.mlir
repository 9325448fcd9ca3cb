// RUN: emmy-opt %s --emmy-test-interpret --split-input-file --verify-diagnostics -o /dev/null

func.func @leaves_source() -> tensor<4xi64> {
  %x = emmy_tensor.iota dim = 0 : tensor<3xi64>
  // expected-error @below {{expected coordinates in 0..3 along dim 0 of source #0, but got 3 at result coordinates [3]}}
  %v = emmy_tensor.index_map [%x[(d0) -> (d0)]] : (tensor<3xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}

// -----

// One error, however many elements are beyond.
func.func @leaves_source_often() -> tensor<2x4xi64> {
  %x = emmy_tensor.iota dim = 0 : tensor<2xi64>
  // expected-error @below {{expected coordinates in 0..2 along dim 0 of source #0, but got 2 at result coordinates [0, 2]}}
  %v = emmy_tensor.index_map [%x[(d0, d1) -> (d1)]] : (tensor<2xi64>) -> tensor<2x4xi64>
  return %v : tensor<2x4xi64>
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

// -----

emmy.symbol @n

func.func @no_symbol_value() -> tensor<4xi64> {
  // expected-error @below {{expected a value for @n, but got none}}
  %n = emmy.size @n
  %x = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %v = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 mod s0)]] symbols(%n) : (tensor<4xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}

// -----

func.func @zero_divisor() -> tensor<4xi64> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-error @below {{expected a divisor other than 0, but got 0}}
  %n = arith.floordivsi %one, %zero : index
  %x = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %v = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 mod s0)]] symbols(%n) : (tensor<4xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}

// -----

func.func @unknown_arithmetic() -> tensor<4xi64> {
  %one = arith.constant 1 : index
  // expected-error @below {{expected index arithmetic that the interpreter knows, but got}}
  %n = arith.xori %one, %one : index
  %x = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %v = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 mod s0)]] symbols(%n) : (tensor<4xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}

// -----

emmy.symbol @n

// What is wrong below arithmetic is told once, there.
func.func @no_symbol_value_inside() -> tensor<4xi64> {
  %one = arith.constant 1 : index
  // expected-error @below {{expected a value for @n, but got none}}
  %n = emmy.size @n
  %m = arith.addi %n, %one : index
  %x = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %v = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 mod s0)]] symbols(%m) : (tensor<4xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}

// -----

func.func @sum_of_65_bits() -> tensor<4xi64> {
  %large = arith.constant 9223372036854775807 : index
  %one = arith.constant 1 : index
  // expected-error @below {{expected a result that 64 bits hold, but got operands 9223372036854775807 and 1}}
  %n = arith.addi %large, %one : index
  %x = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %v = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 mod s0)]] symbols(%n) : (tensor<4xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}

// -----

func.func @quotient_of_65_bits() -> tensor<4xi64> {
  %smallest = arith.constant -9223372036854775808 : index
  %minus = arith.constant -1 : index
  // expected-error @below {{expected a result that 64 bits hold, but got operands -9223372036854775808 and -1}}
  %n = arith.divsi %smallest, %minus : index
  %x = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %v = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 mod s0)]] symbols(%n) : (tensor<4xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}
