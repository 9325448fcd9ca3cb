// Programs that emmy-run cannot run, by where that is found out.
// RUN: split-file %s %t
// RUN: not emmy-run %t/text.mlir 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not emmy-run %t/undeclared.mlir 2>&1 | FileCheck %s --check-prefix=UNDECLARED
// RUN: not emmy-run %t/no-entry.mlir 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not emmy-run %t/several.mlir 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not emmy-run %t/several.mlir --level tensor 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not emmy-run %t/several.mlir --level kernel 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not emmy-test-compiler --signature %t/several.mlir 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not emmy-opt %t/several.mlir --emmy-lower-to-kernel -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not emmy-opt %t/several.mlir --emmy-lower-to-llvm -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not emmy-run %t/foreign.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not emmy-run %t/good.mlir -O9 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not emmy-run %t/good.mlir --level=kernel -O9 2>&1 | FileCheck %s --check-prefix=KERNEL-LEVEL
// RUN: emmy-run %t/good.mlir -O3 --print | FileCheck %s --check-prefix=GOOD
// RUN: not emmy-run %t/narrow-input.mlir --level tensor --seed 0 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: not emmy-run %t/narrow-result.mlir 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: not emmy-run %t/divisor.mlir --level tensor 2>&1 | FileCheck %s --check-prefix=DIVISOR

//--- text.mlir
// TEXT: text.mlir:2:1: error: custom op 'kernel' is unknown
kernel

//--- undeclared.mlir
// UNDECLARED: undeclared.mlir:2:1: error: 'func.func' op expected symbol 'n' to be declared, but got none; add 'emmy.symbol @n' to the module
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {
  return %x : tensor<?xf32, #emmy.dims<[n]>>
}

//--- no-entry.mlir
// ENTRY: no-entry.mlir:2:1: error: expected a public function with a body as the entry, but got none
module {
}

// The order, and which one is called @main, says nothing about which is the program.
//--- several.mlir
// SEVERAL: error: expected a public function with a body as the entry, and no other, but got @other, @main; remove what is not the program
module {
  func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}

//--- foreign.mlir
// FOREIGN: foreign.mlir:5:11: error: 'gpu.thread_id' op expected scalar code and operations of emmy_loop in a kernel, but got 'gpu.thread_id'
func.func @main() -> tensor<f32> {
  %y = emmy_loop.kernel -> tensor<f32> {
  ^bb0(%yb: memref<f32>):
    %id = gpu.thread_id x
    %i = arith.index_cast %id : index to i32
    %v = arith.sitofp %i : i32 to f32
    emmy_loop.store %v, %yb[] : memref<f32>
  }
  return %y : tensor<f32>
}

//--- good.mlir
// KERNEL-LEVEL: error: expected a module that compiles for this machine, but got: invalid optimization/size level 9/0
// LEVEL: good.mlir:{{.*}}: error: expected a module that compiles for this machine, but got: invalid optimization/size level 9/0
// GOOD: f32[2] = [1, 1]
module {
  func.func @main() -> tensor<2xf32> {
    %y = emmy_tensor.constant 1.0 : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}

//--- narrow-input.mlir
// NARROW: error: expected a dtype such as f32, bf16, i64, ui8 or i1, but got 'f8E3M4'
func.func @main(%x: tensor<2xf8E3M4>) -> tensor<2xf32> {
  %y = emmy_tensor.constant 1.0 : tensor<2xf32>
  return %y : tensor<2xf32>
}

//--- narrow-result.mlir
func.func @main() -> (tensor<2xf8E3M4> {emmy.name = "y"}) {
  %y = emmy_loop.kernel -> tensor<2xf8E3M4> {
  ^bb0(%yb: memref<2xf8E3M4>):
    emmy_loop.for parallel (%i) in (2) {
      %v = arith.constant 1.0 : f8E3M4
      emmy_loop.store %v, %yb[%i] : memref<2xf8E3M4>
    }
  }
  return %y : tensor<2xf8E3M4>
}

//--- divisor.mlir
// DIVISOR: divisor.mlir:6:8: error: 'arith.floordivsi' op expected a divisor other than 0, but got 0
func.func @main() -> tensor<4xi64> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // Found when it runs.
  %n = arith.floordivsi %one, %zero : index
  %x = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %v = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 mod s0)]] symbols(%n) : (tensor<4xi64>) -> tensor<4xi64>
  return %v : tensor<4xi64>
}
