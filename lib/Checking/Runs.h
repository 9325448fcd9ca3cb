// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of a module, at whichever level it stands, on trials.

#ifndef EMMY_LIB_CHECKING_RUNS_H
#define EMMY_LIB_CHECKING_RUNS_H

#include "Trials.h"

#include "Emmy/Execution/ModuleExecutor.h"

namespace emmy::checking {

/// What executes a level. Values of one are compared bit by bit; between the interpreter and the others functions
/// differ within their bounds.
enum class Engine { interpreter, machineCode, simulator };

/// What one run gave.
struct Outcome {
  std::vector<HostArray> outputs; ///< in the order of the signature; empty where it was not run
  std::string error;              ///< what the run reported, and who
  std::string skipped;            ///< why it was not run, or not to its end
  bool endedLoop = false;         ///< it was not, for a loop took too many steps
};

/// What a module gave on all trials.
struct RunResults {
  Engine engine = Engine::interpreter;
  Interface interface;
  std::vector<Outcome> outcomes; ///< one for each trial, or none
  std::string reason;            ///< why the module cannot be executed
  bool countsLoopSteps = true;   ///< and not branches
};

struct RunOptions {
  /// Of sums of narrow floats at the loop level, as the interpreter does it.
  bool referenceAccumulate = false;
  /// Evaluations of the interpreter at most, in all runs of a module together.
  int64_t maxEvaluations = 4 << 20;
  /// Of each loop around kernels. What the program takes longer for is no trial.
  int64_t maxLoopSteps = 64;
};

/// How a module is executed: the phase whose executor runs it, nothing for a host program in buffer form.
std::optional<Phase> getExecutedPhase(mlir::ModuleOp module);

/// The arguments and results of the module's entry; nothing where the module does not say them any more.
std::optional<Interface> readInterface(mlir::ModuleOp module);

/// Executes a copy of the module on every trial. The framework level is lowered to the tensor level first. `interface`
/// is that of the last level which had one.
RunResults runModule(mlir::ModuleOp module, const std::optional<Interface> &interface, llvm::ArrayRef<Trial> trials,
                     const GivenInputs &given, const RunOptions &options);

} // namespace emmy::checking

#endif // EMMY_LIB_CHECKING_RUNS_H
