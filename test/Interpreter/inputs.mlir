// RUN: emmy-opt %s --split-input-file --emmy-test-interpret=inputs=3x2xf32,2xi64 --verify-diagnostics -o /dev/null | FileCheck %s

emmy.symbol @n

// Sizes follow from the inputs' shapes, also for results; -0 - 0 keeps its sign.
// CHECK: @sizes #0: 3x2xf32 [-0, -0, -0, -0, -0, -0]
// CHECK: @sizes #1: 6xi64 [0, 1, 2, 3, 4, 5]
func.func @sizes(%x: tensor<?x2xf32, #emmy.dims<[n, 2]>>, %y: tensor<2xi64>)
    -> (tensor<?x2xf32, #emmy.dims<[n, 2]>>, tensor<?xi64, #emmy.dims<[2*n]>>) {
  %zero = emmy_tensor.elementwise negate(%x) : tensor<?x2xf32, #emmy.dims<[n, 2]>>
  %s = emmy_tensor.elementwise subtract(%zero, %x) : tensor<?x2xf32, #emmy.dims<[n, 2]>>
  %i = emmy_tensor.iota dim = 0 : tensor<?xi64, #emmy.dims<[2*n]>>
  return %s, %i : tensor<?x2xf32, #emmy.dims<[n, 2]>>, tensor<?xi64, #emmy.dims<[2*n]>>
}

// -----

// expected-error @below {{expected 1 inputs, but got 2}}
func.func @count(%x: tensor<3x2xf32>) {
  return
}

// -----

// expected-error @below {{expected an input of type 'tensor<3x2xf16>' for argument #0, but got 'tensor<3x2xf32>'}}
func.func @element_type(%x: tensor<3x2xf16>, %y: tensor<2xi64>) {
  return
}

// -----

// expected-error @below {{expected argument #0 of shape [3, 4], but got [3, 2]}}
func.func @shape(%x: tensor<3x4xf32>, %y: tensor<2xi64>) {
  return
}

// -----

emmy.symbol @n

// One symbol has one value.
// expected-error @below {{expected argument #1 of shape [3], but got [2]}}
func.func @one_value(%x: tensor<?x2xf32, #emmy.dims<[n, 2]>>, %y: tensor<?xi64, #emmy.dims<[n]>>) {
  return
}

// -----

// expected-error @below {{expected argument #0 to be a tensor of numbers or bools with named extents, but got 'tensor<?x2xf32>'}}
func.func @unnamed(%x: tensor<?x2xf32>, %y: tensor<2xi64>) {
  return
}

// -----

// expected-error @below {{expected a body of one block, but got 2}}
func.func @blocks(%x: tensor<3x2xf32>, %y: tensor<2xi64>) {
  cf.br ^next
^next:
  return
}

// -----

emmy.symbol @n

// A symbol that stands nowhere alone gets no value from the inputs.
// expected-error @below {{expected a size for the extent 2*n, but got no value for its symbols}}
func.func @nowhere_alone(%x: tensor<?x2xf32, #emmy.dims<[2*n, 2]>>, %y: tensor<2xi64>) {
  return
}
