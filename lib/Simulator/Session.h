// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of a program: its memory, what was found, what was launched.

#ifndef EMMY_LIB_SIMULATOR_SESSION_H
#define EMMY_LIB_SIMULATOR_SESSION_H

#include "Emmy/Simulator/Simulator.h"
#include "Memory.h"
#include "ProgramLowering.h"
#include "Races.h"

#include <vector>

namespace emmy::simulator {

/// A buffer argument of a launch.
struct View {
  char *base = nullptr;
  uint64_t numElements = 0;
  Allocation *allocation = nullptr;
  uint64_t offset = 0; ///< in the allocation, in bytes
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
  uint32_t number = 0;                  ///< in the run
  std::vector<Event> *events = nullptr; ///< where they go; null where nobody asks for them
  uint64_t getNumBlocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

/// A finding and the block that it first showed in.
struct BlockFinding {
  Finding finding;
  uint64_t block;
};

/// What a host thread keeps from launch to launch.
struct WorkerMemory {
  uint32_t stamp = 0; ///< of the last block or barrier
  /// For each argument of a kernel that is written: who accessed its elements.
  std::vector<ZeroedArray<Cell>> cells;
  std::vector<ZeroedArray<History>> histories;
  /// 1 for each page of histories that is not empty.
  std::vector<std::vector<uint8_t>> touched;
  static constexpr unsigned kPageElements = 512;
};

class Session {
public:
  Session(const ProgramInfo &info, const Options &options) : info(info), options(options) {}

  /// The session that the calling thread runs.
  static Session *current();
  static void setCurrent(Session *session);

  void launch(int32_t operation, int32_t kernel, const int64_t *grid, const int64_t *arguments);
  void copy(int32_t operation, void *target, const void *source, int64_t bytes);
  int64_t read(int32_t operation, const void *source, int64_t bytes);

  void report(Finding finding) { record.findings.push_back(std::move(finding)); }
  /// After findings nothing else runs.
  bool isStopped() const { return !record.findings.empty(); }
  /// Elements of results that nobody has written.
  void checkOutputs(llvm::ArrayRef<Allocation *> buffers);

  const ProgramInfo &info;
  const Options options;
  Memory memory;
  RunRecord record;

private:
  bool prepareViews(Launch &launch, const int64_t *arguments);
  bool checkGrid(const KernelInfo &kernel, mlir::Operation *operation, const int64_t *grid);
  void runBlocks(Launch &launch, LaunchRecord &launchRecord);
  /// Adds the findings of all workers, those of the first blocks first.
  void mergeFindings(std::vector<std::vector<BlockFinding>> findings);
  /// Blocks that access elements of each other; what the launch wrote is then written.
  void mergeHistories(const Launch &launch);
  /// The workers that accessed one of the elements of a page of an argument.
  std::vector<WorkerMemory *> takeTouched(size_t argument, size_t page);

  std::vector<WorkerMemory> workers;
};

const HostHooks &getHostHooks();

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_SESSION_H
