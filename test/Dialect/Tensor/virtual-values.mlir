// RUN: emmy-opt %s --emmy-test-virtual-values | FileCheck %s

emmy.symbol @m
emmy.symbol @n

// The products of a matmul have more positions than their inputs; what is computed from one of them per position does too.
// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<32x8xf32>, %b: tensor<8x16xf32>) -> tensor<32x16xf32> {
  // CHECK: index_map {{.*}} {test.virtual = true}
  %x = emmy_tensor.index_map [%a[(i, j, k) -> (i, k)]] : (tensor<32x8xf32>) -> tensor<32x16x8xf32>
  %y = emmy_tensor.index_map [%b[(i, j, k) -> (k, j)]] : (tensor<8x16xf32>) -> tensor<32x16x8xf32>
  // CHECK: multiply({{.*}}) {test.virtual = true}
  %p = emmy_tensor.elementwise multiply(%x, %y) : tensor<32x16x8xf32>
  // CHECK: negate({{.*}}) {test.virtual = true}
  %q = emmy_tensor.elementwise negate(%p) : tensor<32x16x8xf32>
  // CHECK: reduce {{.*}} {test.virtual = false}
  %c = emmy_tensor.reduce sum(%q) dims = [2] : tensor<32x16x8xf32> -> tensor<32x16xf32>
  // CHECK: exp({{.*}}) {test.virtual = false}
  %e = emmy_tensor.elementwise exp(%c) : tensor<32x16xf32>
  return %e : tensor<32x16xf32>
}

// One row: the products are as many as the matrix alone, which is stored anyway.
// CHECK-LABEL: func.func @one_row
func.func @one_row(%a: tensor<1x8xf32>, %b: tensor<8x16xf32>) -> tensor<1x16x8xf32> {
  %x = emmy_tensor.index_map [%a[(i, j, k) -> (i, k)]] : (tensor<1x8xf32>) -> tensor<1x16x8xf32>
  %y = emmy_tensor.index_map [%b[(i, j, k) -> (k, j)]] : (tensor<8x16xf32>) -> tensor<1x16x8xf32>
  // CHECK: multiply({{.*}}) {test.virtual = false}
  %p = emmy_tensor.elementwise multiply(%x, %y) : tensor<1x16x8xf32>
  return %p : tensor<1x16x8xf32>
}

// Large sizes decide: 16*m*n positions against 16*m + 16*n, and 4096*m against m.
// CHECK-LABEL: func.func @symbolic
func.func @symbolic(%a: tensor<?x16xf32, #emmy.dims<[m, 16]>>, %b: tensor<16x?xf32, #emmy.dims<[16, n]>>, %c: tensor<?xf32, #emmy.dims<[m]>>) {
  %x = emmy_tensor.index_map [%a[(i, j, k) -> (i, k)]] : (tensor<?x16xf32, #emmy.dims<[m, 16]>>) -> tensor<?x?x16xf32, #emmy.dims<[m, n, 16]>>
  %y = emmy_tensor.index_map [%b[(i, j, k) -> (k, j)]] : (tensor<16x?xf32, #emmy.dims<[16, n]>>) -> tensor<?x?x16xf32, #emmy.dims<[m, n, 16]>>
  // CHECK: multiply({{.*}}) {test.virtual = true}
  %p = emmy_tensor.elementwise multiply(%x, %y) : tensor<?x?x16xf32, #emmy.dims<[m, n, 16]>>
  %z = emmy_tensor.index_map [%c[(i, j) -> (i)]] : (tensor<?xf32, #emmy.dims<[m]>>) -> tensor<?x4096xf32, #emmy.dims<[m, 4096]>>
  // CHECK: exp({{.*}}) {test.virtual = true}
  %e = emmy_tensor.elementwise exp(%z) : tensor<?x4096xf32, #emmy.dims<[m, 4096]>>
  return
}

// An input that is read twice counts once; sources of data count nothing.
// CHECK-LABEL: func.func @sources
func.func @sources(%a: tensor<8xf32>) {
  // CHECK: constant {{.*}}test.virtual = true
  %one = emmy_tensor.constant 1.0 : tensor<8xf32>
  // CHECK: add({{.*}}) {test.virtual = false}
  %s = emmy_tensor.elementwise add(%a, %one) : tensor<8xf32>
  // CHECK: add({{.*}}) {test.virtual = false}
  %t = emmy_tensor.elementwise add(%a, %a) : tensor<8xf32>
  // CHECK: iota {{.*}}test.virtual = true
  %i = emmy_tensor.iota dim = 0 : tensor<8xi64>
  // CHECK: add({{.*}}) {test.virtual = true}
  %j = emmy_tensor.elementwise add(%i, %i) : tensor<8xi64>
  // CHECK: gather {{.*}}test.virtual = false
  %g = emmy_tensor.gather %a[%j] dims = [0] : (tensor<8xf32>, tensor<8xi64>) -> tensor<8xf32>
  return
}
