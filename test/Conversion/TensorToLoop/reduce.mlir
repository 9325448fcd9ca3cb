// RUN: emmy-opt --emmy-convert-tensor-to-loop --cse --split-input-file %s | FileCheck %s

emmy.symbol @seq

// The products of a matmul are virtual; the accumulator is f32 and the result is rounded once.
// CHECK-LABEL: func.func @matmul
// CHECK: emmy_loop.for parallel (%i0, %i1) in (%{{.*}}, 5)
// CHECK: %[[SUM:.*]] = emmy_loop.reduce (%r0) in (8) init(%{{.*}} : f32) {
// CHECK-NEXT: %[[X:.*]] = emmy_loop.load %{{[a-z_0-9]+}}[%i0, %r0] : memref<?x8xf16>
// CHECK-NEXT: arith.extf %[[X]] : f16 to f32
// CHECK-NEXT: %[[W:.*]] = emmy_loop.load %{{[a-z_0-9]+}}[%r0, %i1] : memref<8x5xf16>
// CHECK: } combine {
// CHECK: arith.addf
// CHECK: }
// CHECK-NEXT: %[[H:.*]] = arith.truncf %[[SUM]] {emmy.implied = 0 : i64} : f32 to f16
// CHECK-NEXT: emmy_loop.store %[[H]], %{{[a-z_0-9]+}}[%i0, %i1]
// CHECK-NOT: emmy_loop.kernel
func.func @matmul(%x: tensor<?x8xf16, #emmy.dims<[seq, 8]>>, %w: tensor<8x5xf16>) -> tensor<?x5xf16, #emmy.dims<[seq, 5]>> {
  %a = emmy_tensor.index_map [%x[(i, j, k) -> (i, k)]] : (tensor<?x8xf16, #emmy.dims<[seq, 8]>>) -> tensor<?x5x8xf16, #emmy.dims<[seq, 5, 8]>>
  %b = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<8x5xf16>) -> tensor<?x5x8xf16, #emmy.dims<[seq, 5, 8]>>
  %c = emmy_tensor.elementwise convert(%a) implied : tensor<?x5x8xf16, #emmy.dims<[seq, 5, 8]>> -> tensor<?x5x8xf32, #emmy.dims<[seq, 5, 8]>>
  %d = emmy_tensor.elementwise convert(%b) implied : tensor<?x5x8xf16, #emmy.dims<[seq, 5, 8]>> -> tensor<?x5x8xf32, #emmy.dims<[seq, 5, 8]>>
  %p = emmy_tensor.elementwise multiply(%c, %d) : tensor<?x5x8xf32, #emmy.dims<[seq, 5, 8]>>
  %p2 = emmy_tensor.elementwise convert(%p) user : tensor<?x5x8xf32, #emmy.dims<[seq, 5, 8]>> -> tensor<?x5x8xf16, #emmy.dims<[seq, 5, 8]>>
  %s = emmy_tensor.reduce sum(%p2) dims = [2] accumulate f32 : tensor<?x5x8xf16, #emmy.dims<[seq, 5, 8]>> -> tensor<?x5xf16, #emmy.dims<[seq, 5]>>
  return %s : tensor<?x5xf16, #emmy.dims<[seq, 5]>>
}

// -----

// Two components, and a position over two dims.
// CHECK-LABEL: func.func @argmax
// CHECK: emmy_loop.reduce (%r0, %r1) in (4, 8) init(%{{.*}}, %{{.*}} : f32, i64)
// CHECK: arith.muli %r0
// CHECK: emmy_loop.yield %{{.*}}, %{{.*}} : f32, i64
// CHECK: emmy_loop.store %{{.*}}#1, %{{[a-z_0-9]+}}[] : memref<i64>
func.func @argmax(%x: tensor<4x8xf32>) -> tensor<i64> {
  %i = emmy_tensor.reduce argmax(%x) dims = [0, 1] : tensor<4x8xf32> -> tensor<i64>
  return %i : tensor<i64>
}

// -----

// A reduction along an extent of one is its element.
// CHECK-LABEL: func.func @one
// CHECK-NOT: emmy_loop.reduce
func.func @one(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %i = emmy_tensor.reduce sum(%x) dims = [1] : tensor<4x1xf32> -> tensor<4xf32>
  return %i : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @scan
// CHECK: emmy_loop.for parallel (%i0) in (4)
// CHECK: emmy_loop.scan exclusive reverse (%r0) in (8)
// CHECK: } emit {
// CHECK: emmy_loop.store %prefix, %{{[a-z_0-9]+}}[%i0, %r0]
func.func @scan(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = emmy_tensor.scan sum(%x) dim = 1 exclusive reverse : tensor<4x8xf32> -> tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}
