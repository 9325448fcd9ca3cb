// RUN: emmy-opt --emmy-expand-apply --split-input-file --verify-diagnostics %s | FileCheck %s

// The library knows the format; its functions take and give the bits.
// CHECK-LABEL: func.func @conversions
// CHECK: %[[CODE:.*]] = call @emmy_convert_f32_f8E4M3FN(%{{.*}}) : (f32) -> i32
// CHECK: %[[BYTE:.*]] = arith.trunci %[[CODE]] : i32 to i8
// CHECK: %[[SMALL:.*]] = arith.bitcast %[[BYTE]] : i8 to f8E4M3FN
// CHECK: %[[BITS:.*]] = arith.bitcast %[[SMALL]] : f8E4M3FN to i8
// CHECK: %[[WORD:.*]] = arith.extui %[[BITS]] : i8 to i32
// CHECK: %[[WIDE:.*]] = call @emmy_convert_f8E4M3FN_f32(%[[WORD]]) : (i32) -> f32
// CHECK: arith.extf %[[WIDE]] : f32 to f64
func.func @conversions(%x: f32) -> (f8E4M3FN, f64) {
  %a = arith.truncf %x to_nearest_even : f32 to f8E4M3FN
  %b = arith.extf %a : f8E4M3FN to f64
  return %a, %b : f8E4M3FN, f64
}

// All of its numbers are numbers of f16; f64 is rounded once, not by way of f32.
// CHECK-LABEL: func.func @other_widths
// CHECK: %[[WIDE:.*]] = call @emmy_convert_f8E5M2_f32
// CHECK: arith.truncf %[[WIDE]] : f32 to f16
// CHECK: %[[SINGLE:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: call @emmy_convert_f32_f8E5M2(%[[SINGLE]])
// CHECK: call @emmy_convert_f64_f8E5M2(%{{.*}}) : (f64) -> i32
func.func @other_widths(%x: f8E5M2, %y: bf16, %z: f64) -> (f16, f8E5M2, f8E5M2) {
  %a = arith.extf %x : f8E5M2 to f16
  %b = arith.truncf %y : bf16 to f8E5M2
  %c = arith.truncf %z : f64 to f8E5M2
  return %a, %b, %c : f16, f8E5M2, f8E5M2
}

// Everything else computes in f32, and is rounded once.
// CHECK-LABEL: func.func @arithmetic
// CHECK: %[[X:.*]] = call @emmy_convert_f8E4M3FNUZ_f32
// CHECK: %[[Y:.*]] = call @emmy_convert_f8E4M3FNUZ_f32
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK: call @emmy_convert_f32_f8E4M3FNUZ(%[[SUM]])
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f8E4M3FNUZ
// CHECK: math.absf %{{.*}} : f32
func.func @arithmetic(%x: f8E4M3FNUZ, %y: f8E4M3FNUZ) -> (f8E4M3FNUZ, f8E4M3FNUZ, f8E4M3FNUZ) {
  %sum = arith.addf %x, %y : f8E4M3FNUZ
  %less = arith.cmpf olt, %x, %y : f8E4M3FNUZ
  %chosen = arith.select %less, %x, %y : f8E4M3FNUZ
  %size = math.absf %x : f8E4M3FNUZ
  return %sum, %chosen, %size : f8E4M3FNUZ, f8E4M3FNUZ, f8E4M3FNUZ
}

// CHECK-LABEL: func.func @applications
// CHECK: %[[WIDE:.*]] = call @emmy_convert_f8E5M2FNUZ_f32
// CHECK: %[[EXP:.*]] = call @emmy_exp_f32(%[[WIDE]])
// CHECK: call @emmy_convert_f32_f8E5M2FNUZ(%[[EXP]])
func.func @applications(%x: f8E5M2FNUZ) -> f8E5M2FNUZ {
  %a = emmy.apply exp(%x) : (f8E5M2FNUZ) -> f8E5M2FNUZ
  return %a : f8E5M2FNUZ
}

// CHECK-LABEL: func.func @vectors
// CHECK: %[[FIRST:.*]] = vector.extract %{{.*}}[0, 0] : f32 from vector<2x1xf32>
// CHECK: call @emmy_convert_f32_f8E5M2(%[[FIRST]])
// CHECK: vector.extract %{{.*}}[1, 0] : f32 from vector<2x1xf32>
// CHECK: vector.from_elements %{{.*}}, %{{.*}} : vector<2x1xf8E5M2>
func.func @vectors(%x: vector<2x1xf32>) -> vector<2x1xf8E5M2> {
  %a = arith.truncf %x : vector<2x1xf32> to vector<2x1xf8E5M2>
  return %a : vector<2x1xf8E5M2>
}

// Moves stay as they are.
// CHECK-LABEL: func.func @moves
// CHECK-NOT: call
// CHECK: return
func.func @moves(%x: f8E5M2, %c: i1) -> (f8E5M2, i8) {
  %one = arith.constant 1.0 : f8E5M2
  %a = arith.select %c, %x, %one : f8E5M2
  %b = arith.bitcast %a : f8E5M2 to i8
  return %a, %b : f8E5M2, i8
}

// -----

func.func @upwards(%x: f32) -> f8E5M2 {
  // expected-error @+1 {{expected rounding to_nearest_even to 'f8E5M2', but got upward}}
  %a = arith.truncf %x upward : f32 to f8E5M2
  return %a : f8E5M2
}

// -----

// A format of which the library has no functions.
func.func @unknown(%x: f32) -> f8E3M4 {
  // expected-error @+1 {{but got @emmy_convert_f32_f8E3M4}}
  %a = arith.truncf %x : f32 to f8E3M4
  return %a : f8E3M4
}
