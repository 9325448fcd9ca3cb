// RUN: emmy-opt --emmy-convert-tensor-to-loop %s | FileCheck %s

// Of all NaN there is one.
// CHECK-LABEL: func.func @bits
func.func @bits(%x: tensor<4xf32>) -> tensor<4xi32> {
  // CHECK-DAG: %[[NAN:.*]] = arith.constant 2143289344 : i32
  // CHECK-DAG: %[[IS_NAN:.*]] = arith.cmpf uno, %[[X:.*]], %[[X]] : f32
  // CHECK-DAG: %[[BITS:.*]] = arith.bitcast %[[X]] : f32 to i32
  // CHECK: arith.select %[[IS_NAN]], %[[NAN]], %[[BITS]] : i32
  %b = emmy_tensor.elementwise bitcast(%x) : tensor<4xf32> -> tensor<4xi32>
  return %b : tensor<4xi32>
}

// Machines view floats as integers, not as other floats.
// CHECK-LABEL: func.func @floats
func.func @floats(%x: tensor<4xf16>) -> tensor<4xbf16> {
  // CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
  // CHECK: %[[QUIET:.*]] = arith.select %{{.*}}, %{{.*}}, %[[BITS]] : i16
  // CHECK: arith.bitcast %[[QUIET]] : i16 to bf16
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
