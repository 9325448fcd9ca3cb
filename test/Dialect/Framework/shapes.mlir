// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

!seq = tensor<?x8xf32, #emmy.dims<[seq, 8]>>

// CHECK-LABEL: @silu_and_mul
func.func @silu_and_mul(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
  // CHECK: emmy_framework.slice %{{.*}} dim(2) [0 : 2048] : tensor<1x32x4096xf32> -> tensor<1x32x2048xf32>
  %l = emmy_framework.slice %x dim(2) [0 : 2048] : tensor<1x32x4096xf32>
  %r = emmy_framework.slice %x dim(2) [2048 : 4096] : tensor<1x32x4096xf32> -> tensor<1x32x2048xf32>
  %s = emmy_framework.silu %l : tensor<1x32x2048xf32>
  %m = emmy_framework.mul %s, %r : tensor<1x32x2048xf32>
  return %m : tensor<1x32x2048xf32>
}

// CHECK-LABEL: @slices
func.func @slices(%x: tensor<10xf32>, %y: !seq) {
  // CHECK: slice %{{.*}} dim(0) [-3 :] : tensor<10xf32> -> tensor<3xf32>
  emmy_framework.slice %x dim(0) [-3 : ] : tensor<10xf32>
  // CHECK: slice %{{.*}} dim(-1) [1 : 9 : 3] : tensor<10xf32> -> tensor<3xf32>
  emmy_framework.slice %x dim(-1) [1 : 9 : 3] : tensor<10xf32>
  // CHECK: slice %{{.*}} dim(0) [7 : 3] : tensor<10xf32> -> tensor<0xf32>
  emmy_framework.slice %x dim(0) [7 : 3] : tensor<10xf32>
  // CHECK: slice %{{.*}} dim(0) [0 : 4 : 2] : tensor<10xf32> -> tensor<2xf32>
  emmy_framework.slice %x dim(0) [ : 4 : 2] : tensor<10xf32>
  // CHECK: slice %{{.*}} dim(0) [0 : 99] : tensor<10xf32>{{$}}
  emmy_framework.slice %x dim(0) [0 : 99] : tensor<10xf32>
  // A symbolic bound that may lie outside is clamped, unless the program promises otherwise.
  // CHECK: slice %{{.*}} dim(0) [1 :] : {{.*}} -> tensor<?x8xf32, #emmy.dims<[max(0, seq - 1), 8]>>
  emmy_framework.slice %y dim(0) [1 : ] : !seq
  // CHECK: slice %{{.*}} dim(0) [1 :] : {{.*}} -> tensor<?x8xf32, #emmy.dims<[seq - 1, 8]>>
  emmy_framework.slice %y dim(0) [1 : ] : !seq -> tensor<?x8xf32, #emmy.dims<[seq - 1, 8]>>
  // CHECK: slice %{{.*}} dim(0) [0 : min(3, seq)] : {{.*}} -> tensor<?x8xf32, #emmy.dims<[min(3, seq), 8]>>
  emmy_framework.slice %y dim(0) [0 : min(3, seq)] : !seq
  // CHECK: select %{{.*}} dim(1) index(-1) : {{.*}} -> tensor<?xf32, #emmy.dims<[seq]>>
  emmy_framework.select %y dim(1) index(-1) : !seq
  return
}

// CHECK-LABEL: @sizes
func.func @sizes(%x: tensor<2x3x4xf32>, %y: !seq, %s: tensor<f32>, %one: tensor<3x1xf32>) {
  // CHECK: reshape %{{.*}} [6, -1] : tensor<2x3x4xf32> -> tensor<6x4xf32>
  emmy_framework.reshape %x [6, -1] : tensor<2x3x4xf32>
  // CHECK: reshape {{.*}} -> tensor<?x2xf32, #emmy.dims<[4*seq, 2]>>
  emmy_framework.reshape %y [-1, 2] : !seq
  // CHECK: reshape {{.*}} -> tensor<2x?x4xf32, #emmy.dims<[2, seq, 4]>>
  emmy_framework.reshape %y [2, seq, 4] : !seq
  // CHECK: reshape {{.*}} [] : tensor<1xf32> -> tensor<f32>
  %r = emmy_framework.reshape %s [1] : tensor<f32>
  emmy_framework.reshape %r [] : tensor<1xf32>
  // CHECK: reshape {{.*}} [] : tensor<f32>{{$}}
  emmy_framework.reshape %s [] : tensor<f32>
  // CHECK: flatten {{.*}} -> tensor<2x12xf32>
  emmy_framework.flatten %x start_dim(1) : tensor<2x3x4xf32>
  // CHECK: flatten {{.*}} -> tensor<1xf32>
  emmy_framework.flatten %s : tensor<f32>
  // CHECK: expand %{{.*}} [2, -1, seq] : tensor<3x1xf32> -> tensor<2x3x?xf32, #emmy.dims<[2, 3, seq]>>
  emmy_framework.expand %one [2, -1, seq] : tensor<3x1xf32>
  // CHECK: repeat {{.*}} -> tensor<2x?x24xf32, #emmy.dims<[2, seq, 24]>>
  emmy_framework.repeat %y [2, 1, 3] : !seq
  // CHECK: squeeze %{{.*}} : tensor<3x1xf32> -> tensor<3xf32>
  emmy_framework.squeeze %one : tensor<3x1xf32>
  // CHECK: squeeze %{{.*}} dims(0) : tensor<3x1xf32>{{$}}
  emmy_framework.squeeze %one dims(0) : tensor<3x1xf32>
  // CHECK: unsqueeze {{.*}} -> tensor<?x8x1xf32, #emmy.dims<[seq, 8, 1]>>
  emmy_framework.unsqueeze %y dim(-1) : !seq
  // CHECK: permute %{{.*}} dims(-1, 0, 1) : tensor<2x3x4xf32> -> tensor<4x2x3xf32>
  emmy_framework.permute %x dims(-1, 0, 1) : tensor<2x3x4xf32> -> tensor<4x2x3xf32>
  // CHECK: transpose %{{.*}} dim0(-2) dim1(-1) : tensor<2x3x4xf32> -> tensor<2x4x3xf32>
  emmy_framework.transpose %x dim0(-2) dim1(-1) : tensor<2x3x4xf32>
  return
}

// CHECK-LABEL: @pieces
func.func @pieces(%x: tensor<2x5xf32>, %y: tensor<?x2xf16, #emmy.dims<[2*seq, 2]>>, %e: tensor<0xf32>) {
  // CHECK: %{{.*}}:3 = emmy_framework.chunk %{{.*}} dim(1) chunks(3) : tensor<2x5xf32> -> tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x1xf32>
  %a:3 = emmy_framework.chunk %x dim(1) chunks(3) : tensor<2x5xf32>
  // CHECK: chunk {{.*}} -> tensor<?x2xf16, #emmy.dims<[seq, 2]>>, tensor<?x2xf16, #emmy.dims<[seq, 2]>>
  %b:2 = emmy_framework.chunk %y dim(0) chunks(2) : tensor<?x2xf16, #emmy.dims<[2*seq, 2]>>
  // CHECK: split %{{.*}} dim(1) [2, 3] : tensor<2x5xf32> -> tensor<2x2xf32>, tensor<2x3xf32>
  %c:2 = emmy_framework.split %x dim(1) [2, 3] : tensor<2x5xf32>
  // CHECK: cat {{.*}} -> tensor<?x2xf32, #emmy.dims<[2*seq + 2, 2]>>
  emmy_framework.cat %y, %a#0 dim(0) : tensor<?x2xf16, #emmy.dims<[2*seq, 2]>>, tensor<2x2xf32>
  // CHECK: cat {{.*}} : tensor<0xf32>, tensor<2x5xf32> -> tensor<2x5xf32>
  emmy_framework.cat %e, %x dim(-2) : tensor<0xf32>, tensor<2x5xf32>
  // CHECK: stack {{.*}} : tensor<2x5xf32> -> tensor<2x5x2xf32>
  emmy_framework.stack %x, %x dim(-1) : tensor<2x5xf32>
  // CHECK: flip %{{.*}} dims(0, 1) : tensor<2x5xf32>
  emmy_framework.flip %x dims(0, 1) : tensor<2x5xf32>
  // CHECK: roll %{{.*}} shifts(1) dims(-1) : tensor<2x5xf32>
  emmy_framework.roll %x shifts(1) dims(-1) : tensor<2x5xf32>
  // CHECK: pad %{{.*}} low(0, -1) high(1, 2) value(1.0) : tensor<2x5xf32> -> tensor<3x6xf32>
  emmy_framework.pad %x low(0, -1) high(1, 2) value(1.0) : tensor<2x5xf32>
  // CHECK: tril %{{.*}} diagonal(-1) : tensor<2x5xf32>
  emmy_framework.tril %x diagonal(-1) : tensor<2x5xf32>
  // CHECK: triu %{{[a-z0-9]*}} : tensor<2x5xf32>
  emmy_framework.triu %x : tensor<2x5xf32>
  return
}

// CHECK-LABEL: @sources
func.func @sources(%x: tensor<4xf32>) {
  // CHECK: emmy_framework.parameter "layers.0.weight" : tensor<64x64xf32>
  emmy_framework.parameter "layers.0.weight" : tensor<64x64xf32>
  // CHECK: full [2, seq] value(0.0) dtype(f16) : tensor<2x?xf16, #emmy.dims<[2, seq]>>
  emmy_framework.full [2, seq] value(0.0) dtype(f16)
  // CHECK: full [] value(true) dtype(i1) : tensor<i1>
  emmy_framework.full [] value(true) dtype(i1) : tensor<i1>
  // CHECK: arange [0 : seq + 1] dtype(i64) : tensor<?xi64, #emmy.dims<[seq + 1]>>
  emmy_framework.arange [0 : seq + 1] dtype(i64)
  // CHECK: arange [10 : 0 : -3] dtype(f32) : tensor<4xf32>
  emmy_framework.arange [10 : 0 : -3] dtype(f32)
  // CHECK: arange [0 : -5 : -9223372036854775808] dtype(i64) : tensor<1xi64>
  emmy_framework.arange [0 : -5 : -9223372036854775808] dtype(i64)
  // CHECK: to %{{.*}} dtype(ui8) : tensor<4xf32> -> tensor<4xui8>
  emmy_framework.to %x dtype(ui8) : tensor<4xf32>
  // CHECK: bitcast %{{.*}} dtype(i32) : tensor<4xf32> -> tensor<4xi32>
  emmy_framework.bitcast %x dtype(i32) : tensor<4xf32>
  return
}
