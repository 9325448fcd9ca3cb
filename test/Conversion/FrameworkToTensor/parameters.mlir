// RUN: emmy-opt %s --emmy-convert-framework-to-tensor | FileCheck %s

// A parameter becomes one trailing argument, however often it is read.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {emmy.name = "x"}, %[[W:.*]]: tensor<4xf32> {emmy.parameter = "layer.weight"}, %[[B:.*]]: tensor<f32> {emmy.parameter = "layer.bias"})
func.func @main(%x: tensor<4xf32> {emmy.name = "x"}) -> tensor<4xf32> {
  %w = emmy_framework.parameter "layer.weight" : tensor<4xf32>
  %b = emmy_framework.parameter "layer.bias" : tensor<f32>
  %again = emmy_framework.parameter "layer.weight" : tensor<4xf32>
  // CHECK: %[[P:.*]] = emmy_tensor.elementwise multiply(%[[X]], %[[W]])
  %p = emmy_framework.mul %x, %w : tensor<4xf32>
  // CHECK: %[[BB:.*]] = emmy_tensor.index_map [%[[B]][(d0) -> ()]]
  // CHECK: %[[S:.*]] = emmy_tensor.elementwise add(%[[P]], %[[BB]])
  %s = emmy_framework.add %p, %b : tensor<4xf32>, tensor<f32>
  // CHECK: emmy_tensor.elementwise multiply(%[[S]], %[[W]])
  %r = emmy_framework.mul %s, %again : tensor<4xf32>
  return %r : tensor<4xf32>
}
