// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade's executor: a program compiled for this machine's CPU at one of the levels, and run on host buffers.

#ifndef EMMY_EXECUTOR_H
#define EMMY_EXECUTOR_H

#include "Emmy/Compiler.h"

namespace emmy {

struct ExecutorOptions {
  /// The level that is executed: `tensor` (interpreted), `loop` (the plain lowering), `tile` (the schedule, all workers
  /// in order), `kernel` (on the simulator of a GPU), or `nvvm` (the LLVM IR that becomes PTX). The first two
  /// accumulate sums of narrow floats in f64. A program above the level is lowered to it first.
  std::string level = "loop";
  /// 0 to 3, as -O, of the machine code; by default what suits the level. The values are the same at each.
  std::optional<unsigned> optLevel;
  /// On the simulator: look for races and all else that docs/Simulator.md lists, and count accesses.
  bool check = true;
  /// On the simulator, checked: a file that every run writes its accesses to, one a line; empty: none.
  std::string traceFile;
  CompileOptions compile;
};

/// What @prepare made of the parameters of a program.
class PreparedParameters;

/// An argument of the entry as it is after lowering.
struct ArgumentBuffer {
  void *base = nullptr;
  size_t bytes = 0;
  std::string name;
};

/// A program at one level, ready to run.
class Executor {
public:
  /// Lowers and compiles a copy of the program; nothing, and at least one error, where that fails.
  static std::optional<Executor> create(const Program &program, const ExecutorOptions &options,
                                        Diagnostics &diagnostics);

  Executor(Executor &&);
  Executor &operator=(Executor &&);
  ~Executor();

  /// The program at the level that is executed: its signature is that of `run`.
  const Program &getProgram() const;

  /// Runs on contiguous host buffers: inputs in the order of the signature, then outputs; a value per symbol of the
  /// signature. Bools are one byte each. False, and at least one error, where the program reports one. Where `launches`
  /// is given, it becomes a JSON array of what the simulator launched and counted.
  /// Where `prepared` is given, it is what `prepare` made of the same parameters; else they are prepared for this run.
  bool run(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics, std::string *launches = nullptr,
           const PreparedParameters *prepared = nullptr) const;

  /// Computes, on the level that is executed, what depends on the parameters alone: once for all runs until one of them
  /// changes. The arguments are those of `run`, of which parameters are read. Nothing, and no error, where the program
  /// has nothing to prepare.
  std::shared_ptr<const PreparedParameters> prepare(void *const *buffers, const int64_t *symbols,
                                                    Diagnostics &diagnostics) const;

  /// A hash of the contents of the parameters that `prepare` reads, of the same arguments: what it made holds as long
  /// as this stays. Nothing where the program has nothing to prepare.
  std::optional<uint64_t> hashParameters(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics) const;

  /// The arguments of the entry that is printed as target code, inputs and outputs, for the arguments of `run`.
  std::vector<ArgumentBuffer> arrange(void *const *buffers, const int64_t *symbols, const PreparedParameters *prepared,
                                      Diagnostics &diagnostics) const;

private:
  struct Code;
  explicit Executor(std::unique_ptr<Code> code);
  std::unique_ptr<Code> code;
};

} // namespace emmy

#endif // EMMY_EXECUTOR_H
