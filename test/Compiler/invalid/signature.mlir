// Entries that no caller can be told about, and shapes that have no sizes.
// RUN: split-file %s %t
// RUN: not emmy-test-compiler --signature %t/no-entry.mlir 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not emmy-test-compiler --shapes=0 %t/no-entry.mlir 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not emmy-test-compiler --signature %t/argument.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not emmy-test-compiler --signature %t/result.mlir 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not emmy-test-compiler --shapes=1,2 %t/symbols.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not emmy-test-compiler --shapes=0 %t/symbols.mlir 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not emmy-test-compiler --shapes=1 %t/symbols.mlir 2>&1 | FileCheck %s --check-prefix=UNDECLARED
// RUN: not emmy-test-compiler --shapes=9223372036854775807,1 %t/sum.mlir 2>&1 | FileCheck %s --check-prefix=SUM

//--- no-entry.mlir
// ENTRY: no-entry.mlir:2:1: error: expected a public function with a body as the entry, but got none
module {
  func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
  func.func private @declaration(tensor<2xf32>)
}

//--- argument.mlir
// ARGUMENT: argument.mlir:2:1: error: expected argument #1 to be a ranked tensor whose dynamic dims are named, but got 'tensor<?xf32>'
func.func @main(%x: tensor<2xf32>, %y: tensor<?xf32>) {
  return
}

//--- result.mlir
// RESULT: result.mlir:2:1: error: expected result #0 to be a ranked tensor whose dynamic dims are named, but got 'f32'
func.func @main() -> f32 {
  %x = arith.constant 1.0 : f32
  return %x : f32
}

//--- sum.mlir
// The sum of two sizes that 64 bits do not hold.
// SUM: error: expected extent m + n of an argument to be a size, but got no value
emmy.symbol @n
emmy.symbol @m
func.func @main(%x: tensor<?xf32, #emmy.dims<[n + m]>>) {
  return
}

//--- symbols.mlir
// COUNT: error: expected 1 symbol values, but got 2
// NEGATIVE: error: expected extent n - 1 of an argument to be a size, but got -1
// UNDECLARED: error: expected extent m of a result to be a size, but got no value
emmy.symbol @n
func.func @main(%x: tensor<?xf32, #emmy.dims<[n - 1]>>, %k: tensor<2xf32>) -> tensor<?xf32, #emmy.dims<[m]>> {
  %y = builtin.unrealized_conversion_cast %k : tensor<2xf32> to tensor<?xf32, #emmy.dims<[m]>>
  return %y : tensor<?xf32, #emmy.dims<[m]>>
}
