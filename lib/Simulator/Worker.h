// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A worker: a host thread that runs one block after the other, warp by warp. Warps of kernels without barriers are
// plain calls; else each has a stack of its own, and they take turns from barrier to barrier.

#ifndef EMMY_LIB_SIMULATOR_WORKER_H
#define EMMY_LIB_SIMULATOR_WORKER_H

#include "Session.h"
#include "Warp.h"

#include "../Runtime/Fiber/StackPool.h"

namespace emmy::simulator {

class Worker {
public:
  Worker(Session &session, const Launch &launch, uint32_t &stamp);
  ~Worker();

  void run(uint64_t number);
  /// What all blocks that were run here did.
  Counters getCounters() const;

  // What kernels call (Hooks.cpp, Worker.cpp).
  template <bool checked>
  void load(Warp &warp, const Site &site, uint32_t mask);
  template <bool checked>
  void store(Warp &warp, const Site &site, uint32_t mask);
  template <bool checked>
  void atomic(Warp &warp, const Site &site, uint32_t mask);
  void shuffle(Warp &warp, const Site &site, uint32_t mask);
  void barrier(Warp &warp, const Site &site, uint32_t mask);
  void resetLocal(Warp &warp, const Site &site, uint32_t mask);
  void enter(unsigned region, uint32_t mask);
  void fault(Warp &warp, const Site &site, uint32_t mask, Fault fault);
  const Site &getSite(unsigned number) const { return launch.info.sites[number]; }

private:
  /// Where an access goes: its buffer as all lanes see it.
  struct Target {
    char *base;
    uint64_t numElements;
    size_t stride;     ///< from one element to the next
    size_t laneStride; ///< from one lane to the next
  };
  Target getTarget(const Warp &warp, const Site &site) const;
  uint32_t checkBounds(Warp &warp, const Site &site, const Target &target, uint32_t mask, AccessKind kind);

  // Checks (AccessChecks.cpp); each reports.
  uint32_t checkAlignment(Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  void checkAccess(Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  void checkLocal(Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  void settleReads();
  void reportRace(Warp &warp, const Site &site, unsigned lane, uint64_t element, AccessKind kind, Entry other);

  // Counting (Counting.cpp).
  void count(const Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  void countInstruction(InstructionClass instruction, uint32_t mask);

  // Reports (WorkerReports.cpp).
  std::string describeBlock(uint64_t number) const;
  std::string describeThread(unsigned thread) const;
  std::string describeThread(const Warp &warp, unsigned lane) const {
    return describeThread(warp.number * kWarpSize + lane);
  }
  std::string describeBuffer(const Site &site) const;
  void report(Kind kind, const Site &site, std::string message, const Site *other = nullptr,
              std::string otherDescription = "");

  // Scheduling (Worker.cpp).
  static void fiberMain();
  void runFibers();
  void releaseBarrier();
  /// The threads are past a barrier.
  void advance();

  Session &session;
  const Launch &launch;
  const KernelInfo &kernel;
  uint32_t &stamp;
  Counters counters;
  std::vector<uint64_t> regionRuns, regionLanes;

  // The block.
  uint64_t number = 0;
  Now now = {};
  /// The first stamp of each block that was run here; blocks come in order.
  std::vector<std::pair<uint32_t, uint64_t>> blockStarts;
  /// After a barrier that cannot be passed nothing else in the block is worth a report.
  bool isSilent = false;

  /// Reads of what nobody has written. Where another thread writes it before the next barrier, the two race, and that
  /// is what is told.
  struct UninitializedRead {
    const Site *site;
    const Cell *cell; ///< null where the launch does not write to the buffer
    unsigned thread;
    std::string message;
  };
  std::vector<UninitializedRead> uninitializedReads;

  char *shared = nullptr;
  ZeroedArray<Cell> sharedCells;
  std::vector<size_t> firstSharedCell; ///< of each buffer
  std::vector<char> localMemory;
  /// For each warp and element of local memory, the lanes that have written it.
  std::vector<uint32_t> localWritten;
  std::vector<size_t> firstLocalElement;
  size_t numLocalElements = 0;

  // The warps.
  enum class State : uint8_t { ready, waiting, finished };
  unsigned numThreads = 0, numWarps = 0, current = 0;
  Warp *warps = nullptr;
  State states[kWarpSize] = {};
  const Site *waitingAt[kWarpSize] = {};
  void *stackPointers[kWarpSize] = {};
  void *mainStackPointer = nullptr;
  fiber::StackPool stacks;
};

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_WORKER_H
