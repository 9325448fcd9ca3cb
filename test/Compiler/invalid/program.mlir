// Every message of the facade about what it is asked for.
// RUN: not emmy-test-compiler --lower=cuda %s 2>&1 | FileCheck %s --check-prefix=PHASE
// RUN: not emmy-test-compiler --lower=framework %s 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not emmy-test-compiler --lower=tile --schedule=} %s 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not emmy-test-compiler --lower=tile --schedule=speed=9 %s 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not emmy-test-compiler --pipeline=canonicalize %s 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not emmy-test-compiler "--pipeline=func.func(cse)" %s 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not emmy-test-compiler "--pipeline=builtin.module(emmy-gate{phase=kernel})" %s 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: not emmy-test-compiler --emit=c %s 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not emmy-test-compiler --emit=cuda %s 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not emmy-test-compiler --print %S/../../CMakeLists.txt 2>&1 | FileCheck %s --check-prefix=TEXT

// PHASE: error: expected a phase (framework, tensor, loop, tile, kernel), but got 'cuda'
// BELOW: error: expected a module at the framework level or above, but got one at the tensor level
// OPTION: error: expected option 'schedule' without braces and quotes, but got '}'
// SCHEDULE: error: expected overrides of threads, vector, rows or family, but got 'speed'
// ANCHOR: error: expected a pipeline of the form builtin.module(...), but got 'canonicalize': expected pass pipeline to be wrapped
// FUNCTION: error: expected a pipeline of the form builtin.module(...), but got 'func.func(cse)':
// A note says what failed.
// GATE: program.mlir:[[@LINE+8]]:8: error: 'emmy_tensor.constant' op expected no operation above the kernel level, but got one of emmy_tensor; run --emmy-lower-to-kernel
// KIND: error: expected target code cuda, ptx or llvm, but got 'c'
// LEVEL: error: expected a program at the kernel level, but got one at the tensor level; lower it first
// TEXT: CMakeLists.txt:1:1: error: custom op 'add_subdirectory' is unknown
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // The source is printed at the level that it is at, with locations when asked for.
  // RUN: emmy-test-compiler --print %s | FileCheck %s --check-prefix=PRINT
  // RUN: emmy-test-compiler --print --locations %s | FileCheck %s --check-prefix=LOCATIONS
  %c = emmy_tensor.constant 1.0 : tensor<4xf32>
  // PRINT: phase 'tensor'
  // PRINT: emmy_tensor.elementwise add(%{{.*}}, %{{.*}}) : tensor<4xf32>{{$}}
  // LOCATIONS: emmy_tensor.elementwise add(%{{.*}}, %{{.*}}) : tensor<4xf32> loc(#loc
  %y = emmy_tensor.elementwise add(%x, %c) : tensor<4xf32>
  return %y : tensor<4xf32>
}
