// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution of a module as it is, at whichever level it stands: what the facade's executor and the check of passes run.

#ifndef EMMY_EXECUTION_MODULEEXECUTOR_H
#define EMMY_EXECUTION_MODULEEXECUTOR_H

#include "Emmy/Execution/CallPlan.h"
#include "Emmy/Execution/Jit.h"
#include "Emmy/Execution/Retarget.h"
#include "Emmy/Pipelines/Phase.h"
#include "Emmy/Simulator/Simulator.h"

#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <optional>

namespace emmy {

struct ModuleExecutorOptions {
  /// 0 to 3, as -O, of the machine code; by default what suits the level.
  std::optional<unsigned> optLevel;
  /// At the kernel level: look for races and all else that the simulator knows.
  bool check = true;
  /// At the kernel level: where checked runs write their accesses; nowhere where it is empty.
  std::string traceFile;
  /// At the kernel level: run the code that becomes PTX instead of simulating.
  bool retarget = false;
  /// At the loop level: sums and products of narrow floats accumulate in f64, not in the written type.
  bool referenceAccumulate = true;
  /// A loop takes so many steps at most, or any number where this is 0. More are an error of the interpreter; below the
  /// tensor level the loop ends then, which makes the run none. Code that has no loops but branches is given some
  /// ten millions of these.
  int64_t maxLoopSteps = 0;
  /// What machine code allocates stands between pages that nobody may touch.
  bool guardAllocations = false;
  /// Of a host program whose entries are C functions already, which says no more how it is called.
  std::optional<CallPlan> plan;
};

/// A tensor of a run, in the order of the entry's signature: inputs, then outputs.
struct RunBuffer {
  void *base = nullptr;
  llvm::ArrayRef<int64_t> shape;
  size_t bytes = 0;
  llvm::StringRef name;
  bool isOutput = false;
  llvm::StringRef parameter; ///< its key; empty for inputs and outputs
};

/// What ends the loops of a run.
class LoopLimit;

/// What @prepare made of the parameters.
class PreparedParameters;

/// A module that runs: of the tensor level in the interpreter, of the loop and tile levels as machine code, of the
/// kernel level on the simulator, or as the code that becomes PTX. A host program in buffer form without operations of
/// any level, down to the LLVM dialect, is machine code too.
class ModuleExecutor {
public:
  /// Executes the module as one of `phase`, which is below the framework level; as a host program where there is none.
  /// Fails with an error where the module is no such program.
  static mlir::FailureOr<ModuleExecutor> create(mlir::OwningOpRef<mlir::ModuleOp> module, std::optional<Phase> phase,
                                                const ModuleExecutorOptions &options = {});

  /// Loads the dialects that execution lowers to: whoever executes while passes run does so before they do.
  static void loadDialects(mlir::MLIRContext &context);

  ModuleExecutor(ModuleExecutor &&) = default;
  ModuleExecutor &operator=(ModuleExecutor &&) = default;

  /// Whether the program has a function @prepare.
  bool hasPreparation() const { return plan.has_value(); }

  /// Runs @prepare, which the program has, on the parameters among the buffers of a run. Fails with
  /// errors where the program reports them.
  mlir::FailureOr<std::shared_ptr<const PreparedParameters>> prepare(llvm::ArrayRef<RunBuffer> buffers) const;

  /// A hash of what @prepare reads, by content: whoever writes to the parameters need not tell. There is a @prepare.
  uint64_t hashParameters(llvm::ArrayRef<RunBuffer> buffers) const;

  /// The buffers that the entry takes: the caller's, and prepared ones.
  llvm::SmallVector<RunBuffer> arrange(llvm::ArrayRef<RunBuffer> buffers, const PreparedParameters *prepared) const;

  /// Whether runs touch no MLIR context, so that several threads may make them at once.
  bool isMachineCode() const { return native.has_value(); }

  /// Runs on contiguous host buffers, with the symbols' values in module order. Machine code needs the bases alone.
  /// Fails with errors where the program reports them. What was launched, and what the simulator counted, goes to
  /// `launches`, as JSON. Parameters are prepared first, where `prepared` does not say what they became.
  mlir::LogicalResult run(llvm::ArrayRef<RunBuffer> buffers, llvm::ArrayRef<int64_t> symbols,
                          std::string *launches = nullptr, const PreparedParameters *prepared = nullptr) const;

  /// Why the last run is not the program's own, and its results are nobody's: a loop took more steps than the options
  /// allow. Empty where it is. Only one thread at a time runs what has limited loops.
  std::string getEndedLoop() const;
  /// Whether the steps of each loop are counted, not branches.
  bool countsLoopSteps() const;

private:
  ModuleExecutor() = default;
  void resetLimit() const;
  static mlir::FailureOr<ModuleExecutor> createEntry(mlir::OwningOpRef<mlir::ModuleOp> module,
                                                     std::optional<Phase> phase, const ModuleExecutorOptions &options);
  mlir::LogicalResult runEntry(llvm::ArrayRef<RunBuffer> buffers, llvm::ArrayRef<int64_t> symbols,
                               std::string *launches) const;
  mlir::LogicalResult interpret(llvm::ArrayRef<RunBuffer> buffers, llvm::ArrayRef<int64_t> symbols) const;
  mlir::LogicalResult simulate(llvm::ArrayRef<RunBuffer> buffers, llvm::ArrayRef<int64_t> symbols,
                               std::string *launches) const;

  mlir::OwningOpRef<mlir::ModuleOp> module; ///< null for machine code
  std::optional<JitProgram> native;
  std::optional<simulator::Simulator> simulator;
  std::optional<RetargetedProgram> retargeted;
  std::string traceFile;
  int64_t maxLoopSteps = 0;         ///< of the interpreter
  std::shared_ptr<LoopLimit> limit; ///< of all others
  /// Of a program with @prepare, which is a program of its own, or a C function of the same.
  std::optional<CallPlan> plan;
  std::unique_ptr<ModuleExecutor> preparation;
};

} // namespace emmy

#endif // EMMY_EXECUTION_MODULEEXECUTOR_H
