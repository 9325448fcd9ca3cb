// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// CHECK-LABEL: func.func @gather
func.func @gather(%table: tensor<100x8xf32>, %ids: tensor<4x?xi64, #emmy.dims<[4, seq]>>, %x: tensor<4x9x8xf32>, %i: tensor<3xi32>) {
  // CHECK: emmy_tensor.gather %{{.*}}[%{{.*}}] dims = [0] : (tensor<100x8xf32>, tensor<4x?xi64, #emmy.dims<[4, seq]>>) -> tensor<4x?x8xf32, #emmy.dims<[4, seq, 8]>>
  %e = emmy_tensor.gather %table[%ids] dims = [0] : (tensor<100x8xf32>, tensor<4x?xi64, #emmy.dims<[4, seq]>>) -> tensor<4x?x8xf32, #emmy.dims<[4, seq, 8]>>
  // CHECK: emmy_tensor.gather %{{.*}}[%{{.*}}] dims = [1] at 1 : (tensor<4x9x8xf32>, tensor<3xi32>) -> tensor<4x3x8xf32>
  %s = emmy_tensor.gather %x[%i] dims = [1] at 1 : (tensor<4x9x8xf32>, tensor<3xi32>) -> tensor<4x3x8xf32>
  // CHECK: emmy_tensor.gather %{{.*}}[%{{.*}}, %{{.*}}] dims = [0, 2] : (tensor<4x9x8xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x9xf32>
  %g = emmy_tensor.gather %x[%i, %i] dims = [0, 2] : (tensor<4x9x8xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x9xf32>
  return
}
