// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operation a difference between two forms of a program comes from.

#ifndef EMMY_LIB_CHECKING_DIFFERINGOP_H
#define EMMY_LIB_CHECKING_DIFFERINGOP_H

#include "Differences.h"

namespace emmy::checking {

/// An operation of the form before a rewrite whose result the form after it computes otherwise.
struct DifferingOp {
  mlir::Operation *op = nullptr; ///< of `before`
  Difference difference;         ///< of its result
};

/// What a difference was found with.
struct Comparison {
  mlir::ModuleOp before, after;
  Trial trial;
  const GivenInputs *given = nullptr;
  RunOptions options;
  Tolerance tolerance;
};

/// The first operation of the entry whose result differs: every value of both entries becomes an output, and values are
/// matched by their locations and types. Nothing where no value can be matched, or only the outputs differ. Where
/// `replay` is given, the entry after is what it makes of the one before with all values as outputs; false says that it
/// could not.
std::optional<DifferingOp> findDifferingOp(Comparison comparison, llvm::function_ref<bool(mlir::ModuleOp)> replay = {});

/// The first operation of the entry of `after` that cannot be computed, such as one that reads beyond its operand; null
/// where all can be, or none is known.
mlir::Operation *findFailingOp(const Comparison &comparison);

/// The first operation inside of `before`, in program order, that `after` has otherwise or not at all; null where they
/// are the same but for names and locations.
mlir::Operation *findChangedOp(mlir::Operation *before, mlir::Operation *after);

/// The operation of the entry of `after` that stands for `op`, one of the entry of `before`; null where there is none.
/// Either may be the earlier form.
mlir::Operation *findCounterpart(mlir::ModuleOp before, mlir::ModuleOp after, mlir::Operation *op);

} // namespace emmy::checking

#endif // EMMY_LIB_CHECKING_DIFFERINGOP_H
