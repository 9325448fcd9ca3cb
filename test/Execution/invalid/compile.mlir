// RUN: split-file %s %t
// RUN: not emmy-run %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not emmy-run %t/untranslatable.mlir 2>&1 | FileCheck %s --check-prefix=UNTRANSLATABLE
// RUN: not emmy-opt %t/foreign.mlir --emmy-convert-loop-to-scf 2>&1 | FileCheck %s --check-prefix=FOREIGN

//--- missing.mlir
// A function that nobody defines.
// MISSING: error: expected a module that compiles for this machine, but got: {{.*}}no_such_function
func.func private @no_such_function(f32) -> f32
func.func @main() -> tensor<f32> {
  %y = emmy_loop.kernel -> tensor<f32> {
  ^bb0(%yb: memref<f32>):
    %c = arith.constant 1.0 : f32
    %v = func.call @no_such_function(%c) : (f32) -> f32
    emmy_loop.store %v, %yb[] : memref<f32>
  }
  return %y : tensor<f32>
}

//--- untranslatable.mlir
// A type that no conversion of the pipeline knows.
// UNTRANSLATABLE: untranslatable.mlir:7:10: error: expected operations of the LLVM dialect, but got 'arith.truncf' on ('f32') -> ('tf32'), which does not become LLVM IR
func.func @main() -> tensor<f32> {
  %y = emmy_loop.kernel -> tensor<f32> {
  ^bb0(%yb: memref<f32>):
    %c = emmy_loop.load %yb[] : memref<f32>
    %n = arith.truncf %c : f32 to tf32
    %v = arith.extf %n : tf32 to f32
    emmy_loop.store %v, %yb[] : memref<f32>
  }
  return %y : tensor<f32>
}

//--- foreign.mlir
// An operation of another level.
// FOREIGN: error: 'gpu.thread_id' op expected scalar code and operations of emmy_loop in a kernel, but got 'gpu.thread_id'
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
