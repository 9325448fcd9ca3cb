// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that end after some steps at the latest, for runs that must not take forever.

#ifndef EMMY_LIB_EXECUTION_LOOPLIMIT_H
#define EMMY_LIB_EXECUTION_LOOPLIMIT_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace emmy {

/// What a program with limited loops writes as it runs. It has the address, so this one stays where it is.
class LoopLimit {
public:
  explicit LoopLimit(int64_t maxSteps) : maxSteps(maxSteps) {}
  LoopLimit(const LoopLimit &) = delete;
  LoopLimit &operator=(const LoopLimit &) = delete;

  /// Ends the loops of a host program in buffer form, as if their conditions did not hold after so many steps.
  void limitLoops(mlir::ModuleOp module);
  /// Ends the functions of a module of the LLVM dialect after so many branches back, in loops of any kind: which of
  /// them go round kernels is not to be seen any more. Calls of other libraries count for many.
  void limitBranches(mlir::ModuleOp module);

  /// Before a run.
  void reset();
  /// Why the run that is over is not the program's own; empty where it is.
  std::string getReason() const;
  /// Whether a loop had more steps, not a function more branches.
  bool countsSteps() const { return !maxBranches; }

private:
  int64_t maxSteps;
  int64_t maxBranches = 0; ///< none where loops are limited
  bool wasCut = false;
  int64_t branches = 0; ///< that are left
};

} // namespace emmy

#endif // EMMY_LIB_EXECUTION_LOOPLIMIT_H
