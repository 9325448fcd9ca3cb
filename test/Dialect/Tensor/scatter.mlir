// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// CHECK-LABEL: func.func @scatter
func.func @scatter(%x: tensor<9x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>, %w: tensor<9x3xf32>) {
  // CHECK: emmy_tensor.scatter sum %{{.*}} into %{{.*}}[%{{.*}}] dims = [0] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  %r = emmy_tensor.scatter sum %u into %x[%i] dims = [0] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  // CHECK: emmy_tensor.scatter replace %{{.*}} into %{{.*}}[%{{.*}}] dims = [1] at 1 : tensor<9x3xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  %s = emmy_tensor.scatter replace %w into %x[%i] dims = [1] at 1 : tensor<9x3xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  return
}
