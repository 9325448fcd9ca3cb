// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the check of each pass knows between two passes.

#ifndef EMMY_LIB_CHECKING_EACHPASSSTATE_H
#define EMMY_LIB_CHECKING_EACHPASSSTATE_H

#include "DifferingOp.h"

#include "Emmy/Checking/EachPass.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Pass/Pass.h"

namespace emmy::checking {

/// The program as it is between two passes, and what it gave.
struct Snapshot {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string text; ///< without locations: two programs with one text are one program
  std::optional<RunResults> written, reference;
};

} // namespace emmy::checking

struct emmy::EachPassChecker::State {
  explicit State(EachPassOptions options) : options(std::move(options)) {}

  void before(mlir::Pass *pass, mlir::Operation *op);
  void after(mlir::Pass *pass, mlir::Operation *op);
  /// The manager's runs are over, and its context may end: nothing of it is kept but the checks.
  void end();

  EachPassOptions options;
  std::vector<PassCheck> checks;
  bool hasDifference = false;

private:
  void compare(PassCheck &check, mlir::Pass *pass, checking::Snapshot &current);
  bool chooseInputs(checking::Snapshot &first, PassCheck &check);
  void dropLongTrials(checking::Snapshot &first);
  checking::RunResults &run(checking::Snapshot &snapshot, bool referenceAccumulate);
  std::optional<checking::Difference> compareTrial(const checking::Outcome &expected, const checking::Outcome &got,
                                                   const checking::Trial &trial, const checking::Tolerance &tolerance,
                                                   mlir::ModuleOp perturbed, int64_t &compared);
  void report(const PassCheck &check, mlir::Pass *pass, const checking::Snapshot &current,
              const checking::Interface &interface, size_t trial, const checking::Difference &difference,
              const checking::Tolerance &tolerance, bool isOtherEngine);
  checking::Snapshot takeSnapshot(mlir::ModuleOp module);
  checking::RunOptions getRunOptions(bool referenceAccumulate) const {
    return {referenceAccumulate, options.maxEvaluations};
  }

  std::optional<EffectRecorder> recorder;
  checking::Snapshot last;
  std::vector<RecordedEffect> effects;          ///< that were recorded since
  std::optional<checking::Interface> interface; ///< of the last level that had one
  std::vector<checking::Trial> trials;
  std::vector<std::string> refused;
  checking::GivenInputs given;
  bool hasChosenInputs = false;
};

#endif // EMMY_LIB_CHECKING_EACHPASSSTATE_H
