// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse --split-input-file %s | FileCheck %s

// What others read of a merged producer they read of the merged kernel, behind which they stand in their order.
// CHECK-LABEL: func.func @others
// CHECK: %[[MERGED:.*]]:2 = emmy_loop.kernel
// CHECK: arith.addf
// CHECK: emmy_loop.store
// CHECK: emmy.apply exp
// CHECK: %[[FIRST:.*]] = emmy_loop.kernel ins(%[[MERGED]]#1
// CHECK: emmy_loop.scan (
// CHECK: %[[SECOND:.*]] = emmy_loop.kernel ins(%[[MERGED]]#1
// CHECK: emmy_loop.scan reverse (
// CHECK: return %[[FIRST]], %[[SECOND]], %[[MERGED]]#0
func.func @others(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %h = emmy_tensor.elementwise add(%x, %y) : tensor<64x64xf32>
  %s = emmy_tensor.scan sum(%h) dim = 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  %r = emmy_tensor.scan sum(%h) dim = 1 reverse : tensor<64x64xf32> -> tensor<64x64xf32>
  %e = emmy_tensor.elementwise exp(%h) : tensor<64x64xf32>
  return %s, %r, %e : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
