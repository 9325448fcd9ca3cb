// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// CHECK-LABEL: func.func @iota
func.func @iota() {
  // CHECK: emmy_tensor.iota dim = 1 : tensor<4x8xi64>
  %i = emmy_tensor.iota dim = 1 : tensor<4x8xi64>
  // CHECK: emmy_tensor.iota dim = 0 : tensor<?xui8, #emmy.dims<[seq]>>
  %j = emmy_tensor.iota dim = 0 : tensor<?xui8, #emmy.dims<[seq]>>
  return
}
