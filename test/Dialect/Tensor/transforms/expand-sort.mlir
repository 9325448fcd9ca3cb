// Orders, by the interpreter's own sort and as the counts that the levels below have.
// RUN: emmy-opt %s --emmy-test-interpret=sizes=n=4,m=0 -o /dev/null | FileCheck %s
// RUN: emmy-opt %s --emmy-tensor-expand-sort --emmy-test-interpret=sizes=n=4,m=0 -o /dev/null | FileCheck %s
// No sort is left, and a module without sorts stays.
// RUN: emmy-opt %s --emmy-tensor-expand-sort | FileCheck %s --check-prefix=EXPANDED --implicit-check-not=emmy_tensor.sort
// RUN: emmy-opt %s --emmy-tensor-expand-sort > %t.once
// RUN: emmy-opt %t.once --emmy-tensor-expand-sort | diff %t.once -

emmy.symbol @n
emmy.symbol @m

// NaN is last, and equal numbers keep their order, the zeros too.
// CHECK: @ascending #0: 7xf32 [-1, 0, -0, 2, 2, inf, nan]
// CHECK: @ascending #1: 7xi64 [3, 1, 5, 0, 4, 6, 2]
// EXPANDED-LABEL: func.func @ascending
// EXPANDED-COUNT-2: emmy_tensor.reduce sum
// EXPANDED-COUNT-2: emmy_tensor.gather
func.func @ascending() -> (tensor<7xf32>, tensor<7xi64>) {
  %x = emmy_tensor.constant dense<[2.0, 0.0, 0x7FC00000, -1.0, 2.0, -0.0, 0x7F800000]> : tensor<7xf32>
  %p = emmy_tensor.iota dim = 0 : tensor<7xi64>
  %s, %i = emmy_tensor.sort(%x, %p) dim = 0 : tensor<7xf32>, tensor<7xi64>
  return %s, %i : tensor<7xf32>, tensor<7xi64>
}

// The other way round NaN is first, and equal numbers still keep their order.
// CHECK: @descending #0: 7xf32 [nan, inf, 2, 2, 0, -0, -1]
// CHECK: @descending #1: 7xi64 [2, 6, 0, 4, 1, 5, 3]
func.func @descending() -> (tensor<7xf32>, tensor<7xi64>) {
  %x = emmy_tensor.constant dense<[2.0, 0.0, 0x7FC00000, -1.0, 2.0, -0.0, 0x7F800000]> : tensor<7xf32>
  %p = emmy_tensor.iota dim = 0 : tensor<7xi64>
  %s, %i = emmy_tensor.sort(%x, %p) dim = 0 descending : tensor<7xf32>, tensor<7xi64>
  return %s, %i : tensor<7xf32>, tensor<7xi64>
}

// Lines along the first dim; integers and bools, signed and unsigned.
// CHECK: @columns #0: 3x2xi8 [-128, -1, 5, 0, 5, 127]
// CHECK: @columns #1: 3x2xui8 [128, 255, 5, 0, 5, 127]
// CHECK: @columns #2: 3x2xi1 [0, 0, 0, 1, 1, 1]
func.func @columns() -> (tensor<3x2xi8>, tensor<3x2xui8>, tensor<3x2xi1>) {
  %x = emmy_tensor.constant dense<[[5, 0], [-128, 127], [5, -1]]> : tensor<3x2xi8>
  %u = emmy_tensor.elementwise convert(%x) user : tensor<3x2xi8> -> tensor<3x2xui8>
  %b = emmy_tensor.constant dense<[[true, true], [false, true], [false, false]]> : tensor<3x2xi1>
  %s, %t = emmy_tensor.sort(%x, %u) dim = 0 : tensor<3x2xi8>, tensor<3x2xui8>
  %c = emmy_tensor.sort(%b) dim = 0 : tensor<3x2xi1>
  return %s, %t, %c : tensor<3x2xi8>, tensor<3x2xui8>, tensor<3x2xi1>
}

// Dynamic lines, without any element too.
// CHECK: @dynamic #0: 4xi64 [3, 2, 1, 0]
// CHECK: @dynamic #1: 0xi64 []
func.func @dynamic() -> (tensor<?xi64, #emmy.dims<[n]>>, tensor<?xi64, #emmy.dims<[m]>>) {
  %x = emmy_tensor.iota dim = 0 : tensor<?xi64, #emmy.dims<[n]>>
  %y = emmy_tensor.iota dim = 0 : tensor<?xi64, #emmy.dims<[m]>>
  %s = emmy_tensor.sort(%x) dim = 0 descending : tensor<?xi64, #emmy.dims<[n]>>
  %e = emmy_tensor.sort(%y) dim = 0 : tensor<?xi64, #emmy.dims<[m]>>
  return %s, %e : tensor<?xi64, #emmy.dims<[n]>>, tensor<?xi64, #emmy.dims<[m]>>
}
