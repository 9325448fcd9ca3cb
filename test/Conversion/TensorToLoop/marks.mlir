// RUN: emmy-opt --emmy-convert-tensor-to-loop %s | FileCheck %s

// A value that is computed in several places is rounded under one number in all of them; other values have other numbers, and a
// conversion of the program has none. The numbers of each function start at 0.
// CHECK-LABEL: func.func @roundings
func.func @roundings(%x: tensor<4xf32>) -> (tensor<3x4xf16>, tensor<2x4xf16>, tensor<4xf16>) {
  // A broadcast is computed where it is read.
  // CHECK: arith.truncf %{{.*}} {emmy.implied = 0 : i64}
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %h = emmy_tensor.elementwise convert(%x) implied : tensor<4xf32> -> tensor<4xf16>
  %u = emmy_tensor.elementwise convert(%x) user : tensor<4xf32> -> tensor<4xf16>
  %a = emmy_tensor.index_map [%h[(d0, d1) -> (d1)]] : (tensor<4xf16>) -> tensor<3x4xf16>
  %b = emmy_tensor.index_map [%u[(d0, d1) -> (d1)]] : (tensor<4xf16>) -> tensor<2x4xf16>
  // CHECK: emmy_loop.reduce
  // CHECK: arith.truncf %{{.*}} {emmy.implied = 1 : i64}
  %s = emmy_tensor.reduce sum(%a) dims = [0] accumulate f32 : tensor<3x4xf16> -> tensor<4xf16>
  return %a, %b, %s : tensor<3x4xf16>, tensor<2x4xf16>, tensor<4xf16>
}

// CHECK-LABEL: func.func @other
func.func @other(%x: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf16>) {
  // CHECK: arith.truncf %{{.*}} {emmy.implied = 0 : i64}
  // CHECK: emmy_loop.scan
  // CHECK: arith.truncf %{{.*}} {emmy.implied = 1 : i64}
  %h = emmy_tensor.elementwise convert(%x) implied : tensor<4xf32> -> tensor<4xf16>
  %c = emmy_tensor.scan sum(%h) dim = 0 accumulate f32 : tensor<4xf16> -> tensor<4xf16>
  return %h, %c : tensor<4xf16>, tensor<4xf16>
}

// A product that several ops read, if only by views, is shared.
// CHECK-LABEL: func.func @products
func.func @products(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: arith.mulf %{{.*}}, %{{.*}} {emmy.shared} : f32
  %p = emmy_tensor.elementwise multiply(%x, %y) : tensor<4xf32>
  %v = emmy_tensor.index_map [%p[(d0) -> (-d0 + 3)]] : (tensor<4xf32>) -> tensor<4xf32>
  %a = emmy_tensor.elementwise add(%v, %x) : tensor<4xf32>
  %b = emmy_tensor.elementwise subtract(%v, %x) : tensor<4xf32>
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
  %q = emmy_tensor.elementwise multiply(%x, %x) : tensor<4xf32>
  %c = emmy_tensor.elementwise add(%q, %x) : tensor<4xf32>
  return %a, %b, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A conversion may be left out between a product and those who read it.
// CHECK-LABEL: func.func @converted
func.func @converted(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: arith.mulf %{{.*}}, %{{.*}} {emmy.shared} : f32
  %p = emmy_tensor.elementwise multiply(%x, %x) : tensor<4xf32>
  %h = emmy_tensor.elementwise convert(%p) implied : tensor<4xf32> -> tensor<4xf16>
  %w = emmy_tensor.elementwise convert(%h) implied : tensor<4xf16> -> tensor<4xf32>
  %a = emmy_tensor.elementwise add(%w, %x) : tensor<4xf32>
  %b = emmy_tensor.elementwise subtract(%w, %x) : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
