// Every pass is checked on loops, too, at all levels down to kernels. Values for which a loop takes long, or for ever, are no trial.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel %S/Inputs/loop.mlir -o /dev/null 2>&1 | FileCheck %s
// CHECK: emmy-convert-framework-to-tensor: {{[1-9][0-9]*}} elements have the same bits: {{.*}}'emmy.while' op expected a loop of at most 64 steps, but got more
// CHECK: emmy-convert-tensor-to-loop: {{[1-9][0-9]*}} elements are within the tolerance
// CHECK: emmy-convert-loop-to-tile: {{[1-9][0-9]*}} elements have the same bits
// CHECK: emmy-convert-tile-to-kernel: {{[1-9][0-9]*}} elements

// And down to the LLVM dialect.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-llvm %S/Inputs/loop.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=LLVM
// LLVM: convert-scf-to-cf: {{[1-9][0-9]*}} elements have the same bits

// A program that is given below the tensor level may count to the end of all numbers, too. Its loops end then, and what it gives is
// compared with nothing: of equal values only one is far from another.
// RUN: emmy-opt --emmy-lower-to-loop %S/Inputs/loop.mlir > %t.mlir
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel %t.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: emmy-convert-loop-to-tile: {{[1-9][0-9]*}} elements have the same bits: n = 1, the lowest and highest values: a loop takes more than 64 steps;
// LOOP: emmy-convert-tile-to-kernel: {{[1-9][0-9]*}} elements have the same bits: n = 1, the lowest and highest values: a loop takes more than 64 steps;

// So may one whose loops are branches.
// RUN: emmy-opt --pass-pipeline='builtin.module(emmy-convert-loop-to-scf,emmy-expand-apply,convert-scf-to-cf)' %t.mlir \
// RUN:   | emmy-opt --emmy-check-each-pass --convert-cf-to-llvm -o /dev/null 2>&1 | FileCheck %s --check-prefix=BRANCHES
// BRANCHES: convert-cf-to-llvm: {{[1-9][0-9]*}} elements have the same bits: n = 1, the lowest and highest values: the loops take more than 67108864 steps in all;

// Where no values are left for which loops end, nothing was compared.
// RUN: emmy-opt --pass-pipeline='builtin.module(emmy-convert-loop-to-scf,emmy-test-plant-bug{bug=endless})' %t.mlir \
// RUN:   | not emmy-opt --emmy-check-each-pass --convert-scf-to-cf -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: convert-scf-to-cf: not compared: {{.*}}a loop takes more than 64 steps

// A pass that makes a loop endless is found out, around kernels as well.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-convert-loop-to-scf,emmy-test-plant-bug{bug=endless})' %t.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENDLESS
// RUN: emmy-opt --emmy-lower-to-kernel %S/Inputs/loop.mlir | not emmy-opt --emmy-check-each-pass --emmy-test-plant-bug=bug=endless -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: error: pass emmy-test-plant-bug {{.*}} changes what the program computes: expected loops that end as before, but got: a loop takes more than 64 steps

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
