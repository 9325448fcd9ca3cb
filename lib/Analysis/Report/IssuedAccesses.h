// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a launch really access in global memory: every block is evaluated, for all its threads at once,
// as far as its control flow depends on integers.

#ifndef EMMY_LIB_ANALYSIS_REPORT_ISSUEDACCESSES_H
#define EMMY_LIB_ANALYSIS_REPORT_ISSUEDACCESSES_H

#include "Intervals.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include <array>

namespace emmy::report {

/// One launch: the grid, and what is known of the kernel's integer arguments (of others: nothing).
struct Launch {
  kernel::FuncOp kernel;
  std::array<int64_t, 3> grid = {1, 1, 1};
  llvm::SmallVector<Interval> arguments;
  bool isRepeated = false; ///< in a loop
};

/// Accesses to global memory, summed over all threads. An atomic is a load and a store.
struct IssuedAccesses {
  int64_t loads = 0, stores = 0, bytesLoaded = 0, bytesStored = 0;
  /// Whether a condition depends on data, or there was more to evaluate than is worth it, so that the figures are not
  /// exact.
  bool isEstimate = false;
};

IssuedAccesses countIssuedAccesses(const Launch &launch);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_ISSUEDACCESSES_H
