// RUN: emmy-opt %s --split-input-file --emmy-form-fma | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-form-fma --emmy-form-fma | FileCheck %s

// Sums and differences of a product, on both sides.
// CHECK-LABEL: func.func @forms
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32)
func.func @forms(%a: f32, %b: f32, %c: f32) -> (f32, f32, f32, f32) {
  %p = arith.mulf %a, %b : f32
  %q = arith.mulf %a, %b : f32
  %r = arith.mulf %a, %b : f32
  %s = arith.mulf %a, %b : f32
  // CHECK-NEXT: %[[P:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f32
  %0 = arith.addf %p, %c : f32
  // CHECK-NEXT: %[[Q:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f32
  %1 = arith.addf %c, %q : f32
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[C]] : f32
  // CHECK-NEXT: %[[R:.*]] = math.fma %[[A]], %[[B]], %[[N]] : f32
  %2 = arith.subf %r, %c : f32
  // CHECK-NEXT: %[[M:.*]] = arith.negf %[[A]] : f32
  // CHECK-NEXT: %[[S:.*]] = math.fma %[[M]], %[[B]], %[[C]] : f32
  %3 = arith.subf %c, %s : f32
  // CHECK-NEXT: return %[[P]], %[[Q]], %[[R]], %[[S]]
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// A product that is used elsewhere, perhaps where it is computed again, and 16-bit floats, stay.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: math.fma
func.func @stays(%a: f32, %b: f32, %h: f16) -> (f32, f32, f16, f32) {
  %p = arith.mulf %a, %b : f32
  %s = arith.addf %p, %a : f32
  %q = arith.mulf %h, %h : f16
  %t = arith.addf %q, %h : f16
  %r = arith.mulf %a, %b {emmy.shared} : f32
  %u = arith.addf %r, %a : f32
  return %p, %s, %t, %u : f32, f32, f16, f32
}

// The math library says itself where it rounds.
// CHECK-LABEL: func.func private @emmy_exp_f32
// CHECK-NOT: math.fma
func.func private @emmy_exp_f32(%a: f32) -> f32 {
  %p = arith.mulf %a, %a : f32
  %s = arith.addf %p, %a : f32
  return %s : f32
}

// -----

// Eager numerics round where the program rounds.
module attributes {emmy.numerics = #emmy.numerics<eager>} {
  // CHECK-LABEL: func.func @eager
  // CHECK-NOT: math.fma
  func.func @eager(%a: f32, %b: f32, %c: f32) -> f32 {
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %c : f32
    return %s : f32
  }
}
