// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// CHECK-LABEL: @convolutions
func.func @convolutions(%x: tensor<?x4x8x?xf32, #emmy.dims<[n, 4, 8, w]>>, %k: tensor<6x2x3x3xf32>, %b: tensor<6xf32>, %t: tensor<4x3x3x3xf32>) {
  // CHECK: convolution %{{.*}}, %{{.*}} bias(%{{.*}}) stride(2, 1) padding(1, 0) dilation(1, 1) groups(2) : {{.*}} -> tensor<?x6x4x?xf32, #emmy.dims<[n, 6, 4, w - 2]>>
  emmy_framework.convolution %x, %k bias(%b) stride(2, 1) padding(1, 0) dilation(1, 1) groups(2) : tensor<?x4x8x?xf32, #emmy.dims<[n, 4, 8, w]>>, tensor<6x2x3x3xf32>, tensor<6xf32>
  // CHECK: convolution %{{.*}}, %{{.*}} stride(2, 2) padding(1, 1) dilation(1, 1) transposed output_padding(1, 1) : {{.*}} -> tensor<?x3x16x?xf32, #emmy.dims<[n, 3, 16, 2*w]>>
  emmy_framework.convolution %x, %t stride(2, 2) padding(1, 1) dilation(1, 1) transposed output_padding(1, 1) : tensor<?x4x8x?xf32, #emmy.dims<[n, 4, 8, w]>>, tensor<4x3x3x3xf32>
  return
}

// CHECK-LABEL: @pools
func.func @pools(%x: tensor<2x3x9x?xf32, #emmy.dims<[2, 3, 9, w]>>, %y: tensor<2x3x9xf32>) {
  // CHECK: max_pool %{{.*}} kernel_size(2, 2) stride(2, 2) padding(0, 0) dilation(1, 1) : {{.*}} -> tensor<2x3x4x?xf32, #emmy.dims<[2, 3, 4, floordiv(w - 2, 2) + 1]>>
  emmy_framework.max_pool %x kernel_size(2, 2) stride(2, 2) padding(0, 0) dilation(1, 1) : tensor<2x3x9x?xf32, #emmy.dims<[2, 3, 9, w]>>
  // CHECK: avg_pool %{{.*}} kernel_size(2) stride(2) padding(0) ceil_mode count_include_pad divisor_override(3) : tensor<2x3x9xf32> -> tensor<2x3x5xf32>
  emmy_framework.avg_pool %y kernel_size(2) stride(2) padding(0) ceil_mode count_include_pad divisor_override(3) : tensor<2x3x9xf32>
  // CHECK: adaptive_avg_pool %{{.*}} [4] : tensor<2x3x9xf32> -> tensor<2x3x4xf32>
  emmy_framework.adaptive_avg_pool %y [4] : tensor<2x3x9xf32>
  // CHECK: adaptive_max_pool %{{.*}} [4] : tensor<2x3x9xf32> -> tensor<2x3x4xf32>
  emmy_framework.adaptive_max_pool %y [4] : tensor<2x3x9xf32>
  // CHECK: adaptive_max_pool_indices %{{.*}} [4] : tensor<2x3x9xf32> -> tensor<2x3x4xi64>
  emmy_framework.adaptive_max_pool_indices %y [4] : tensor<2x3x9xf32>
  // CHECK: max_pool_indices %{{.*}} kernel_size(3) stride(2) padding(1) dilation(1) : tensor<2x3x9xf32> -> tensor<2x3x5xi64>
  emmy_framework.max_pool_indices %y kernel_size(3) stride(2) padding(1) dilation(1) : tensor<2x3x9xf32>
  return
}

// CHECK-LABEL: @indexing
func.func @indexing(%x: tensor<4x5x6xf32>, %i: tensor<3xi64>, %j: tensor<2x1xi32>, %v: tensor<f32>, %s: tensor<2x4xf32>,
                    %t: tensor<2x4xi64>, %y: tensor<3x4xf32>) {
  // CHECK: index %{{.*}}, %{{.*}}, %{{.*}} dims(0, 2) : {{.*}} -> tensor<2x3x5xf32>
  emmy_framework.index %x, %i, %j dims(0, 2) : tensor<4x5x6xf32>, tensor<3xi64>, tensor<2x1xi32>
  // CHECK: index %{{.*}}, %{{.*}} dims(1) : {{.*}} -> tensor<4x3x6xf32>
  emmy_framework.index %x, %i dims(1) : tensor<4x5x6xf32>, tensor<3xi64>
  // CHECK: index_put %{{.*}}, %{{.*}}, %{{.*}} dims(1) accumulate : {{.*}} -> tensor<4x5x6xf32>
  emmy_framework.index_put %x, %v, %i dims(1) accumulate : tensor<4x5x6xf32>, tensor<f32>, tensor<3xi64>
  // CHECK: scatter %{{.*}}, %{{.*}}, %{{.*}} dim(-1) : {{.*}} -> tensor<3x4xf32>
  emmy_framework.scatter %y, %t, %s dim(-1) : tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>
  // CHECK: scatter_add %{{.*}}, %{{.*}}, %{{.*}} dim(0) : {{.*}} -> tensor<3x4xf32>
  emmy_framework.scatter_add %y, %t, %s dim(0) : tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>
  // CHECK: scatter_reduce %{{.*}}, %{{.*}}, %{{.*}} dim(0) reduce(amax) : {{.*}} -> tensor<3x4xf32>
  emmy_framework.scatter_reduce %y, %t, %s dim(0) reduce(amax) : tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>
  // CHECK: nll_loss %{{.*}}, %{{.*}} weight(%{{.*}}) reduction(none) ignore_index(2) : {{.*}} -> tensor<3xf32>
  %c = emmy_framework.full [3] value(1) dtype(i64)
  %w = emmy_framework.full [4] value(1.0) dtype(f32)
  emmy_framework.nll_loss %y, %c weight(%w) reduction(none) ignore_index(2) : tensor<3x4xf32>, tensor<3xi64>, tensor<4xf32>
  // CHECK: cross_entropy_loss %{{.*}}, %{{.*}} : {{.*}} -> tensor<f32>
  emmy_framework.cross_entropy_loss %y, %c : tensor<3x4xf32>, tensor<3xi64>
  // CHECK: vector_norm %{{.*}} dims(1) ord(inf) : tensor<3x4xf32> -> tensor<3xf32>
  emmy_framework.vector_norm %y dims(1) ord(inf) : tensor<3x4xf32>
  return
}
