// Accesses that change no result.

// A store to an input, behind all that reads it.
// RUN: not emmy-opt --emmy-check-each-pass %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-convert-loop-to-scf,emmy-test-plant-bug{bug=input})' | FileCheck %s --check-prefix=INPUT
// INPUT: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: the program writes to its input 'x', with
// INPUT: note: the first operation that the pass changed: memref.store

// A store in front of a result: into what lies there, or beyond all memory.
// RUN: not emmy-opt --emmy-check-each-pass %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-convert-loop-to-scf,emmy-test-plant-bug{bug=outside})' | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: the program writes outside of 'y', with

// A load from in front of an input, the value of which is not used. Whatever lies there is what such a load finds, so that buffers begin
// where memory does in every other run.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=guard})' \
// RUN:   %S/Inputs/front.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FRONT
// FRONT: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected accesses of the program's own memory, but got one beyond it
// FRONT: note: the first operation that cannot be computed is %longer = emmy_loop.kernel ins(%arg0 :
// FRONT: note: the first operation that the pass changed in it: {{.*}} emmy_loop.load %{{.*}}[%{{.*}} - 1] if

// A load from behind an intermediate result, for which the program asks the system itself.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=guard})' \
// RUN:   %S/Inputs/kept.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected accesses of the program's own memory, but got one beyond it
// KEPT: note: the first operation that the pass changed in it: %total{{.*}} = emmy_loop.load %total
func.func @main(%x: tensor<1xf32> {emmy.name = "x"}) -> (tensor<1xf32> {emmy.name = "y"}) {
  %0 = emmy_framework.neg %x : tensor<1xf32>
  return %0 : tensor<1xf32>
}
