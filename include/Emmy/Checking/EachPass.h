// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --emmy-check-each-pass: runs a program before and after every pass that changes it, at whichever level it stands, on
// the same inputs, and names the first pass, operation and element that differ. See docs/Testing.md.

#ifndef EMMY_CHECKING_EACHPASS_H
#define EMMY_CHECKING_EACHPASS_H

#include "Emmy/Compiler.h"

#include "mlir/Support/LLVM.h"

namespace mlir {
class PassManager;
} // namespace mlir

namespace emmy {

struct EachPassOptions {
  uint64_t seed = 0;               ///< of the numbers that nobody gives
  std::vector<std::string> inputs; ///< X.npy in order of the arguments, or NAME=X.npy; others are made up
  std::vector<std::string> sizes;  ///< NAME=N for every symbol; without any, several values are tried
  /// Elements of inputs and outputs of one run at most, and evaluations of the interpreter in all runs between two
  /// passes.
  int64_t maxElements = 1 << 20, maxEvaluations = 4 << 20;
};

/// The check of the passes of one pass manager. It outlives the manager's runs.
///
/// ```
/// EachPassChecker checker;
/// checker.attach(manager);
/// bool isRight = succeeded(manager.run(module)) && !checker.hasDifference();
/// printChecks(checker.getChecks(), llvm::errs());
/// ```
class EachPassChecker {
public:
  explicit EachPassChecker(EachPassOptions options = {});
  ~EachPassChecker();

  /// Watches the passes that the manager runs; its context gives up its threads. A difference is an error at the
  /// operation whose result differs, and the pipeline fails with the pass after the one that made it.
  void attach(mlir::PassManager &manager);

  /// Whether a difference was found. The last pass cannot fail any more when its result is seen, so ask here.
  bool hasDifference() const;

  /// One entry for each pass that ended, in order.
  const std::vector<PassCheck> &getChecks() const;

  struct State;

private:
  std::shared_ptr<State> state;
};

/// The checks as a table, and how many elements were compared in all.
void printChecks(const std::vector<PassCheck> &checks, llvm::raw_ostream &os);

/// The elements that were compared in all.
int64_t countCompared(const std::vector<PassCheck> &checks);

} // namespace emmy

#endif // EMMY_CHECKING_EACHPASS_H
