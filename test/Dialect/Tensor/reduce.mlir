// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// CHECK-LABEL: func.func @reduce
func.func @reduce(%x: tensor<?x8x3xf16, #emmy.dims<[seq, 8, 3]>>) {
  // CHECK: emmy_tensor.reduce sum(%{{.*}}) dims = [0, 2] accumulate f32 : tensor<?x8x3xf16, #emmy.dims<[seq, 8, 3]>> -> tensor<8xf16>
  %s = emmy_tensor.reduce sum(%x) dims = [0, 2] accumulate f32 : tensor<?x8x3xf16, #emmy.dims<[seq, 8, 3]>> -> tensor<8xf16>
  // The total may stay in the accumulator's type.
  // CHECK: emmy_tensor.reduce sum(%{{.*}}) dims = [1] accumulate f32 : {{.*}} -> tensor<?x3xf32, #emmy.dims<[seq, 3]>>
  %t = emmy_tensor.reduce sum(%x) dims = [1] accumulate f32 : tensor<?x8x3xf16, #emmy.dims<[seq, 8, 3]>> -> tensor<?x3xf32, #emmy.dims<[seq, 3]>>
  // CHECK: emmy_tensor.reduce argmax(%{{.*}}) dims = [0, 1, 2] : {{.*}} -> tensor<f16>, tensor<i64>
  %v, %i = emmy_tensor.reduce argmax(%x) dims = [0, 1, 2] : tensor<?x8x3xf16, #emmy.dims<[seq, 8, 3]>> -> tensor<f16>, tensor<i64>
  // CHECK: emmy_tensor.reduce argmin(%{{.*}}) dims = [0] : {{.*}} -> tensor<8x3xi64>
  %j = emmy_tensor.reduce argmin(%x) dims = [0] : tensor<?x8x3xf16, #emmy.dims<[seq, 8, 3]>> -> tensor<8x3xi64>
  return
}

// CHECK-LABEL: func.func @scan
func.func @scan(%x: tensor<4x8xf16>, %y: tensor<4xi1>) {
  // CHECK: emmy_tensor.scan sum(%{{.*}}) dim = 1 accumulate f32 : tensor<4x8xf16> -> tensor<4x8xf16>
  %s = emmy_tensor.scan sum(%x) dim = 1 accumulate f32 : tensor<4x8xf16> -> tensor<4x8xf16>
  // CHECK: emmy_tensor.scan any(%{{.*}}) dim = 0 exclusive reverse : tensor<4xi1> -> tensor<4xi1>
  %r = emmy_tensor.scan any(%y) dim = 0 exclusive reverse : tensor<4xi1> -> tensor<4xi1>
  // CHECK: emmy_tensor.scan argmax(%{{.*}}) dim = 0 : tensor<4x8xf16> -> tensor<4x8xf16>, tensor<4x8xi64>
  %v, %i = emmy_tensor.scan argmax(%x) dim = 0 : tensor<4x8xf16> -> tensor<4x8xf16>, tensor<4x8xi64>
  return
}
