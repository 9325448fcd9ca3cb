// RUN: emmy-opt --canonicalize %s | FileCheck %s

// The bits that every executor computes.
// CHECK-LABEL: func.func @library
// CHECK: arith.constant 2.71828{{[0-9]*}} : f32
// CHECK-NOT: emmy.apply
func.func @library() -> f32 {
  %one = arith.constant 1.0 : f32
  %e = emmy.apply exp(%one) : (f32) -> f32
  return %e : f32
}

// 16-bit floats compute in f32 and round once: 2^0.5 in bf16.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.constant 1.414060e+00 : bf16
func.func @narrow() -> bf16 {
  %half = arith.constant 0.5 : bf16
  %r = emmy.apply exp2(%half) : (bf16) -> bf16
  return %r : bf16
}

// Out of range is defined.
// CHECK-LABEL: func.func @convert
// CHECK: arith.constant -2147483648 : i32
func.func @convert() -> i32 {
  %large = arith.constant 3.0e+9 : f32
  %i = emmy.apply convert(%large) : (f32) -> i32
  return %i : i32
}

// One unknown operand, or a function that is an upstream operation: kept.
// CHECK-LABEL: func.func @kept
// CHECK: emmy.apply pow
// CHECK: emmy.apply sqrt
func.func @kept(%x: f32) -> (f32, f32) {
  %two = arith.constant 2.0 : f32
  %p = emmy.apply pow(%x, %two) : (f32, f32) -> f32
  %s = emmy.apply sqrt(%two) : (f32) -> f32
  return %p, %s : f32, f32
}
