// What is not compared is told, with the reason; nothing at all is an error.

// A program without an entry.
// RUN: not emmy-opt --emmy-check-each-pass --canonicalize %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: canonicalize: not compared: {{.*}}expected a program whose arguments and results are known, but got none
// ENTRY: checked 1 passes, of which 0 changed nothing, on 0 elements
// ENTRY: error: expected elements to compare, but got none
func.func private @helper() -> index {
  %a = arith.constant 2 : index
  %b = arith.constant 3 : index
  %c = arith.addi %a, %b : index
  return %c : index
}

// Sizes that are given are the only ones; they must be sizes of all symbols.
// RUN: emmy-opt --emmy-check-each-pass --emmy-check-size=n=2 --emmy-lower-to-tensor %S/Inputs/mlp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: emmy-convert-framework-to-tensor: 96 elements have the same bits
// RUN: not emmy-opt --emmy-check-each-pass --emmy-check-size=m=2 --emmy-lower-to-tensor %S/Inputs/mlp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: emmy-convert-framework-to-tensor: not compared: expected a size of a symbol of the program, but got 'm=2'
// SYMBOL: error: expected elements to compare, but got none

// Another seed, other numbers.
// RUN: not emmy-opt --emmy-check-each-pass --emmy-check-seed=7 --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=extent})' \
// RUN:   %S/Inputs/long.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: expected element [0] of output 'total' to be {{.*}}, but got {{.*}}, with random values, seed 7

// An input that is given is the only one, and gives the symbols their values.
// RUN: %python -c "import numpy; numpy.save(r'%t.npy', numpy.full((3, 2051), 0, numpy.float32))"
// RUN: emmy-opt --emmy-check-each-pass --emmy-check-input=x=%t.npy --emmy-lower-to-tensor %S/Inputs/long.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: emmy-convert-framework-to-tensor: 3 elements have the same bits
// RUN: not emmy-opt --emmy-check-each-pass --emmy-check-input=z=%t.npy --emmy-lower-to-tensor %S/Inputs/long.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: not compared: expected an input for one of 1 arguments, but got z=

// The reader of remarks is the check.
// RUN: not emmy-opt --emmy-check-each-pass --remarks-filter=numerics --emmy-lower-to-tensor %S/Inputs/mlp.mlir 2>&1 | FileCheck %s --check-prefix=REMARKS
// REMARKS: error: expected no filter of remarks with --emmy-check-each-pass, which reads remarks itself

// Without it a tool sees them.
// RUN: emmy-opt --remarks-filter=numerics --emmy-lower-to-kernel %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=EFFECTS
// EFFECTS: model.py:43:1: remark: [Passed] reordered | Category:numerics
// EFFECTS: [Passed] contracted | Category:numerics
