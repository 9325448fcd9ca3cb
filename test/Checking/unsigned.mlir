// In memory unsigned integers have no sign, and bools are bytes: they are the same arguments and results all the same.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel -o /dev/null %s 2>&1 | FileCheck %s

// CHECK-NOT: differs
// CHECK-NOT: not compared
// CHECK: emmy-convert-framework-to-tensor: {{[0-9]+}} elements have the same bits
// CHECK: emmy-convert-tile-to-kernel: {{[0-9]+}} elements have the same bits
func.func @main(%x: tensor<40xui8>, %y: tensor<40xui8>) -> (tensor<40xui8>, tensor<40xi1>, tensor<40xf32>) {
  %most = emmy_framework.maximum %x, %y : tensor<40xui8>, tensor<40xui8> -> tensor<40xui8>
  %less = emmy_framework.lt %x, %y : tensor<40xui8>, tensor<40xui8> -> tensor<40xi1>
  %wide = emmy_framework.to %x dtype(f32) : tensor<40xui8> -> tensor<40xf32>
  return %most, %less, %wide : tensor<40xui8>, tensor<40xi1>, tensor<40xf32>
}
