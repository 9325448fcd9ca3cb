// Bugs of the loop level.

// A load that is hoisted out of the loop that it depends on.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=hoist})' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOIST
// HOIST: model.py:40:1: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0] of output 'place' to be {{[0-9]+}}, but got {{[0-9]+}}, with n = 3
// HOIST: note: the first operation whose result differs is %place_{{.*}} = emmy_loop.kernel
// HOIST: note: the first operation that the pass changed in it: {{.*}} emmy_loop.reduce

// One component of a state of three that combining forgets: the place of the largest.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=combine})' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=COMBINE
// COMBINE: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0] of output 'place' to be
// COMBINE: note: the first operation that the pass changed in it: emmy_loop.yield

// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=identity})' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOTAL
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=extent})' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOTAL
// TOTAL: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0] of output 'total' to be
// TOTAL: note: the first operation that the pass changed in it: {{.*}} emmy_loop.reduce (%r0) in (100)

// An operation that rounds once where the program rounds twice is within every tolerance, but nobody was told of it.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=fma})' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FMA
// FMA: note: the pass recorded no numeric effect, so every bit is expected to stay
// FMA: model.py:42:1: note: the first operation that the pass changed in it: %moved = arith.addf

// A guard that is lost: what the load gives is not used where the guard does not hold, but there is nothing to read.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=guard})' \
// RUN:   %S/Inputs/views.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=GUARD
// GUARD: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected accesses of the program's own memory, but got one beyond it (signal {{[0-9]+}})
// GUARD: note: the first operation that cannot be computed is {{.*}} = emmy_loop.kernel
// GUARD: note: the first operation that the pass changed in it: {{.*}} emmy_loop.load {{.*}} if

// Of a guard of several conditions, the last one.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=condition})' \
// RUN:   %S/Inputs/frames.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONDITION
// CONDITION: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected accesses of the program's own memory
// CONDITION: note: the first operation that the pass changed in it: {{.*}} emmy_loop.load {{.*}} if

// A maximum that starts at the lowest finite number, which rows of -inf alone show: a running one, and one of a whole row.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=lowest})' \
// RUN:   %S/Inputs/running.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefixes=LOWEST,ROWS
// LOWEST: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [{{.*}}] of output '{{.*}}' to be -inf, but got -3.40282347e+38
// ROWS-SAME: equal values in rows
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=lowest})' \
// RUN:   %S/Inputs/largest.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefixes=LOWEST,UNIFORM
// UNIFORM-SAME: with n = 1, the lowest and highest values

// A rounding that the program asks for, left out like one that an operator implies: the pass says so, and may not.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=rounding})' \
// RUN:   %S/Inputs/rounded.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROUNDING
// ROUNDING: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0, 0] of output 'y' to be
// ROUNDING: note: the pass recorded that values are unrounded

// What a pass did to a form that cannot be run is remembered until one can be: there, nothing else is blamed for it.
// RUN: emmy-opt --emmy-check-each-pass \
// RUN:   --pass-pipeline='builtin.module(emmy-lower-to-loop,emmy-test-plant-bug{bug=entry},emmy-form-fma,emmy-test-plant-bug{bug=entry},emmy-test-plant-bug{bug=entry},emmy-test-plant-bug{bug=entry})' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: emmy-test-plant-bug: not compared
// LATER-NEXT: emmy-form-fma: not compared (contracted)
// LATER-NEXT: emmy-test-plant-bug: [[#]] elements are within the tolerance (contracted)
// LATER-NEXT: emmy-test-plant-bug: not compared
// LATER-NEXT: emmy-test-plant-bug: [[#]] elements have the same bits

// Where the interpreter executes one form and machine code the other, what makes that code is under suspicion as well.
// RUN: not emmy-opt --emmy-check-each-pass \
// RUN:   --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=entry},emmy-test-plant-bug{bug=map},emmy-convert-tensor-to-loop,emmy-test-plant-bug{bug=entry})' \
// RUN:   %S/Inputs/views.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ENGINES
// ENGINES: error: pass emmy-test-plant-bug (the 10th that ran) changes what the program computes: expected element [1, 0] of output 'turned' to be
// ENGINES: note: before and after the pass the program is executed in different ways, so the passes that make it executable may be wrong instead
