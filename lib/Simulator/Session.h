// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of a program: its memory, what was found, what was launched.

#ifndef EMMY_LIB_SIMULATOR_SESSION_H
#define EMMY_LIB_SIMULATOR_SESSION_H

#include "Emmy/Simulator/Simulator.h"
#include "Memory.h"
#include "ProgramLowering.h"

#include <map>
#include <mutex>
#include <tuple>

namespace emmy::simulator {

/// A buffer argument of a launch.
struct View {
  char *base = nullptr;
  uint64_t numElements = 0;
  Allocation *allocation = nullptr;
  uint64_t offset = 0; ///< in the allocation, in bytes
  /// Set where the launch writes to the buffer and is checked.
  Cell *cells = nullptr;
  /// Nothing had been written before the launch.
  bool isFresh = false;
};

/// A launch in flight.
struct Launch {
  const ProgramInfo &info;
  const KernelInfo &kernel;
  mlir::Operation *operation;
  bool checked;
  std::array<uint32_t, 3> grid;
  std::vector<int64_t> scalars;
  std::vector<View> views;
  uint64_t getNumBlocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

class Session {
public:
  Session(const ProgramInfo &info, const Options &options) : info(info), options(options) {}

  /// The session that the calling thread runs.
  static Session *current();
  static void setCurrent(Session *session);

  void launch(int32_t operation, int32_t kernel, const int64_t *grid, const int64_t *arguments);
  void copy(int32_t operation, void *target, const void *source, int64_t bytes);

  /// Adds a finding, or counts it where its operations have one of this kind already. `block` orders findings of one
  /// launch. Any thread.
  void report(Finding finding, uint64_t block);
  /// How many different findings there are.
  size_t getNumFindings();
  /// After findings nothing else runs.
  bool isStopped() { return getNumFindings() > 0; }
  /// Elements of results that nobody has written.
  void checkOutputs(llvm::ArrayRef<Allocation *> buffers);

  /// Findings end a launch at its next block when there are so many of them.
  static constexpr size_t kMaxFindings = 16;

  const ProgramInfo &info;
  const Options options;
  Memory memory;
  RunRecord record;
  uint32_t stamp = 0; ///< of the last block or barrier

private:
  bool prepareViews(Launch &launch, const int64_t *arguments);
  bool checkGrid(const KernelInfo &kernel, mlir::Operation *operation, const int64_t *grid);
  void runBlocks(Launch &launch, LaunchRecord &launchRecord);

  std::mutex mutex;
  std::map<std::tuple<Kind, mlir::Operation *, mlir::Operation *>, size_t> known;
  std::vector<uint64_t> blocks; ///< of the findings
};

const HostHooks &getHostHooks();

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_SESSION_H
