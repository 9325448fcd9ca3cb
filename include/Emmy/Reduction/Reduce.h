// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What emmy-reduce does: makes a program that something goes wrong with small, while it still goes wrong in the same
// way. See docs/Testing.md.

#ifndef EMMY_REDUCTION_REDUCE_H
#define EMMY_REDUCTION_REDUCE_H

#include "Emmy/Checking/EachPass.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <optional>

namespace emmy {

/// What goes wrong.
struct Predicate {
  enum class Kind {
    crash,     ///< the pipeline ends the process by a signal
    error,     ///< the pipeline, or a verifier in it, reports an error
    value,     ///< a pass of the pipeline changes what the program computes
    executors, ///< two levels compute different values
    finding,   ///< the simulator reports something of the kernels that the pipeline makes
    kernels,   ///< the pipeline makes so many kernels
  };
  Kind kind = Kind::value;
  /// builtin.module(...) that parses. That of `executors` takes the place of the lowering to the second level; none
  /// means that lowering.
  std::string pipeline;
  std::string match;                             ///< a part of the error or finding; any where empty
  std::string first = "tensor", second = "loop"; ///< the levels of `executors`
  unsigned kernels = 0;                          ///< at least so many
  EachPassOptions check;                         ///< what the program is run on
  /// Of the processor, for one test; a program that takes longer is not interesting.
  unsigned timeoutSeconds = 60;
};

/// The kind by its name on command lines.
std::optional<Predicate::Kind> symbolizePredicate(llvm::StringRef name);
llvm::StringRef stringifyPredicate(Predicate::Kind kind);

/// What goes wrong with the module, in words that say whether it is the same as with another one: the pass, the signal,
/// the error without its numbers; nothing where nothing does. It runs in a process of its own, so neither a crash nor
/// an endless loop reaches the caller. Where no process can be started, an error says so.
std::optional<std::string> findFailure(mlir::ModuleOp module, const Predicate &predicate);

struct ReductionStatistics {
  unsigned tests = 0, accepted = 0;
};

/// ```
/// Predicate predicate;
/// predicate.pipeline = "builtin.module(emmy-lower-to-loop)";
/// if (std::optional<std::string> failure = findFailure(*module, predicate))
///   reduceModule(module, [&](ModuleOp smaller) { return findFailure(smaller, predicate) == failure; }, 2000);
/// ```
///
/// Makes the module smaller while `isInteresting` holds of it, which it does now: drops outputs and operations,
/// replaces values by arguments, operands and constants, takes loops and branches apart, and shrinks numbers. Ends
/// after `maxTests`, or when nothing more can be left out.
ReductionStatistics reduceModule(mlir::OwningOpRef<mlir::ModuleOp> &module,
                                 const std::function<bool(mlir::ModuleOp)> &isInteresting, unsigned maxTests);

} // namespace emmy

#endif // EMMY_REDUCTION_REDUCE_H
