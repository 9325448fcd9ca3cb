// RUN: emmy-opt --emmy-expand-apply %s | FileCheck %s

// A transcendental function is a call of the math library, whose body is there once, at the end.
// CHECK-LABEL: func.func @library
// CHECK: call @emmy_exp_f32
// CHECK: call @emmy_exp_f32
func.func @library(%x: f32) -> f32 {
  %a = emmy.apply exp(%x) : (f32) -> f32
  %b = emmy.apply exp(%a) : (f32) -> f32
  return %b : f32
}

// 16-bit floats compute in f32 and round once.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[ROOT:.*]] = math.sqrt %[[WIDE]] : f32
// CHECK: arith.truncf %[[ROOT]] : f32 to bf16
func.func @narrow(%x: bf16) -> bf16 {
  %a = emmy.apply sqrt(%x) : (bf16) -> bf16
  return %a : bf16
}

// A shift never gives the hardware an amount outside the width.
// CHECK-LABEL: func.func @shift
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[AMOUNT:.*]], %{{.*}} : i32
// CHECK: %[[SAFE:.*]] = arith.select %[[INSIDE]], %[[AMOUNT]]
// CHECK: arith.shli %{{.*}}, %[[SAFE]]
func.func @shift(%x: i32, %n: i32) -> i32 {
  %a = emmy.apply shift_left(%x, %n) : (i32, i32) -> i32
  return %a : i32
}

// A float never reaches a conversion instruction with a value that it does not define.
// CHECK-LABEL: func.func @convert
// CHECK: call @emmy_convert_f32_i32
func.func @convert(%x: f32) -> i32 {
  %a = emmy.apply convert(%x) : (f32) -> i32
  return %a : i32
}

// CHECK: func.func private @emmy_exp_f32(%{{.*}}: f32) -> f32 {
// CHECK-NOT: func.func private @emmy_exp_f32

// What a function of the library calls comes with it.
// CHECK: func.func private @emmy_sin_f32(%{{.*}}: f32) -> f32 {
// CHECK: call @emmy_sine_f32
// CHECK: func.func private @emmy_sine_f32(%{{.*}}: f32, %{{.*}}: i32) -> f32 {
func.func @nested(%x: f32) -> f32 {
  %a = emmy.apply sin(%x) : (f32) -> f32
  return %a : f32
}
