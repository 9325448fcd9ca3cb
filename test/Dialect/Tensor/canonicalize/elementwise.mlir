// RUN: emmy-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @identity_of_multiply
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @identity_of_multiply(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: multiply
  // CHECK: return %[[X]]
  %one = emmy_tensor.constant 1.0 : tensor<4xf32>
  %m = emmy_tensor.elementwise multiply(%one, %x) : tensor<4xf32>
  %n = emmy_tensor.elementwise multiply(%m, %one) : tensor<4xf32>
  return %n : tensor<4xf32>
}

// x + 0.0 turns -0.0 into 0.0; x + -0.0 does not.
// CHECK-LABEL: func.func @identity_of_add
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @identity_of_add(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = emmy_tensor.constant 0.0 : tensor<4xf32>
  %negative = emmy_tensor.constant -0.0 : tensor<4xf32>
  // CHECK: %[[SUM:.*]] = emmy_tensor.elementwise add
  %s = emmy_tensor.elementwise add(%x, %zero) : tensor<4xf32>
  %t = emmy_tensor.elementwise add(%x, %negative) : tensor<4xf32>
  // CHECK: return %[[SUM]], %[[X]]
  return %s, %t : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK-SAME: (%[[X:.*]]: tensor<4xi8>)
func.func @integers(%x: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  %zero = emmy_tensor.constant 0 : tensor<4xi8>
  %ones = emmy_tensor.constant -1 : tensor<4xi8>
  %s = emmy_tensor.elementwise add(%zero, %x) : tensor<4xi8>
  %t = emmy_tensor.elementwise bitwise_and(%x, %ones) : tensor<4xi8>
  // CHECK: return %[[X]], %[[X]]
  return %s, %t : tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @pairs
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<4xi1>)
func.func @pairs(%x: tensor<4xf32>, %c: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %n = emmy_tensor.elementwise negate(%x) : tensor<4xf32>
  %nn = emmy_tensor.elementwise negate(%n) : tensor<4xf32>
  // CHECK: %[[FLOOR:.*]] = emmy_tensor.elementwise floor(%[[X]])
  %f = emmy_tensor.elementwise floor(%x) : tensor<4xf32>
  %ff = emmy_tensor.elementwise floor(%f) : tensor<4xf32>
  %m = emmy_tensor.elementwise maximum(%x, %x) : tensor<4xf32>
  %s = emmy_tensor.elementwise select(%c, %x, %x) : tensor<4xf32>
  %v = emmy_tensor.elementwise convert(%x) user : tensor<4xf32> -> tensor<4xf32>
  // CHECK: return %[[X]], %[[FLOOR]], %[[X]], %[[X]], %[[X]]
  return %nn, %ff, %m, %s, %v : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// exp and log are inverse numbers, not inverse bits; x - x may be NaN; 0 - x is no negation.
// CHECK-LABEL: func.func @must_stay
func.func @must_stay(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  %zero = emmy_tensor.constant 0.0 : tensor<4xf32>
  // CHECK: log
  %l = emmy_tensor.elementwise log(%x) : tensor<4xf32>
  // CHECK: exp
  %e = emmy_tensor.elementwise exp(%l) : tensor<4xf32>
  // CHECK: subtract
  %d = emmy_tensor.elementwise subtract(%x, %x) : tensor<4xf32>
  // CHECK: subtract
  %n = emmy_tensor.elementwise subtract(%zero, %x) : tensor<4xf32>
  // CHECK: convert
  %h = emmy_tensor.elementwise convert(%x) implied : tensor<4xf32> -> tensor<4xf16>
  return %e, %d, %n, %h : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
}
