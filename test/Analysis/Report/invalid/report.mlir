// Every message of a report.
// RUN: split-file %s %t
// RUN: not emmy-test-compiler --report --size n=2 --size m=3 %t/program.mlir 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not emmy-test-compiler --report --size n=2 %t/static.mlir 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not emmy-test-compiler --report %t/program.mlir 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not emmy-test-compiler --report %t/no-entry.mlir 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not emmy-test-compiler --report %t/untyped.mlir 2>&1 | FileCheck %s --check-prefix=UNTYPED
// RUN: not emmy-test-compiler --report %t/undeclared.mlir 2>&1 | FileCheck %s --check-prefix=UNDECLARED
// RUN: not emmy-test-compiler --report %t/undeclared-input.mlir 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not emmy-test-compiler --report %t/undeclared-inside.mlir 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not emmy-test-compiler --report --numerics=exact %t/program.mlir --size n=2 2>&1 | FileCheck %s --check-prefix=NUMERICS
// A level that cannot be made is left out, with the reason.
// RUN: emmy-test-compiler --report --size n=2 --schedule=speed=9 %t/program.mlir 2>&1 | FileCheck %s --check-prefix=WARNING

//--- program.mlir
// SIZE: error: expected sizes of the symbols n, but got one of m
// VALUE: program.mlir:9:1: error: expected a value of @n, but got none
// NUMERICS: error: expected option 'numerics' to be one of eager, fused, fast, but got 'exact'
// WARNING: "grid": null
// WARNING: "flops": 2,
// WARNING: "bytes_compulsory": 16,
// WARNING: warning: the report has no figures of the tile level, to which the program could not be lowered
// WARNING: note: expected overrides of threads, vector, rows or family, but got 'speed'
emmy.symbol @n
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {
  %y = emmy_framework.add %x, %x : tensor<?xf32, #emmy.dims<[n]>>
  return %y : tensor<?xf32, #emmy.dims<[n]>>
}

//--- static.mlir
// STATIC: error: expected sizes of the symbols (none), but got one of n
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- no-entry.mlir
// ENTRY: no-entry.mlir:2:1: error: expected a public function with a body as the entry, but got none
module {
}

//--- untyped.mlir
// UNTYPED: untyped.mlir:2:1: error: expected tensors whose dynamic dims are named, but got 'tensor<?xf32>'
func.func @main(%x: tensor<?xf32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %y = emmy_framework.add %a, %a : tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- undeclared.mlir
// UNDECLARED: undeclared.mlir:2:1: error: expected a value of extent m, but got none
func.func @main(%x: tensor<?xf32, #emmy.dims<[m]>>) -> tensor<4xf32> {
  %y = emmy_loop.kernel -> tensor<4xf32> {
  ^bb0(%out: memref<4xf32>):
    %c = arith.constant 1.0 : f32
    emmy_loop.for parallel (%i) in (4) {
      emmy_loop.store %c, %out[%i] : memref<4xf32>
    }
  }
  return %y : tensor<4xf32>
}

//--- undeclared-input.mlir
// INPUT: undeclared-input.mlir:5:8: error: expected a value of extent m, but got none
func.func @main(%k: tensor<3xf32>) -> tensor<f32> {
  %n = arith.constant 3 : index
  %x = builtin.unrealized_conversion_cast %k : tensor<3xf32> to tensor<?xf32, #emmy.dims<[m]>>
  %y = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[m]>>) sizes(@m = %n) -> tensor<f32> {
  ^bb0(%in: memref<?xf32>, %m: index, %out: memref<f32>):
    %c = arith.constant 1.0 : f32
    emmy_loop.store %c, %out[] : memref<f32>
  }
  return %y : tensor<f32>
}

//--- undeclared-inside.mlir
// The value that has the extent is inside of the program: the kernel is told.
// INSIDE: undeclared-inside.mlir:5:8: error: expected a value of extent m, but got none
func.func @main() {
  %n = arith.constant 3 : index
  %y = emmy_loop.kernel sizes(@m = %n) -> tensor<?xf32, #emmy.dims<[m]>> {
  ^bb0(%m: index, %out: memref<?xf32>):
    %c = arith.constant 1.0 : f32
    emmy_loop.for parallel (%i) in (%m) {
      emmy_loop.store %c, %out[%i] : memref<?xf32>
    }
  }
  return
}
