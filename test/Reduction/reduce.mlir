// A program that nothing goes wrong with is no program to reduce, whatever is asked.
// RUN: not emmy-reduce %S/../Checking/Inputs/mlp.mlir --pass-pipeline='builtin.module(emmy-lower-to-loop)' 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: expected a program of which 'value' holds, but got one of which it does not
// RUN: not emmy-reduce %S/../Checking/Inputs/mlp.mlir --predicate=executors --levels=tensor,tile 2>&1 | FileCheck %s --check-prefix=EXECUTORS
// EXECUTORS: error: expected a program of which 'executors' holds, but got one of which it does not
// Programs that do not lower, or that nothing executes, do not differ.
// RUN: not emmy-reduce %S/Inputs/foreign.mlir --predicate=executors 2>&1 | FileCheck %s --check-prefix=EXECUTORS
// RUN: not emmy-reduce %S/Inputs/nothing.mlir --predicate=executors 2>&1 | FileCheck %s --check-prefix=EXECUTORS
// RUN: not emmy-reduce %S/../Checking/Inputs/mlp.mlir --predicate=finding --pass-pipeline='builtin.module(emmy-lower-to-kernel)' 2>&1 | FileCheck %s --check-prefix=FINDING
// FINDING: error: expected a program of which 'finding' holds, but got one of which it does not
// Of what is not a kernel yet, the simulator says nothing.
// RUN: not emmy-reduce %S/../Checking/Inputs/mlp.mlir --predicate=finding --pass-pipeline='builtin.module(emmy-lower-to-loop)' 2>&1 | FileCheck %s --check-prefix=FINDING
// RUN: not emmy-reduce %S/../Checking/Inputs/mlp.mlir --predicate=crash --pass-pipeline='builtin.module(canonicalize)' 2>&1 | FileCheck %s --check-prefix=CRASH
// CRASH: error: expected a program of which 'crash' holds, but got one of which it does not

// As many kernels, of one operator: what stands behind it has other types, and goes, too.
// RUN: emmy-reduce %S/Inputs/block.mlir --predicate=kernels --kernels=2 --pass-pipeline='builtin.module(emmy-lower-to-loop)' | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{// RU[N]:}} emmy-reduce --test --predicate=kernels --seed=0 --pass-pipeline='builtin.module(emmy-lower-to-loop)' --kernels=2 %s
// KERNELS: = emmy_framework.
// KERNELS-NOT: = emmy_framework.

// What --test says is what stays the same.
// RUN: emmy-reduce --test --predicate=error --pass-pipeline='builtin.module(emmy-gate{phase=kernel})' %S/Inputs/block.mlir | FileCheck %s --check-prefix=TEST
// TEST: error: {{.*}}expected no operation above the kernel level, but got one of emmy_framework

// Without files left to open, no process can be asked.
// RUN: bash -c "ulimit -n 4; not emmy-reduce --test --predicate=error --pass-pipeline='builtin.module(canonicalize)' %S/Inputs/block.mlir" 2>&1 | FileCheck %s --check-prefix=PROCESS
// PROCESS: error: expected to start a process, but got: Too many open files

// Files that cannot be read or written.
// RUN: not emmy-reduce --pass-pipeline='builtin.module(canonicalize)' %t.missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: {{.*}}missing.mlir
// RUN: not emmy-reduce %S/Inputs/block.mlir --predicate=kernels --kernels=2 --pass-pipeline='builtin.module(emmy-lower-to-loop)' -o %t.nowhere/small.mlir 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: {{.*}}small.mlir

// Options that cannot be.
// RUN: not emmy-reduce --predicate=slow %s 2>&1 | FileCheck %s --check-prefix=PREDICATE
// PREDICATE: error: expected the predicate crash, error, value, executors, finding or kernels, but got 'slow'
// RUN: not emmy-reduce --predicate=executors --levels=tensor,framework %s 2>&1 | FileCheck %s --check-prefix=LEVELS
// LEVELS: error: expected two of the levels tensor, loop, tile and kernel, but got 'tensor,framework'
// RUN: not emmy-reduce --pass-pipeline=canonicalize %s 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: error: expected a --pass-pipeline of the form builtin.module(...), but got 'canonicalize'

// The line that shows it says with which numbers and sizes; what stays the same is the pass.
// RUN: emmy-reduce %S/../Checking/Inputs/cleared.mlir --seed=7 --size=n=40 --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=zero})' -o %t.zero.mlir
// RUN: FileCheck %s --input-file=%t.zero.mlir --check-prefix=ZERO
// ZERO: {{// RU[N]:}} not emmy-opt --emmy-check-each-pass --emmy-check-seed=7 --emmy-check-size=n=40 --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=zero})' %s
// RUN: emmy-reduce --test --seed=7 --size=n=40 --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=zero})' %t.zero.mlir | FileCheck %s --check-prefix=PASS
// PASS: value: emmy-test-plant-bug

// A guard that plays no part goes.
// RUN: emmy-reduce %S/Inputs/guarded.mlir --pass-pipeline='builtin.module(emmy-test-plant-bug{bug=hoist})' | FileCheck %s --check-prefix=GUARD
// GUARD: emmy_loop.load
// GUARD-NOT: if (

// With a loop go the functions that it alone repeats, and those that only these repeat.
// RUN: emmy-reduce %S/Inputs/nested.mlir --max-tests=4 --pass-pipeline='builtin.module(emmy-lower-to-tensor,emmy-test-plant-bug{bug=map})' | FileCheck %s --check-prefix=UNUSED
// UNUSED-NOT: func.func
// UNUSED: func.func private @more
// UNUSED: func.func private @step
// UNUSED: func.func @main
