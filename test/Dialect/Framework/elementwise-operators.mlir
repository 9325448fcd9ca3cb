// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// The text form and the result type of every elementwise operator that no other file of this folder writes; elementwise.mlir has the
// rules of types, scalars and shapes themselves.

// Rounding and signs keep the type; integers are taken.
// CHECK-LABEL: @numbers
func.func @numbers(%i: tensor<4xi32>) {
  // CHECK: emmy_framework.abs %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.abs %i : tensor<4xi32>
  // CHECK: emmy_framework.neg %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.neg %i : tensor<4xi32>
  // CHECK: emmy_framework.sign %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.sign %i : tensor<4xi32>
  // CHECK: emmy_framework.floor %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.floor %i : tensor<4xi32>
  // CHECK: emmy_framework.ceil %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.ceil %i : tensor<4xi32>
  // CHECK: emmy_framework.trunc %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.trunc %i : tensor<4xi32>
  // CHECK: emmy_framework.round %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.round %i : tensor<4xi32>
  // CHECK: emmy_framework.square %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.square %i : tensor<4xi32>
  // CHECK: emmy_framework.relu %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.relu %i : tensor<4xi32>
  // CHECK: emmy_framework.relu6 %{{.*}} : tensor<4xi32>{{$}}
  emmy_framework.relu6 %i : tensor<4xi32>
  return
}

// Integers become floats.
// CHECK-LABEL: @functions
func.func @functions(%i: tensor<4xi32>) {
  // CHECK: emmy_framework.exp2 %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.exp2 %i : tensor<4xi32>
  // CHECK: emmy_framework.expm1 %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.expm1 %i : tensor<4xi32>
  // CHECK: emmy_framework.log %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.log %i : tensor<4xi32>
  // CHECK: emmy_framework.log2 %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.log2 %i : tensor<4xi32>
  // CHECK: emmy_framework.log10 %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.log10 %i : tensor<4xi32>
  // CHECK: emmy_framework.log1p %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.log1p %i : tensor<4xi32>
  // CHECK: emmy_framework.sqrt %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.sqrt %i : tensor<4xi32>
  // CHECK: emmy_framework.rsqrt %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.rsqrt %i : tensor<4xi32>
  // CHECK: emmy_framework.reciprocal %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.reciprocal %i : tensor<4xi32>
  // CHECK: emmy_framework.sin %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.sin %i : tensor<4xi32>
  // CHECK: emmy_framework.cos %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.cos %i : tensor<4xi32>
  // CHECK: emmy_framework.tan %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.tan %i : tensor<4xi32>
  // CHECK: emmy_framework.asin %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.asin %i : tensor<4xi32>
  // CHECK: emmy_framework.acos %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.acos %i : tensor<4xi32>
  // CHECK: emmy_framework.atan %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.atan %i : tensor<4xi32>
  // CHECK: emmy_framework.sinh %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.sinh %i : tensor<4xi32>
  // CHECK: emmy_framework.cosh %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.cosh %i : tensor<4xi32>
  // CHECK: emmy_framework.tanh %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.tanh %i : tensor<4xi32>
  // CHECK: emmy_framework.asinh %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.asinh %i : tensor<4xi32>
  // CHECK: emmy_framework.acosh %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.acosh %i : tensor<4xi32>
  // CHECK: emmy_framework.atanh %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.atanh %i : tensor<4xi32>
  // CHECK: emmy_framework.erf %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.erf %i : tensor<4xi32>
  // CHECK: emmy_framework.erfc %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.erfc %i : tensor<4xi32>
  // CHECK: emmy_framework.sigmoid %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.sigmoid %i : tensor<4xi32>
  // CHECK: emmy_framework.softsign %{{.*}} : tensor<4xi32> -> tensor<4xf32>{{$}}
  emmy_framework.softsign %i : tensor<4xi32>
  return
}

// Floats alone.
// CHECK-LABEL: @activations
func.func @activations(%h: tensor<4xf16>) {
  // CHECK: emmy_framework.frac %{{.*}} : tensor<4xf16>{{$}}
  emmy_framework.frac %h : tensor<4xf16>
  // CHECK: emmy_framework.selu %{{.*}} : tensor<4xf16>{{$}}
  emmy_framework.selu %h : tensor<4xf16>
  // CHECK: emmy_framework.hardsigmoid %{{.*}} : tensor<4xf16>{{$}}
  emmy_framework.hardsigmoid %h : tensor<4xf16>
  // CHECK: emmy_framework.hardswish %{{.*}} : tensor<4xf16>{{$}}
  emmy_framework.hardswish %h : tensor<4xf16>
  // CHECK: emmy_framework.mish %{{.*}} : tensor<4xf16>{{$}}
  emmy_framework.mish %h : tensor<4xf16>
  // CHECK: emmy_framework.logsigmoid %{{.*}} : tensor<4xf16>{{$}}
  emmy_framework.logsigmoid %h : tensor<4xf16>
  return
}

// Parameters are Python scalars, floats written with a point; a missing one has PyTorch's default.
// CHECK-LABEL: @parameters
func.func @parameters(%h: tensor<4xf16>, %i: tensor<4xi32>) {
  // CHECK: emmy_framework.leaky_relu %{{.*}} negative_slope(0.2) : tensor<4xf16>{{$}}
  emmy_framework.leaky_relu %h negative_slope(0.2) : tensor<4xf16>
  // CHECK: emmy_framework.leaky_relu %{{[a-z0-9]*}} : tensor<4xf16>{{$}}
  emmy_framework.leaky_relu %h : tensor<4xf16>
  // CHECK: emmy_framework.celu %{{.*}} alpha(2.0) : tensor<4xf16>{{$}}
  emmy_framework.celu %h alpha(2) : tensor<4xf16>
  // CHECK: emmy_framework.softplus %{{.*}} beta(0.5) threshold(10.0) : tensor<4xf16>{{$}}
  emmy_framework.softplus %h threshold(10) beta(0.5) : tensor<4xf16>
  // CHECK: emmy_framework.hardtanh %{{.*}} min_val(-6) max_val(6) : tensor<4xi32>{{$}}
  emmy_framework.hardtanh %i max_val(6) min_val(-6) : tensor<4xi32>
  return
}

// Questions give bools.
// CHECK-LABEL: @questions
func.func @questions(%h: tensor<4xf16>) {
  // CHECK: emmy_framework.logical_not %{{.*}} : tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.logical_not %h : tensor<4xf16>
  // CHECK: emmy_framework.isnan %{{.*}} : tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.isnan %h : tensor<4xf16>
  // CHECK: emmy_framework.isinf %{{.*}} : tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.isinf %h : tensor<4xf16>
  // CHECK: emmy_framework.isfinite %{{.*}} : tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.isfinite %h : tensor<4xf16>
  // CHECK: emmy_framework.signbit %{{.*}} : tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.signbit %h : tensor<4xf16>
  return
}

// Two operands are promoted.
// CHECK-LABEL: @pairs
func.func @pairs(%i: tensor<4xi32>, %s: tensor<4xi8>, %h: tensor<4xf16>) {
  // CHECK: emmy_framework.floor_divide %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.floor_divide %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.remainder %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.remainder %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.fmod %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.fmod %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.minimum %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.minimum %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.clamp_min %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.clamp_min %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.clamp_max %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.clamp_max %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.bitwise_and %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.bitwise_and %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.bitwise_or %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.bitwise_or %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.bitwise_xor %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.bitwise_xor %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.bitwise_left_shift %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.bitwise_left_shift %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.bitwise_right_shift %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xi8> -> tensor<4xi32>{{$}}
  emmy_framework.bitwise_right_shift %i, %s : tensor<4xi32>, tensor<4xi8>
  // CHECK: emmy_framework.atan2 %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xf16>{{$}}
  emmy_framework.atan2 %i, %h : tensor<4xi32>, tensor<4xf16>
  // CHECK: emmy_framework.copysign %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xf16>{{$}}
  emmy_framework.copysign %i, %h : tensor<4xi32>, tensor<4xf16>
  return
}

// Comparisons and logic give bools.
// CHECK-LABEL: @comparisons
func.func @comparisons(%i: tensor<4xi32>, %h: tensor<4xf16>) {
  // CHECK: emmy_framework.ne %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.ne %i, %h : tensor<4xi32>, tensor<4xf16>
  // CHECK: emmy_framework.le %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.le %i, %h : tensor<4xi32>, tensor<4xf16>
  // CHECK: emmy_framework.gt %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.gt %i, %h : tensor<4xi32>, tensor<4xf16>
  // CHECK: emmy_framework.ge %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.ge %i, %h : tensor<4xi32>, tensor<4xf16>
  // CHECK: emmy_framework.logical_or %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.logical_or %i, %h : tensor<4xi32>, tensor<4xf16>
  // CHECK: emmy_framework.logical_xor %{{.*}}, %{{.*}} : tensor<4xi32>, tensor<4xf16> -> tensor<4xi1>{{$}}
  emmy_framework.logical_xor %i, %h : tensor<4xi32>, tensor<4xf16>
  return
}

// Bits of bools.
// CHECK-LABEL: @bools
func.func @bools(%b: tensor<4xi1>) {
  // CHECK: emmy_framework.bitwise_not %{{.*}} : tensor<4xi1>{{$}}
  emmy_framework.bitwise_not %b : tensor<4xi1>
  return
}

// Three operands.
// CHECK-LABEL: @triples
func.func @triples(%h: tensor<4xf16>, %i: tensor<4xi32>) {
  // CHECK: emmy_framework.lerp %{{.*}}, %{{.*}}, 0.5 : tensor<4xf16>{{$}}
  emmy_framework.lerp %h, %h, 0.5 : tensor<4xf16>
  // CHECK: emmy_framework.addcmul %{{.*}}, %{{.*}}, %{{.*}} value(3) : tensor<4xi32>{{$}}
  emmy_framework.addcmul %i, %i, %i value(3) : tensor<4xi32>
  // CHECK: emmy_framework.addcdiv %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf16>{{$}}
  emmy_framework.addcdiv %h, %h, %h : tensor<4xf16>
  return
}
