// RUN: emmy-opt --emmy-loop-drop-implied-converts --split-input-file %s | FileCheck %s

module attributes {emmy.numerics = #emmy.numerics<fused>} {
// A rounding that was implied goes where the value is only widened; one of the user stays; a value that is stored is used rounded.
// CHECK-LABEL: func.func @fused
func.func @fused(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  %r:3 = emmy_loop.kernel ins(%x : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  ^bb0(%in: memref<4xf32>, %a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf16>):
    emmy_loop.for parallel (%i) in (4) {
      // CHECK: %[[V:.*]] = emmy_loop.load
      %v = emmy_loop.load %in[%i] : memref<4xf32>
      // CHECK-NEXT: emmy_loop.store %[[V]], %out0[%i0]
      %h = arith.truncf %v {emmy.implied} : f32 to f16
      %w = arith.extf %h : f16 to f32
      emmy_loop.store %w, %a[%i] : memref<4xf32>
      // CHECK-NEXT: arith.truncf %[[V]] : f32 to f16
      %u = arith.truncf %v : f32 to f16
      %uw = arith.extf %u : f16 to f32
      emmy_loop.store %uw, %b[%i] : memref<4xf32>
      // CHECK: %[[S:.*]] = arith.truncf %[[V]] {emmy.implied}
      // CHECK-NEXT: arith.extf %[[S]]
      %s = arith.truncf %v {emmy.implied} : f32 to f16
      %sw = arith.extf %s : f16 to f32
      emmy_loop.store %sw, %b[%i] : memref<4xf32>
      emmy_loop.store %s, %c[%i] : memref<4xf16>
    }
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
}
}

// -----

module attributes {emmy.numerics = #emmy.numerics<eager>} {
// CHECK-LABEL: func.func @eager
func.func @eager(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %a: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %in[%i] : memref<4xf32>
      // CHECK: arith.truncf %{{.*}} {emmy.implied} : f32 to f16
      %h = arith.truncf %v {emmy.implied = 3 : i64} : f32 to f16
      %w = arith.extf %h : f16 to f32
      emmy_loop.store %w, %a[%i] : memref<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
}

// -----

module attributes {emmy.numerics = #emmy.numerics<fused>} {
// What has one number is one value. Value 0 is stored by another kernel, so it is rounded where it is not, too; value 1 is stored by
// none. The numbers of another function are of other values.
// CHECK-LABEL: func.func @places
func.func @places(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf16>) {
  // CHECK: emmy_loop.kernel
  %a = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      // CHECK: %[[V:.*]] = emmy_loop.load
      %v = emmy_loop.load %in[%i] : memref<4xf32>
      // CHECK-NEXT: %[[H:.*]] = arith.truncf %[[V]] {emmy.implied} : f32 to f16
      // CHECK-NEXT: %[[W:.*]] = arith.extf %[[H]]
      // CHECK-NEXT: %[[S:.*]] = arith.addf %[[W]], %[[V]]
      // CHECK-NEXT: emmy_loop.store %[[S]]
      %h = arith.truncf %v {emmy.implied = 0 : i64} : f32 to f16
      %w = arith.extf %h : f16 to f32
      %k = arith.truncf %v {emmy.implied = 1 : i64} : f32 to f16
      %l = arith.extf %k : f16 to f32
      %s = arith.addf %w, %l : f32
      emmy_loop.store %s, %out[%i] : memref<4xf32>
    }
  }
  // CHECK: emmy_loop.kernel
  %b = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf16> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf16>):
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %in[%i] : memref<4xf32>
      // CHECK: arith.truncf %{{.*}} {emmy.implied} : f32 to f16
      %h = arith.truncf %v {emmy.implied = 0 : i64} : f32 to f16
      emmy_loop.store %h, %out[%i] : memref<4xf16>
    }
  }
  return %a, %b : tensor<4xf32>, tensor<4xf16>
}

// CHECK-LABEL: func.func @other
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      // CHECK-NOT: arith.truncf
      %v = emmy_loop.load %in[%i] : memref<4xf32>
      %h = arith.truncf %v {emmy.implied = 0 : i64} : f32 to f16
      %w = arith.extf %h : f16 to f32
      emmy_loop.store %w, %out[%i] : memref<4xf32>
    }
  }
  return %a : tensor<4xf32>
}
}
