// RUN: emmy-opt --emmy-convert-tensor-to-loop %s | FileCheck %s

// CHECK-LABEL: func.func @bits
func.func @bits(%x: tensor<4xf32>) -> tensor<4xi32> {
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  %b = emmy_tensor.elementwise bitcast(%x) : tensor<4xf32> -> tensor<4xi32>
  return %b : tensor<4xi32>
}

// Machines view floats as integers, not as other floats.
// CHECK-LABEL: func.func @floats
func.func @floats(%x: tensor<4xf16>) -> tensor<4xbf16> {
  // CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
  // CHECK: arith.bitcast %[[BITS]] : i16 to bf16
  %b = emmy_tensor.elementwise bitcast(%x) : tensor<4xf16> -> tensor<4xbf16>
  return %b : tensor<4xbf16>
}

// Scalars have no sign.
// CHECK-LABEL: func.func @signs
func.func @signs(%x: tensor<4xui8>) -> tensor<4xi8> {
  // CHECK-NOT: arith.bitcast
  // CHECK: return
  %b = emmy_tensor.elementwise bitcast(%x) : tensor<4xui8> -> tensor<4xi8>
  return %b : tensor<4xi8>
}
