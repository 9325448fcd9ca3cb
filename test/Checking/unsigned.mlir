// In memory unsigned integers have no sign, and bools are bytes: they are the same arguments and results all the same.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel -o /dev/null %s 2>&1 | FileCheck %s

// The largest number of an unsigned type is tried: this limit holds for no other one.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=limit})' %S/Inputs/limit.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIMIT
// LIMIT: error: pass emmy-test-plant-bug (the 1st that ran) changes what the program computes: expected element [{{[01]}}] of output 'm' to be 254, but got 255, with

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
