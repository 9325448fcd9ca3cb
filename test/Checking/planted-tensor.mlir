// Bugs of the tensor level: which pass, which operation with its line, and which element.

// An index map that is composed wrongly.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=map},emmy-lower-to-loop)' \
// RUN:   %S/Inputs/views.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=MAP
// MAP: model.py:30:1: error: pass emmy-test-plant-bug (the 7th that ran) changes what the program computes: expected element [1, 0] of output 'turned' to be {{.*}}, but got {{.*}}, with n = 3, m = 5, random values, seed 0
// MAP: note: the pass recorded no numeric effect, so every bit is expected to stay
// MAP: model.py:30:1: note: the first operation whose result differs is %joined = emmy_tensor.index_map: expected element [0, 1] of its result to be
// MAP: emmy-convert-framework-to-tensor: [[#]] elements have the same bits
// MAP: emmy-test-plant-bug: differs: n = 3, m = 5, random values
// Passes behind the wrong one are not blamed.
// MAP-NEXT: checked 7 passes

// Two symbols that are taken for one: equal values do not show it.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=symbols})' \
// RUN:   %S/Inputs/views.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SYMBOLS
// SYMBOLS: error: pass emmy-test-plant-bug (the 7th that ran) changes what the program computes: model.py:30: 'emmy_tensor.index_map' op expected coordinates in 0..3 along dim 1 of source #1, but got 3
// SYMBOLS: note: the first operation that the pass changed: %{{.*}} = emmy.size @m
// RUN: emmy-opt --emmy-check-each-pass --emmy-check-size=n=4 --emmy-check-size=m=4 --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=symbols})' \
// RUN:   %S/Inputs/views.mlir -o /dev/null

// A difference the wrong way round.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=operands})' \
// RUN:   %S/Inputs/attention.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPERANDS
// OPERANDS: model.py:21:1: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0, 0, 0, 0] of output 'attended' to be
// OPERANDS: note: the first operation whose result differs is %attended = emmy_tensor.elementwise

// A pass that writes everything anew leaves nothing to match: it runs again, on the program with all values as outputs.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=operands unnamed})' \
// RUN:   %S/Inputs/attention.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNNAMED
// UNNAMED: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0, 0, 0, 0] of output 'attended' to be
// UNNAMED: note: the first operation whose result differs is %attended = emmy_tensor.elementwise

// Without an entry nothing is compared.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=entry})' %S/Inputs/attention.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: emmy-test-plant-bug: {{.*}}after: {{.*}}expected a public function with a body as the entry, but got none

// Equal elements that a sort leaves in the opposite order.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-tensor-expand-sort,emmy-test-plant-bug{bug=stability})' \
// RUN:   %S/Inputs/sorted.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=STABILITY
// STABILITY: model.py:61:1: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [{{.*}}] of output 'places' to be {{.*}}, with n = 3, equal values, seed 0

// A sum with 0.0 that is taken for its other operand, which may be -0.0.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=zero})' \
// RUN:   %S/Inputs/cleared.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: model.py:72:1: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [{{.*}}] of output 'y' to be 0, but got -0

// A rounding that the program asks for, left out: the pass says that it leaves out one, and may not.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=rounding})' \
// RUN:   %S/Inputs/rounded.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROUNDING
// ROUNDING: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0, 0] of output 'y' to be
// ROUNDING: note: the pass recorded that values are unrounded
