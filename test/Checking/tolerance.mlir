// How far an element may be away, and which elements count.
// RUN: split-file %s %t
// RUN: %python -c "import numpy; numpy.save(r'%t/ones.npy', numpy.ones(4, numpy.float16)); numpy.save(r'%t/zeros.npy', numpy.array([-0.0, 1, 2, 0], numpy.float32))"

// A product is rounded once to f16, so its program moves it by four units in the last place at most. A factor of 1 that is lost was a
// factor of 1 + 4 units, or of 1 + 6.
// RUN: emmy-opt --emmy-check-each-pass --emmy-check-input=x=%t/ones.npy --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=scale})' %t/near.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %t/near.mlir
// RUN: not emmy-opt --emmy-check-each-pass --emmy-check-input=x=%t/ones.npy --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=scale})' %t/far.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %t/far.mlir

// A rounding that the program asks for jumps where what it rounds moves by one unit: here by 1 / 128, of which four are permitted.
// RUN: %python -c "import numpy; numpy.save(r'%t/wide.npy', numpy.ones(4, numpy.float32))"
// RUN: emmy-opt --emmy-check-each-pass --emmy-check-input=x=%t/wide.npy --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=scale})' %t/jump.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %t/jump.mlir

// It does not move by itself: where what it rounds stays, so does the result.
// RUN: not emmy-opt --emmy-check-each-pass --emmy-check-input=x=%t/wide.npy --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=scale})' %t/asked.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %t/asked.mlir

// A zero may have the other sign, and no other value.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=summand})' %t/difference.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %t/difference.mlir

// What the free sign decides is not compared, and not counted as compared: which infinity the quotient by -0.0 is.
// RUN: emmy-opt --emmy-check-each-pass --emmy-check-input=x=%t/zeros.npy --emmy-lower-to-loop="licences=no_signed_zeros" %t/inverse.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %t/inverse.mlir

// Sums of bf16 combine in another order, too, and are told from integers.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel %t/short.mlir -o /dev/null 2>&1 | FileCheck %t/short.mlir

// A rounding that an operator implies may be left out, where what it rounds away is most of the result, too.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-loop %t/cancel.mlir -o /dev/null 2>&1 | FileCheck %t/cancel.mlir

//--- near.mlir
// CHECK: emmy-test-plant-bug: 4 elements are within the tolerance (rescaled)
func.func @main(%x: tensor<4xf16> {emmy.name = "x"}) -> (tensor<4xf16> {emmy.name = "y"}) {
  %c = emmy_tensor.constant 1.00390625 : tensor<4xf32>
  %wide = emmy_tensor.elementwise convert(%x) implied : tensor<4xf16> -> tensor<4xf32>
  %product = emmy_tensor.elementwise multiply(%wide, %c) : tensor<4xf32>
  %y = emmy_tensor.elementwise convert(%product) implied : tensor<4xf32> -> tensor<4xf16>
  return %y : tensor<4xf16>
}

//--- far.mlir
// CHECK: error: pass emmy-test-plant-bug (the 1st that ran) changes what the program computes: expected element [0] of output 'y' to be 1.00585938 within 0.0039{{.*}}, but got 1,
func.func @main(%x: tensor<4xf16> {emmy.name = "x"}) -> (tensor<4xf16> {emmy.name = "y"}) {
  %c = emmy_tensor.constant 1.005859375 : tensor<4xf32>
  %wide = emmy_tensor.elementwise convert(%x) implied : tensor<4xf16> -> tensor<4xf32>
  %product = emmy_tensor.elementwise multiply(%wide, %c) : tensor<4xf32>
  %y = emmy_tensor.elementwise convert(%product) implied : tensor<4xf32> -> tensor<4xf16>
  return %y : tensor<4xf16>
}

//--- jump.mlir
// Without the first factor the product lies between 1 + 2 / 128, which it is rounded to, and 1 + 3 / 128; with it at 1 + 5 / 128.
// CHECK: emmy-test-plant-bug: 4 elements are within the tolerance (rescaled)
func.func @main(%x: tensor<4xf32> {emmy.name = "x"}) -> (tensor<4xf32> {emmy.name = "y"}) {
  %b = emmy_tensor.constant 1.015625 : tensor<4xf32>
  %c = emmy_tensor.constant 1.01953125 : tensor<4xf32>
  %scaled = emmy_tensor.elementwise multiply(%x, %b) : tensor<4xf32>
  %product = emmy_tensor.elementwise multiply(%scaled, %c) : tensor<4xf32>
  %short = emmy_tensor.elementwise convert(%product) user : tensor<4xf32> -> tensor<4xbf16>
  %y = emmy_tensor.elementwise convert(%short) implied : tensor<4xbf16> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- asked.mlir
// CHECK: error: pass emmy-test-plant-bug (the 1st that ran) changes what the program computes: expected element [0] of output 'y' to be 1.0234375 within {{.*}}, but got 1,
func.func @main(%x: tensor<4xf32> {emmy.name = "x"}) -> (tensor<4xf32> {emmy.name = "y"}) {
  %c = emmy_tensor.constant 1.0234375 : tensor<4xf32>
  %product = emmy_tensor.elementwise multiply(%x, %c) : tensor<4xf32>
  %short = emmy_tensor.elementwise convert(%product) user : tensor<4xf32> -> tensor<4xbf16>
  %y = emmy_tensor.elementwise convert(%short) implied : tensor<4xbf16> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- difference.mlir
// CHECK: error: pass emmy-test-plant-bug (the 1st that ran) changes what the program computes: expected element [0] of output 'y' to be 0, but got
// CHECK: note: the pass recorded that values are zero_signs
func.func @main(%x: tensor<4xf32> {emmy.name = "x"}) -> (tensor<4xf32> {emmy.name = "y"}) {
  %n = emmy_tensor.elementwise negate(%x) : tensor<4xf32>
  %y = emmy_tensor.elementwise add(%x, %n) : tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- inverse.mlir
// CHECK: emmy-tensor-simplify: 3 elements are within the tolerance (zero_signs)
func.func @main(%x: tensor<4xf32> {emmy.name = "x"}) -> (tensor<4xf32> {emmy.name = "y"}) {
  %zero = emmy_tensor.constant 0.0 : tensor<4xf32>
  %one = emmy_tensor.constant 1.0 : tensor<4xf32>
  %plus = emmy_tensor.elementwise add(%x, %zero) : tensor<4xf32>
  %y = emmy_tensor.elementwise divide(%one, %plus) : tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- short.mlir
// CHECK-NOT: differs
// CHECK: emmy-convert-tile-to-kernel: {{[1-9][0-9]*}} elements are within the tolerance (reordered)
// CHECK-NOT: differs
emmy.symbol @n
func.func @main(%x: tensor<?x70xbf16, #emmy.dims<[n, 70]>> {emmy.name = "x"}) -> (tensor<?x70xbf16, #emmy.dims<[n, 70]>> {emmy.name = "y"}) {
  %y = emmy_framework.softmax %x dim(1) : tensor<?x70xbf16, #emmy.dims<[n, 70]>>
  return %y : tensor<?x70xbf16, #emmy.dims<[n, 70]>>
}

//--- cancel.mlir
// CHECK: emmy-loop-drop-implied-converts: {{[1-9][0-9]*}} elements are within the tolerance (unrounded)
emmy.symbol @n
func.func @main(%x: tensor<?x9xbf16, #emmy.dims<[n, 9]>> {emmy.name = "x"}, %a: tensor<?x9xbf16, #emmy.dims<[n, 9]>> {emmy.name = "a"}) -> (tensor<?x9xbf16, #emmy.dims<[n, 9]>> {emmy.name = "y"}) {
  %s = emmy_framework.add %x, %a : tensor<?x9xbf16, #emmy.dims<[n, 9]>>, tensor<?x9xbf16, #emmy.dims<[n, 9]>> -> tensor<?x9xbf16, #emmy.dims<[n, 9]>>
  %y = emmy_framework.sub %s, %x : tensor<?x9xbf16, #emmy.dims<[n, 9]>>, tensor<?x9xbf16, #emmy.dims<[n, 9]>> -> tensor<?x9xbf16, #emmy.dims<[n, 9]>>
  return %y : tensor<?x9xbf16, #emmy.dims<[n, 9]>>
}
