// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// CHECK-LABEL: @products
func.func @products(%m: tensor<2x3xf32>, %n: tensor<3x4xf32>, %v: tensor<3xf32>, %b: tensor<5x1x2x3xf32>,
                    %c: tensor<7x3x4xf32>, %bias: tensor<4xf32>, %w: tensor<4x3xf32>, %s: tensor<?x3xf32, #emmy.dims<[seq, 3]>>) {
  // CHECK: matmul %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x4xf32>
  emmy_framework.matmul %m, %n : tensor<2x3xf32>, tensor<3x4xf32>
  // CHECK: matmul {{.*}} -> tensor<f32>
  emmy_framework.matmul %v, %v : tensor<3xf32>
  // CHECK: matmul {{.*}} -> tensor<2xf32>
  emmy_framework.matmul %m, %v : tensor<2x3xf32>, tensor<3xf32>
  // CHECK: matmul {{.*}} -> tensor<4xf32>
  emmy_framework.matmul %v, %n : tensor<3xf32>, tensor<3x4xf32>
  // CHECK: matmul {{.*}} -> tensor<5x7x2x4xf32>
  emmy_framework.matmul %b, %c : tensor<5x1x2x3xf32>, tensor<7x3x4xf32>
  // CHECK: bmm {{.*}} -> tensor<7x3x3xf32>
  %ct = emmy_framework.transpose %c dim0(1) dim1(2) : tensor<7x3x4xf32>
  emmy_framework.bmm %c, %ct : tensor<7x3x4xf32>, tensor<7x4x3xf32>
  // CHECK: linear %{{.*}}, %{{.*}} bias(%{{.*}}) : {{.*}} -> tensor<?x4xf32, #emmy.dims<[seq, 4]>>
  emmy_framework.linear %s, %w bias(%bias) : tensor<?x3xf32, #emmy.dims<[seq, 3]>>, tensor<4x3xf32>, tensor<4xf32>
  // CHECK: baddbmm %{{.*}}, %{{.*}}, %{{.*}} alpha(2) : {{.*}} -> tensor<7x3x3xf32>
  emmy_framework.baddbmm %v, %c, %ct alpha(2) : tensor<3xf32>, tensor<7x3x4xf32>, tensor<7x4x3xf32>
  // CHECK: addmm %{{.*}}, %{{.*}}, %{{.*}} beta(2.0) : {{.*}} -> tensor<2x4xf32>
  emmy_framework.addmm %bias, %m, %n beta(2.0) : tensor<4xf32>, tensor<2x3xf32>, tensor<3x4xf32>
  return
}

!q = tensor<1x4x?x16xf16, #emmy.dims<[1, 4, seq, 16]>>
!k = tensor<1x2x?x16xf16, #emmy.dims<[1, 2, keys, 16]>>

// CHECK-LABEL: @attention
func.func @attention(%q: !q, %k: !k, %mask: tensor<?x?xi1, #emmy.dims<[seq, keys]>>) {
  // CHECK: scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}} is_causal scale(0.5) : tensor<1x4x?x16xf16, {{.*}}>{{$}}
  emmy_framework.scaled_dot_product_attention %q, %q, %q is_causal scale(0.5) : !q
  // CHECK: scaled_dot_product_attention {{.*}} attn_mask(%{{.*}}) enable_gqa : {{.*}} -> tensor<1x4x?x16xf16, #emmy.dims<[1, 4, seq, 16]>>
  emmy_framework.scaled_dot_product_attention %q, %k, %k attn_mask(%mask) enable_gqa : !q, !k, !k, tensor<?x?xi1, #emmy.dims<[seq, keys]>>
  return
}

// CHECK-LABEL: @look_ups
func.func @look_ups(%w: tensor<100x8xf32>, %i: tensor<2x?xi64, #emmy.dims<[2, seq]>>, %j: tensor<3xi32>) {
  // CHECK: embedding {{.*}} -> tensor<2x?x8xf32, #emmy.dims<[2, seq, 8]>>
  emmy_framework.embedding %w, %i : tensor<100x8xf32>, tensor<2x?xi64, #emmy.dims<[2, seq]>>
  // CHECK: index_select %{{.*}}, %{{.*}} dim(1) : tensor<100x8xf32>, tensor<3xi32> -> tensor<100x3xf32>
  emmy_framework.index_select %w, %j dim(1) : tensor<100x8xf32>, tensor<3xi32>
  // CHECK: gather %{{.*}}, %{{.*}} dim(0) : tensor<100x8xf32>, tensor<2x?xi64, {{.*}}> -> tensor<2x?xf32, #emmy.dims<[2, seq]>>
  emmy_framework.gather %w, %i dim(0) : tensor<100x8xf32>, tensor<2x?xi64, #emmy.dims<[2, seq]>>
  return
}
