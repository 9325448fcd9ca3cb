// Bugs of the tile and the kernel level.

// The mask of the last block of threads that is lost.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tile,emmy-test-plant-bug{bug=mask})' \
// RUN:   %S/Inputs/views.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=MASK
// MASK: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected accesses of the program's own memory, but got one beyond it (signal {{[0-9]+}})
// MASK: note: the first operation that cannot be computed is {{.*}} = emmy_tile.kernel ins(%arg0, %arg1 :
// MASK: note: the first operation that the pass changed in it: emmy_tile.store {{.*}} if

// A step of a sum over threads.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-kernel,emmy-test-plant-bug{bug=shuffle})' \
// RUN:   %S/Inputs/rows.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// SHUFFLE: model.py:43:1: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0] of output 'total' to be
// SHUFFLE: model.py:43:1: note: the first operation that the pass changed: {{.*}}

// A barrier, without which threads race: values may be right, the simulator's reports are differences.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-kernel,emmy-test-plant-bug{bug=barrier})' \
// RUN:   %S/Inputs/long.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=BARRIER
// BARRIER: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: {{.*}}data race: k_grown_total
// BARRIER: model.py:51:1: note: the first operation that the pass changed: emmy_kernel.barrier

// A mask that takes the position behind the last one for one inside: one term too many, of two thousand.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-tile,emmy-test-plant-bug{bug=tail})' \
// RUN:   %S/Inputs/long.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=TAIL
// TAIL: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: expected element [0] of output 'total' to be
// TAIL: note: the first operation that the pass changed in it: %inside = arith.cmpi ult

// The barrier in front of what is written over a tile that others still read.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-lower-to-kernel,emmy-test-plant-bug{bug=reuse})' \
// RUN:   %S/Inputs/product.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=REUSE
// REUSE: error: pass emmy-test-plant-bug ({{.*}}) changes what the program computes: {{.*}}data race: k_grown_product
