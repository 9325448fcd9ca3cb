// A product that the interpreter would take too long for. What cannot be executed is no reference for what can: from the loop level on
// passes are compared.
// RUN: emmy-opt --emmy-check-each-pass %s -o /dev/null --pass-pipeline='builtin.module(emmy-lower-to-tile)' 2>&1 | FileCheck %s
// CHECK: emmy-convert-framework-to-tensor: not compared: {{.*}}the interpreter evaluates 4941900 elements
// CHECK: emmy-convert-tensor-to-loop: not compared
// CHECK: emmy-convert-loop-to-tile: {{[1-9][0-9]*}} elements have the same bits

// RUN: not emmy-opt --emmy-check-each-pass %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=extent})' 2>&1 | FileCheck %s --check-prefix=PLANTED
// PLANTED: error: pass emmy-test-plant-bug (the {{.*}} that ran) changes what the program computes
func.func @main(%a: tensor<170x170xf32>, %b: tensor<170x170xf32>) -> tensor<170x170xf32> {
  %0 = emmy_framework.matmul %a, %b : tensor<170x170xf32>, tensor<170x170xf32> -> tensor<170x170xf32>
  return %0 : tensor<170x170xf32>
}
