// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

!seq = tensor<?x8xf32, #emmy.dims<[seq, 8]>>

// CHECK-LABEL: @reductions
func.func @reductions(%x: !seq, %i: tensor<2x3xi32>, %u: tensor<2x3xui8>, %e: tensor<0x3xf32>, %s: tensor<f32>) {
  // CHECK: sum %{{.*}} : {{.*}} -> tensor<f32>
  emmy_framework.sum %x : !seq
  // CHECK: sum %{{.*}} dims(-1) keepdim : {{.*}} -> tensor<?x1xf32, #emmy.dims<[seq, 1]>>
  emmy_framework.sum %x dims(-1) keepdim : !seq
  // CHECK: sum {{.*}} -> tensor<2xi64>
  emmy_framework.sum %i dims(1) : tensor<2x3xi32>
  // CHECK: sum %{{.*}} dims(1) dtype(f16) : tensor<2x3xi32> -> tensor<2xf16>
  emmy_framework.sum %i dims(1) dtype(f16) : tensor<2x3xi32>
  // CHECK: sum {{.*}} -> tensor<3xf32>
  emmy_framework.sum %e dims(0) : tensor<0x3xf32>
  // CHECK: sum %{{.*}} dims(0) : tensor<f32>{{$}}
  emmy_framework.sum %s dims(0) : tensor<f32>
  // CHECK: amax {{.*}} -> tensor<8xf32>
  emmy_framework.amax %x dims(0) : !seq
  // CHECK: amin %{{.*}} dims(0, 1) : {{.*}} -> tensor<f32>
  emmy_framework.amin %x dims(0, 1) : !seq
  // CHECK: mean %{{.*}} dims(1) dtype(f64) : tensor<2x3xi32> -> tensor<2xf64>
  emmy_framework.mean %i dims(1) dtype(f64) : tensor<2x3xi32>
  // CHECK: prod {{.*}} -> tensor<3xi64>
  emmy_framework.prod %u dims(0) : tensor<2x3xui8>
  // CHECK: logsumexp %{{.*}} dims(1) keepdim : {{.*}} -> tensor<?x1xf32, #emmy.dims<[seq, 1]>>
  emmy_framework.logsumexp %x dims(1) keepdim : !seq
  // CHECK: all {{.*}} -> tensor<i1>
  emmy_framework.all %i : tensor<2x3xi32>
  // CHECK: any {{.*}} -> tensor<ui8>
  emmy_framework.any %u : tensor<2x3xui8>
  // CHECK: var %{{.*}} dims(0) correction(0.0) : {{.*}} -> tensor<8xf32>
  emmy_framework.var %x dims(0) correction(0) : !seq
  // CHECK: std %{{.*}} correction(1.0) : {{.*}} -> tensor<f32>
  emmy_framework.std %x correction(1) : !seq
  // CHECK: argmax %{{.*}} dim(1) keepdim : tensor<2x3xi32> -> tensor<2x1xi64>
  emmy_framework.argmax %i dim(1) keepdim : tensor<2x3xi32>
  // CHECK: argmin %{{.*}} : tensor<2x3xi32> -> tensor<i64>
  emmy_framework.argmin %i : tensor<2x3xi32>
  // CHECK: cumsum %{{.*}} dim(0) : tensor<2x3xi32> -> tensor<2x3xi64>
  emmy_framework.cumsum %i dim(0) : tensor<2x3xi32>
  // CHECK: cumprod %{{.*}} dim(1) : tensor<0x3xf32>{{$}}
  emmy_framework.cumprod %e dim(1) : tensor<0x3xf32>
  // CHECK: cummax %{{.*}} dim(1) : tensor<2x3xi32>{{$}}
  emmy_framework.cummax %i dim(1) : tensor<2x3xi32>
  // CHECK: cummin %{{.*}} dim(-1) : tensor<?x8xf32, {{.*}}>{{$}}
  emmy_framework.cummin %x dim(-1) : !seq
  // CHECK: sort %{{.*}} dim(0) descending : tensor<?x8xf32, {{.*}}> -> tensor<?x8xf32, {{.*}}>, tensor<?x8xi64, {{.*}}>
  emmy_framework.sort %x dim(0) descending : !seq
  return
}

// CHECK-LABEL: @normalisations
func.func @normalisations(%x: !seq, %w: tensor<8xf32>, %h: tensor<2x6x5xf16>, %c: tensor<6xf16>) {
  // CHECK: softmax %{{.*}} dim(-1) : tensor<?x8xf32, {{.*}}>{{$}}
  emmy_framework.softmax %x dim(-1) : !seq
  // CHECK: log_softmax %{{.*}} dim(1) dtype(f32) : tensor<2x6x5xf16> -> tensor<2x6x5xf32>
  emmy_framework.log_softmax %h dim(1) dtype(f32) : tensor<2x6x5xf16>
  // CHECK: layer_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) [8] eps(1.0e-05) : {{.*}}, tensor<8xf32>, tensor<8xf32> -> tensor<?x8xf32, {{.*}}>
  emmy_framework.layer_norm %x weight(%w) bias(%w) [8] eps(1.0e-5) : !seq, tensor<8xf32>, tensor<8xf32>
  // CHECK: layer_norm %{{.*}} bias(%{{.*}}) [8] eps(1.0e-05) : {{.*}}, tensor<8xf32> -> tensor<?x8xf32, {{.*}}>
  emmy_framework.layer_norm %x bias(%w) [8] eps(1.0e-5) : !seq, tensor<8xf32>
  // CHECK: rms_norm %{{.*}} weight(%{{.*}}) [8] : {{.*}}, tensor<8xf32> -> tensor<?x8xf32, {{.*}}>
  emmy_framework.rms_norm %x weight(%w) [8] : !seq, tensor<8xf32>
  // CHECK: group_norm %{{.*}} weight(%{{.*}}) num_groups(3) eps(1.0e-05) : tensor<2x6x5xf16>, tensor<6xf16> -> tensor<2x6x5xf16>
  emmy_framework.group_norm %h weight(%c) num_groups(3) eps(1.0e-5) : tensor<2x6x5xf16>, tensor<6xf16>
  // CHECK: batch_norm %{{.*}}, %{{.*}}, %{{.*}} bias(%{{.*}}) eps(1.0e-05) :
  emmy_framework.batch_norm %h, %c, %c bias(%c) eps(1.0e-5) : tensor<2x6x5xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
  return
}
