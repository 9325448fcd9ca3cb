// What a caller learns of the entry: names (of arguments, of parameters' keys, or numbered), dtypes, extents, and shapes for values of
// the symbols.
// RUN: emmy-test-compiler --signature --shapes=6,3 %s | FileCheck %s
// Lowering keeps it, though the entry has buffers then.
// RUN: emmy-test-compiler --lower=kernel --signature --shapes=6,3 %s | FileCheck %s
// So does a pipeline.
// RUN: emmy-test-compiler "--pipeline=builtin.module(canonicalize,cse)" --signature --shapes=6,3 %s | FileCheck %s

// CHECK: entry main
// CHECK-NEXT: symbol seq min 0 max 64 multiple 2
// CHECK-NEXT: symbol batch min 1 multiple 1
// CHECK-NEXT: input x : f32[batch*seq + 1, 4]
// CHECK-NEXT: input layer.weight : f32[4] parameter layer.weight
// CHECK-NEXT: input argument2 : ui8[]
// CHECK-NEXT: output result0 : f32[batch*seq + 1, 4]
// CHECK-NEXT: output next : f32[4] updates layer.weight
// CHECK-NEXT: input [19, 4]
// CHECK-NEXT: input [4]
// CHECK-NEXT: input []
// CHECK-NEXT: result [19, 4]
// CHECK-NEXT: result [4]
emmy.symbol @seq {max = 64, multiple = 2}
emmy.symbol @batch {min = 1}
func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<?x4xf32, #emmy.dims<[batch*seq + 1, 4]>> {emmy.name = "x"},
                %w: tensor<4xf32> {emmy.parameter = "layer.weight"}, %u: tensor<ui8>)
    -> (tensor<?x4xf32, #emmy.dims<[batch*seq + 1, 4]>>, tensor<4xf32> {emmy.name = "next", emmy.updates = "layer.weight"}) {
  %y = emmy_framework.mul %x, %w : tensor<?x4xf32, #emmy.dims<[batch*seq + 1, 4]>>, tensor<4xf32>
  %z = emmy_framework.add %w, 1.0 : tensor<4xf32>
  return %y, %z : tensor<?x4xf32, #emmy.dims<[batch*seq + 1, 4]>>, tensor<4xf32>
}
