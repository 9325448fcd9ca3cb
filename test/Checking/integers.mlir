// Integers are told with all their digits.
// RUN: %python -c "import numpy; numpy.save(r'%t.x.npy', numpy.array([5, 2**53 + 1])); numpy.save(r'%t.y.npy', numpy.array([5, 0]))"
// RUN: not emmy-opt --emmy-check-each-pass --emmy-check-input=%t.x.npy --emmy-check-input=%t.y.npy %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=operands})' 2>&1 | FileCheck %s
// CHECK: expected element [1] of output 'd' to be 9007199254740993, but got -9007199254740993
func.func @main(%x: tensor<2xi64>, %y: tensor<2xi64>) -> (tensor<2xi64> {emmy.name = "d"}) {
  %0 = emmy_framework.sub %x, %y : tensor<2xi64>, tensor<2xi64> -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
