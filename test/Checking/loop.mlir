// Every pass is checked on loops, too, at all levels down to kernels. Values for which a loop takes long, or for ever, are no trial.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel %S/Inputs/loop.mlir -o /dev/null 2>&1 | FileCheck %s
// CHECK: emmy-convert-framework-to-tensor: {{[1-9][0-9]*}} elements have the same bits: {{.*}}'emmy.while' op expected a loop of at most 64 steps, but got more
// CHECK: emmy-convert-tensor-to-loop: {{[1-9][0-9]*}} elements are within the tolerance
// CHECK: emmy-convert-loop-to-tile: {{[1-9][0-9]*}} elements have the same bits
// CHECK: emmy-convert-tile-to-kernel: {{[1-9][0-9]*}} elements

// And down to the LLVM dialect.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-llvm %S/Inputs/loop.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=LLVM
// LLVM: convert-scf-to-cf: {{[1-9][0-9]*}} elements have the same bits

// A program that is given below the tensor level ends its loops then: here it would count to the end of all numbers.
// RUN: emmy-opt --emmy-lower-to-loop %S/Inputs/loop.mlir | emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: emmy-convert-loop-to-tile: {{[1-9][0-9]*}} elements have the same bits

// A mistake in a function that is repeated is found where the loop is.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=map})' %S/Inputs/loop.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLANTED
// PLANTED: error: pass emmy-test-plant-bug {{.*}} changes what the program computes
// PLANTED: note: the first operation whose result differs is emmy.while

// The smallest program in which that happens has no loop.
// RUN: emmy-reduce --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=map})' %S/Inputs/loop.mlir | FileCheck %s --check-prefix=REDUCED
// REDUCED-LABEL: func.func @main
// REDUCED-NOT: emmy.while
// REDUCED: emmy_framework.flip
