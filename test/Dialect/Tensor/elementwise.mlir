// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// One type says all where the operands are alike.
// CHECK-LABEL: func.func @same
func.func @same(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: emmy_tensor.elementwise exp(%{{.*}}) : tensor<4x8xf32>
  %e = emmy_tensor.elementwise exp(%x) : tensor<4x8xf32>
  // CHECK: emmy_tensor.elementwise fma(%{{.*}}, %{{.*}}, %{{.*}}) : tensor<4x8xf32>
  %f = emmy_tensor.elementwise fma(%x, %e, %x) : tensor<4x8xf32>
  return %f : tensor<4x8xf32>
}

// A comparison gives bools; a selection takes them first.
// CHECK-LABEL: func.func @bools
func.func @bools(%x: tensor<?x8xui8, #emmy.dims<[seq, 8]>>) -> tensor<?x8xui8, #emmy.dims<[seq, 8]>> {
  // CHECK: %[[LESS:.*]] = emmy_tensor.elementwise less(%{{.*}}, %{{.*}}) : tensor<?x8xui8, #emmy.dims<[seq, 8]>>
  %l = emmy_tensor.elementwise less(%x, %x) : tensor<?x8xui8, #emmy.dims<[seq, 8]>>
  // CHECK: emmy_tensor.elementwise select(%[[LESS]], %{{.*}}, %{{.*}}) : tensor<?x8xui8, #emmy.dims<[seq, 8]>>
  %s = emmy_tensor.elementwise select(%l, %x, %x) : (tensor<?x8xi1, #emmy.dims<[seq, 8]>>, tensor<?x8xui8, #emmy.dims<[seq, 8]>>, tensor<?x8xui8, #emmy.dims<[seq, 8]>>) -> tensor<?x8xui8, #emmy.dims<[seq, 8]>>
  return %s : tensor<?x8xui8, #emmy.dims<[seq, 8]>>
}

// Conversions say who asked for them.
// CHECK-LABEL: func.func @conversions
func.func @conversions(%x: tensor<0xf32>) -> (tensor<0xf16>, tensor<0xf8E4M3FN>, tensor<0xi1>) {
  // CHECK: emmy_tensor.elementwise convert(%{{.*}}) implied : tensor<0xf32> -> tensor<0xf16>
  %h = emmy_tensor.elementwise convert(%x) implied : tensor<0xf32> -> tensor<0xf16>
  // CHECK: emmy_tensor.elementwise convert(%{{.*}}) user saturate : tensor<0xf32> -> tensor<0xf8E4M3FN>
  %q = emmy_tensor.elementwise convert(%x) user saturate : tensor<0xf32> -> tensor<0xf8E4M3FN>
  // CHECK: emmy_tensor.elementwise convert(%{{.*}}) user {note = "kept"} : tensor<0xf32> -> tensor<0xi1>
  %b = emmy_tensor.elementwise convert(%x) user {note = "kept"} : tensor<0xf32> -> tensor<0xi1>
  return %h, %q, %b : tensor<0xf16>, tensor<0xf8E4M3FN>, tensor<0xi1>
}
