// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What emmy-run does: a program file run on arrays from files or of random numbers.

#ifndef EMMY_EXECUTION_RUNPROGRAM_H
#define EMMY_EXECUTION_RUNPROGRAM_H

#include "Emmy/Executor.h"
#include "Emmy/Support/HostArray.h"

namespace emmy {

struct RunOptions {
  std::string file = "-";
  ExecutorOptions executor;
  std::vector<std::string> inputs; ///< X.npy in order of the arguments, or NAME=X.npy
  std::vector<std::string> sizes;  ///< NAME=N; other symbols take their values from the inputs' shapes
  std::string *launches = nullptr; ///< receives what the simulator launched and counted, as JSON
  std::optional<uint64_t> seed;    ///< of the random numbers for arguments without an input
};

struct RunResult {
  std::string name;
  HostArray array;
};

/// Runs the program and returns its results in order; nothing, and at least one error, where that fails.
std::optional<std::vector<RunResult>> runProgram(const RunOptions &options, Diagnostics &diagnostics);

} // namespace emmy

#endif // EMMY_EXECUTION_RUNPROGRAM_H
