// RUN: split-file %s %t
// RUN: not emmy-run %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not emmy-run %t/untranslatable.mlir 2>&1 | FileCheck %s --check-prefix=UNTRANSLATABLE
// RUN: not emmy-opt %t/nested.mlir --emmy-convert-loop-to-scf 2>&1 | FileCheck %s --check-prefix=NESTED

//--- missing.mlir
// A function that nobody defines.
// MISSING: error: expected a module that compiles for this machine, but got: {{.*}}emmy_no_such_function
func.func private @emmy_no_such_function(f32) -> f32
func.func @main() -> tensor<f32> {
  %y = emmy_loop.kernel -> tensor<f32> {
  ^bb0(%yb: memref<f32>):
    %c = arith.constant 1.0 : f32
    %v = func.call @emmy_no_such_function(%c) : (f32) -> f32
    emmy_loop.store %v, %yb[] : memref<f32>
  }
  return %y : tensor<f32>
}

//--- untranslatable.mlir
// An operation that no conversion of the pipeline knows.
// UNTRANSLATABLE: error: expected a module of the LLVM dialect, but got one that does not translate to LLVM IR
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

//--- nested.mlir
// A kernel inside a kernel.
// NESTED: error: 'emmy_loop.kernel' op expected a kernel without it after the conversion to scf
func.func @main() {
  emmy_loop.kernel -> () {
    emmy_loop.kernel -> () {
    }
  }
  return
}
