// RUN: emmy-opt %s --emmy-test-interpret=sizes=n=3,m=0 -o /dev/null | FileCheck %s
// RUN: emmy-opt %s --mlir-print-op-generic | emmy-opt --emmy-test-interpret=sizes=n=3,m=0 -o /dev/null | FileCheck %s

emmy.symbol @n
emmy.symbol @m

// A product of two index maps, never stored, and a sum: a[i, k] = 2i + k, b[k, j] = 3k + j.
// CHECK: @matmul #0: 2x3xi64 [3, 4, 5, 9, 14, 19]
func.func @matmul() -> tensor<2x3xi64> {
  %a = emmy_tensor.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %b = emmy_tensor.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %x = emmy_tensor.index_map [%a[(i, j, k) -> (i, k)]] : (tensor<2x2xi64>) -> tensor<2x3x2xi64>
  %y = emmy_tensor.index_map [%b[(i, j, k) -> (k, j)]] : (tensor<2x3xi64>) -> tensor<2x3x2xi64>
  %p = emmy_tensor.elementwise multiply(%x, %y) : tensor<2x3x2xi64>
  %c = emmy_tensor.reduce sum(%p) dims = [2] : tensor<2x3x2xi64> -> tensor<2x3xi64>
  return %c : tensor<2x3xi64>
}

// The first piece whose guard holds: 0, 1, 2 shifted by one into seven, -1 elsewhere, and an overlapping second guard.
// CHECK: @pieces #0: 7xi64 [-1, 0, 1, 2, 9, 9, -1]
func.func @pieces() -> tensor<?xi64, #emmy.dims<[2*n + 1]>> {
  %n = emmy.size @n
  %x = emmy_tensor.iota dim = 0 : tensor<?xi64, #emmy.dims<[n]>>
  %nine = emmy_tensor.constant 9 : tensor<i64>
  %fill = emmy_tensor.constant -1 : tensor<i64>
  %p = emmy_tensor.index_map [%x[(i)[s0] -> (i - 1)] if affine_set<(i)[s0] : (i - 1 >= 0, s0 - i >= 0)>,
                              %nine[(i)[s0] -> ()] if affine_set<(i)[s0] : (i - 2 >= 0, 2 * s0 - 1 - i >= 0)>,
                              %fill[(i)[s0] -> ()]] symbols(%n)
    : (tensor<?xi64, #emmy.dims<[n]>>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #emmy.dims<[2*n + 1]>>
  return %p : tensor<?xi64, #emmy.dims<[2*n + 1]>>
}

// Symbols may be computed; a division by a symbol is by at least one.
// CHECK: @symbols #0: 6xi64 [0, 0, 1, 1, 2, 2]
// CHECK: @symbols #1: 3xi64 [2, 1, 0]
func.func @symbols() -> (tensor<?xi64, #emmy.dims<[2*n]>>, tensor<?xi64, #emmy.dims<[n]>>) {
  %n = emmy.size @n
  %m = emmy.size @m
  %one = arith.constant 1 : index
  %last = arith.subi %n, %one : index
  %x = emmy_tensor.iota dim = 0 : tensor<?xi64, #emmy.dims<[n]>>
  %r = emmy_tensor.index_map [%x[(i)[s0, s1] -> ((i floordiv 2) floordiv s0 + i mod s0)]] symbols(%m, %n)
    : (tensor<?xi64, #emmy.dims<[n]>>) -> tensor<?xi64, #emmy.dims<[2*n]>>
  %f = emmy_tensor.index_map [%x[(i)[s0] -> (s0 - i)]] symbols(%last)
    : (tensor<?xi64, #emmy.dims<[n]>>) -> tensor<?xi64, #emmy.dims<[n]>>
  return %r, %f : tensor<?xi64, #emmy.dims<[2*n]>>, tensor<?xi64, #emmy.dims<[n]>>
}

// An empty reduction gives the identity.
// CHECK: @empty #0: 0xf32 []
// CHECK: @empty #1: f32 [0]
// CHECK: @empty #2: f32 [-inf]
// CHECK: @empty #3: 3xi8 [127, 127, 127]
// CHECK: @empty #4: i1 [1]
func.func @empty() -> (tensor<?xf32, #emmy.dims<[m]>>, tensor<f32>, tensor<f32>, tensor<3xi8>, tensor<i1>) {
  %x = emmy_tensor.constant 1.0 : tensor<?xf32, #emmy.dims<[m]>>
  %s = emmy_tensor.reduce sum(%x) dims = [0] : tensor<?xf32, #emmy.dims<[m]>> -> tensor<f32>
  %a = emmy_tensor.reduce max(%x) dims = [0] : tensor<?xf32, #emmy.dims<[m]>> -> tensor<f32>
  %i = emmy_tensor.constant 1 : tensor<3x?xi8, #emmy.dims<[3, m]>>
  %b = emmy_tensor.reduce min(%i) dims = [1] : tensor<3x?xi8, #emmy.dims<[3, m]>> -> tensor<3xi8>
  %t = emmy_tensor.constant false : tensor<?xi1, #emmy.dims<[m]>>
  %c = emmy_tensor.reduce all(%t) dims = [0] : tensor<?xi1, #emmy.dims<[m]>> -> tensor<i1>
  return %x, %s, %a, %b, %c : tensor<?xf32, #emmy.dims<[m]>>, tensor<f32>, tensor<f32>, tensor<3xi8>, tensor<i1>
}

// The first position wins ties, the first NaN wins over all; a row of the lowest value still has a position.
// CHECK: @positions #0: 3xf32 [2, nan, -inf]
// CHECK: @positions #1: 3xi64 [1, 2, 0]
// CHECK: @positions #2: 3xi64 [0, 2, 0]
func.func @positions() -> (tensor<3xf32>, tensor<3xi64>, tensor<3xi64>) {
  %x = emmy_tensor.constant dense<[[1.0, 2.0, 2.0, 1.0], [0.0, 7.0, 0x7FC00000, 0x7FC00000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<3x4xf32>
  %v, %i = emmy_tensor.reduce argmax(%x) dims = [1] : tensor<3x4xf32> -> tensor<3xf32>, tensor<3xi64>
  %j = emmy_tensor.reduce argmin(%x) dims = [1] : tensor<3x4xf32> -> tensor<3xi64>
  return %v, %i, %j : tensor<3xf32>, tensor<3xi64>, tensor<3xi64>
}

// A scalar program: 2^24 + 1 does not fit f32, 2^24 + 2 does; the sum of 4 ones and 2^24 is kept in f64.
// CHECK: @accumulate #0: f32 [16777220]
func.func @accumulate() -> tensor<f32> {
  %x = emmy_tensor.constant dense<[16777216.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf32>
  %s = emmy_tensor.reduce sum(%x) dims = [0] : tensor<5xf32> -> tensor<f32>
  return %s : tensor<f32>
}
