// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// CHECK-LABEL: func.func @sort
func.func @sort(%x: tensor<4x?xf32, #emmy.dims<[4, seq]>>, %p: tensor<4x?xi64, #emmy.dims<[4, seq]>>) {
  // CHECK: emmy_tensor.sort(%{{.*}}) dim = 1 : tensor<4x?xf32, #emmy.dims<[4, seq]>>
  %s = emmy_tensor.sort(%x) dim = 1 : tensor<4x?xf32, #emmy.dims<[4, seq]>>
  // CHECK: emmy_tensor.sort(%{{.*}}, %{{.*}}) dim = 0 descending : tensor<4x?xf32, #emmy.dims<[4, seq]>>, tensor<4x?xi64, #emmy.dims<[4, seq]>>
  %d:2 = emmy_tensor.sort(%x, %p) dim = 0 descending : tensor<4x?xf32, #emmy.dims<[4, seq]>>, tensor<4x?xi64, #emmy.dims<[4, seq]>>
  return
}
