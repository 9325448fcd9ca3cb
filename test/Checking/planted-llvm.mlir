// A wrong pass below the entry of functions: there are no values to look at, and the difference is told all the same.
// RUN: not emmy-opt --emmy-check-each-pass %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-convert-loop-to-scf,emmy-expand-apply,emmy-add-packed-entry,convert-scf-to-cf,finalize-memref-to-llvm,convert-func-to-llvm,emmy-test-plant-bug{bug=operands})' | FileCheck %s
// No two inputs have the same random values: else this difference would be none.
// CHECK: error: pass emmy-test-plant-bug (the {{.*}} that ran) changes what the program computes: expected element [0] of output 'result0' to be {{.*}}, with random values
func.func @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> tensor<7xf32> {
  %0 = emmy_framework.sub %a, %b : tensor<7xf32>, tensor<7xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
