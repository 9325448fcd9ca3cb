// What licences permit is within the tolerance, on infinities and zeros of both signs, too, and what is prepared has the same bits.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-kernel="licences=no_signed_zeros,reciprocal,reassociate" %S/Inputs/licences.mlir \
// RUN:   -o %t.mlir 2>&1 | FileCheck %s
// CHECK: emmy-tensor-simplify: [[#]] elements are within the tolerance (rescaled, zero_signs)
// CHECK-NEXT: emmy-tensor-fold-scales: [[#]] elements are within the tolerance (rescaled)
// CHECK-NEXT: emmy-tensor-sink-scales: [[#]] elements are within the tolerance (rescaled)
// CHECK-NEXT: emmy-tensor-fold-constants: [[#]] elements have the same bits
// CHECK-NEXT: emmy-tensor-prepare: [[#]] elements have the same bits
// CHECK: emmy-convert-tensor-to-loop: [[#]] elements are within the tolerance
// CHECK: emmy-convert-tile-to-kernel: [[#]] elements
// CHECK-NOT: differs

// One licence after the other: a zero that may have the other sign, and nothing else; what decides by it is not compared.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-loop="licences=no_signed_zeros" %S/Inputs/licences.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZEROS
// ZEROS: emmy-tensor-simplify: [[#]] elements are within the tolerance (zero_signs)
// ZEROS-NEXT: canonicalize: [[#]] elements have the same bits

// Host programs prepare, too, down to the LLVM dialect.
// RUN: emmy-opt --emmy-check-each-pass --emmy-lower-to-llvm="licences=no_signed_zeros,reassociate" %S/Inputs/licences.mlir -o %t.llvm.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HOST
// HOST: emmy-add-packed-entry: [[#]] elements have the same bits
// HOST: convert-arith-to-llvm: [[#]] elements have the same bits
// RUN: FileCheck %s --check-prefix=ENTRIES < %t.llvm.mlir
// ENTRIES-DAG: llvm.func @emmy_main
// ENTRIES-DAG: llvm.func @emmy_prepare

// A licence is no excuse for what it does not permit: a summand that is no zero, a factor that is lost.
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=summand})' %S/Inputs/licences.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// ZERO: error: pass emmy-test-plant-bug (the 1st that ran) changes what the program computes: expected element [0, 0] of output 'y' to be
// ZERO: note: the pass recorded that values are zero_signs
// RUN: not emmy-opt --emmy-check-each-pass --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=scale})' %S/Inputs/licences.mlir -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCALE
// SCALE: error: pass emmy-test-plant-bug (the 1st that ran) changes what the program computes: expected element [0, 0] of output 'y' to be {{.*}} within {{.*}}, but got
// SCALE: note: the pass recorded that values are rescaled
