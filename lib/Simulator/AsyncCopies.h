// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies to shared memory that have begun and not arrived. A copy arrives when it is waited for and no earlier, so that
// a thread that does not wait sees what was there before.

#ifndef EMMY_LIB_SIMULATOR_ASYNCCOPIES_H
#define EMMY_LIB_SIMULATOR_ASYNCCOPIES_H

#include "Warp.h"

namespace emmy::simulator {

/// The copies that the lanes of a warp begin at once.
struct AsyncCopy {
  const Site *source; ///< the target's is the next one
  uint32_t mask;      ///< the lanes whose copies have not arrived
  uint32_t group[kWarpSize];
  int64_t from[kWarpSize], to[kWarpSize];
  /// How many elements are read; the others become zero.
  int64_t valid[kWarpSize];
};

/// The copies of a warp in the order in which they began.
struct CopyQueue {
  uint32_t numGroups[kWarpSize] = {}; ///< that each lane has closed
  std::vector<AsyncCopy> copies;
};

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_ASYNCCOPIES_H
