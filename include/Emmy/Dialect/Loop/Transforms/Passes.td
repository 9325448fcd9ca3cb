// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the loop level.

#ifndef EMMY_DIALECT_LOOP_TRANSFORMS_PASSES_TD
#define EMMY_DIALECT_LOOP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LoopFusePass : Pass<"emmy-loop-fuse", "::mlir::ModuleOp"> {
  let summary = "merges kernels where it is legal and pays";
  let description = [{
    A producer is computed where a consumer loads its result: its nest's indices become the coordinates of the load. A pointwise
    producer is computed at the load; one with a reduction at the shallowest point where the coordinates are known, for which the
    consumer's parallel loops are split and reordered. A result that others read too is stored by the merged kernel.

    An edge is *legal* when dependences and index functions prove it, and *profitable* by a cost model of bytes moved, recomputed
    flops, launches, parallelism and code size. Every decision is an optimization remark of the category `fusion`
    (`--remarks-filter=fusion`); `report` prints them as diagnostics, for every edge that was looked at, with numbers.

    Consumers come last to first, and a consumer's producers latest first, so that what several places of a consumer need is
    computed once. A first sweep merges everything but the operands of contractions; a second merges what is still pointwise into
    them; a third merges kernels over one space that share an operand.

    Numeric effect: none; no order of combination changes.

    ```mlir
    %s = emmy_loop.kernel ins(%x) { for parallel (%i) { %v = reduce (%r) { load %x[%i, %r] }; store %v, %out[%i] } }
    %y = emmy_loop.kernel ins(%x, %s) { for parallel (%i, %j) { %a = load %x[%i, %j]; %b = load %s[%i]; %c = divf %a, %b; … } }
    // becomes
    %y = emmy_loop.kernel ins(%x) { for parallel (%i) { %v = reduce (%r) { load %x[%i, %r] }; for parallel (%j) { … } } }
    ```
  }];
  let options = [
    Option<"report", "report", "bool", "false", "remarks: every edge, whether it is legal and pays, with numbers">,
    Option<"maxInstructions", "max-instructions", "int64_t", "2048",
           "instructions of one kernel at most; a call of the math library counts as 32">,
    Option<"maxContractions", "max-contractions", "int64_t", "1", "contractions of one kernel at most">
  ];
  let dependentDialects = ["::emmy::loop::LoopDialect", "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numMerged", "merged", "Number of producers merged into a consumer">];
}

def LoopSimplifyPass : Pass<"emmy-loop-simplify", "::mlir::ModuleOp"> {
  let summary = "shares equal values and loads in kernels, and computes invariant ones outside of loops";
  let description = [{
    In every kernel: index maps take their simplest form, scalar code that does not depend on a loop leaves it, equal scalars and
    equal loads of buffers that nothing writes are shared wherever one dominates the other, unused code and operands go. Numeric
    effect: none.
  }];
  let dependentDialects = ["::emmy::loop::LoopDialect", "::mlir::arith::ArithDialect"];
}

def LoopMergeReductionsPass : Pass<"emmy-loop-merge-reductions", "::mlir::ModuleOp"> {
  let summary = "reductions beside each other over one box that read a common element become one";
  let description = [{
    Two reductions of one block over the same box become one whose state is both states, so that what both read is read in one sweep.
    *Legal* where the second does not depend on the first, and reads only buffers that the kernel does not write; the monoids play no
    part. *Profitable* where both load a common element at every point. Contractions are left alone: their tiles are their own.

    Numeric effect: none beyond the order in which a reduction combines, which is not specified.

    ```mlir
    %s = emmy_loop.reduce (%r) in (512) init(%zero : f32) { %v = load %x[%i, %r]; yield %v } combine { … addf … }
    %m = emmy_loop.reduce (%r) in (512) init(%low : f32) { %v = load %x[%i, %r]; yield %v } combine { … maximum … }
    // becomes
    %s, %m = emmy_loop.reduce (%r) in (512) init(%zero, %low : f32, f32) { %v = load %x[%i, %r]; yield %v, %v } combine { … }
    ```
  }];
  let dependentDialects = ["::emmy::loop::LoopDialect"];
  let statistics = [Statistic<"numMerged", "merged", "Number of reductions merged into another one">];
}

def LoopDropImpliedConvertsPass : Pass<"emmy-loop-drop-implied-converts", "::mlir::ModuleOp"> {
  let summary = "drops roundings that an operator implied, of values that stay inside a kernel";
  let description = [{
    Under `fused` and `fast` numerics: a narrowing marked `emmy.implied` whose value is widened again is used unrounded, where all of
    its uses are such widenings. A value that is also stored is used rounded, so that all who read it see one value; so is one that
    is computed in several places (whose marks have the same number), if any of them needs it rounded. No number is left. Numeric
    effect: fewer roundings; the result is at least as close to exact arithmetic.

    ```mlir
    %h = arith.truncf %x {emmy.implied} : f32 to f16
    %y = arith.extf %h : f16 to f32      // becomes %x
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numDropped", "dropped", "Number of roundings dropped">];
}

def LoopShareCoordinatesPass : Pass<"emmy-loop-share-coordinates", "::mlir::ModuleOp"> {
  let summary = "kernels that differ only in constant coordinates take these as operands";
  let description = [{
    Where at least `min-kernels` kernels are equal but for constant coordinates of unguarded loads, such as the steps of a recurrence
    that each read their own row of what is given, these coordinates become operands, places that agree in all kernels one of them. So
    the kernels are equal, and are compiled once. Kernels that would take more than four stay as they are. Numeric effect: none.

    ```mlir
    %s = emmy_loop.kernel ins(%x) { ^bb0(%in, %out): for parallel (%i) { %v = load %in[58, %i]; … } }
    // becomes
    %row = arith.constant 58 : index
    %s = emmy_loop.kernel ins(%x) scalars(%row) { ^bb0(%in, %r, %out): for parallel (%i) { %v = load %in[%r, %i]; … } }
    ```
  }];
  let options = [
    Option<"minKernels", "min-kernels", "int64_t", "8", "kernels that are equal but for coordinates, at least">
  ];
  let dependentDialects = ["::emmy::loop::LoopDialect", "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numShared", "shared", "Number of kernels that became equal to another one">];
}

#endif // EMMY_DIALECT_LOOP_TRANSFORMS_PASSES_TD
