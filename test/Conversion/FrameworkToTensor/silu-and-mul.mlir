// RUN: emmy-opt %s --emmy-convert-framework-to-tensor | FileCheck %s

// Two index maps on x without a copy, and x / (1 + exp(-x)) spelled out.
// CHECK-LABEL: func.func @silu_and_mul
// CHECK-SAME: (%[[X:.*]]: tensor<1x32x4096xf32>)
func.func @silu_and_mul(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
  // CHECK: %[[L:.*]] = emmy_tensor.index_map [%[[X]][(d0, d1, d2) -> (d0, d1, d2)]] : (tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
  // CHECK: %[[R:.*]] = emmy_tensor.index_map [%[[X]][(d0, d1, d2) -> (d0, d1, d2 + 2048)]]
  %l, %r = emmy_framework.chunk %x dim(-1) chunks(2) : tensor<1x32x4096xf32>
  // CHECK: %[[N:.*]] = emmy_tensor.elementwise negate(%[[L]])
  // CHECK: %[[E:.*]] = emmy_tensor.elementwise exp(%[[N]])
  // CHECK: %[[ONE:.*]] = emmy_tensor.constant 1.0{{.*}} : tensor<1x32x2048xf32>
  // CHECK: %[[D:.*]] = emmy_tensor.elementwise add(%[[ONE]], %[[E]])
  // CHECK: %[[S:.*]] = emmy_tensor.elementwise divide(%[[L]], %[[D]])
  %s = emmy_framework.silu %l : tensor<1x32x2048xf32>
  // CHECK: %[[M:.*]] = emmy_tensor.elementwise multiply(%[[S]], %[[R]])
  %m = emmy_framework.mul %s, %r : tensor<1x32x2048xf32>
  // CHECK: return %[[M]]
  return %m : tensor<1x32x2048xf32>
}
