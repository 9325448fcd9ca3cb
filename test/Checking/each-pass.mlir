// Programs are lowered to kernels, and no pass changes what they compute. Every level is executed.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel %S/Inputs/rows.mlir -o %t.mlir 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: emmy-convert-framework-to-tensor: [[#]] elements have the same bits
// ROWS: emmy-convert-tensor-to-loop: [[#]] elements are within the tolerance
// ROWS: emmy-tile-apply-schedule: [[#]] elements are within the tolerance (reordered)
// ROWS: emmy-convert-tile-to-kernel: [[#]] elements are within the tolerance (reordered)
// ROWS: emmy-form-fma: [[#]] elements are within the tolerance (contracted)
// ROWS: checked [[#]] passes, of which [[#]] changed nothing, on {{[1-9][0-9]*}} elements

// The check changes nothing, either.
// RUN: emmy-opt --emmy-lower-to-kernel %S/Inputs/rows.mlir -o %t.unchecked.mlir
// RUN: cmp %t.mlir %t.unchecked.mlir

// Of a pass on functions the module around it is run.
// RUN: emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-convert-framework-to-tensor,func.func(canonicalize,cse))' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: emmy-convert-framework-to-tensor: [[#]] elements have the same bits
// NESTED-NEXT: canonicalize: [[#]] elements have the same bits
// NESTED-NEXT: checked 3 passes, of which 1 changed nothing

// So are host programs, down to the LLVM dialect.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-llvm %S/Inputs/mlp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: emmy-convert-loop-to-scf: [[#]] elements are within the tolerance (widened)
// HOST: convert-arith-to-llvm: [[#]] elements have the same bits
