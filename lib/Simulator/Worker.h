// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A worker: a host thread that runs one block after the other, warp by warp. Warps of kernels without barriers are
// plain calls; else each has a stack of its own, and they take turns from barrier to barrier.

#ifndef EMMY_LIB_SIMULATOR_WORKER_H
#define EMMY_LIB_SIMULATOR_WORKER_H

#include "AsyncCopies.h"
#include "Clocks.h"
#include "Session.h"
#include "Warp.h"

#include "../Runtime/Fiber/StackPool.h"

#include <map>
#include <tuple>

namespace emmy::simulator {

class Worker {
public:
  Worker(const Launch &launch, WorkerMemory &memory);
  ~Worker();

  void run(uint64_t number);
  /// What all blocks that were run here did.
  Counters getCounters() const;
  std::vector<BlockFinding> takeFindings() { return std::move(findings); }

  // What kernels call (Hooks.cpp, Worker.cpp).
  template <bool checked>
  void load(Warp &warp, const Site &site, uint32_t mask);
  template <bool checked>
  void store(Warp &warp, const Site &site, uint32_t mask);
  template <bool checked>
  void atomic(Warp &warp, const Site &site, uint32_t mask);
  void shuffle(Warp &warp, const Site &site, uint32_t mask);
  template <bool checked>
  void loadMatrix(Warp &warp, const Site &site, uint32_t mask);
  void multiplyMatrix(Warp &warp, const Site &site, uint32_t mask);
  void barrier(Warp &warp, const Site &site, uint32_t mask);
  void resetLocal(Warp &warp, const Site &site, uint32_t mask);
  void enter(unsigned region, uint32_t mask);
  void fault(Warp &warp, const Site &site, uint32_t mask, Fault fault);
  template <bool checked>
  void asyncCopy(Warp &warp, const Site &site, uint32_t mask);
  void asyncCommit(Warp &warp, uint32_t mask);
  void asyncWait(Warp &warp, const Site &site, uint32_t mask);
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
  // Checks (AccessChecks.cpp); each reports. `counts` are the numbers of elements of the lanes where those of one
  // access differ.
  uint32_t checkBounds(Warp &warp, const Site &site, uint64_t numElements, uint32_t mask, AccessKind kind,
                       const int64_t *counts = nullptr);
  uint32_t checkAlignment(Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  void checkAccess(Warp &warp, const Site &site, uint32_t mask, AccessKind kind, const int64_t *counts = nullptr);
  /// Plain are kernels without asynchronous copies: nothing is under way, and all lanes access as many elements.
  template <bool isPlain, typename Shadow>
  void checkElements(Warp &warp, const Site &site, uint32_t mask, AccessKind kind, const int64_t *counts,
                     Shadow shadow);
  void checkLocal(Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  /// Decides about the reads by these warps, which have met at a barrier or ended.
  void settleReads(uint32_t ofWarps);
  struct UninitializedRead;
  void reportUninitialized(const UninitializedRead &read);
  void reportRace(const Site &site, unsigned thread, uint64_t element, AccessKind kind, Entry other);

  // Asynchronous copies (AsyncCopies.cpp).
  void checkCopySources(Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  void reportUnfinished(const Site &site, unsigned thread, uint64_t element, AccessKind kind, Entry copy);
  void land(const Warp &warp, const AsyncCopy &copy, uint32_t mask);
  void setWritten(const Site &site, uint64_t element, unsigned thread);
  void finishCopies(const Warp &warp);

  // Matrices (Matrices.cpp).
  bool checkWholeWarp(Warp &warp, const Site &site, uint32_t mask);
  void checkMatrixReads(Warp &warp, const Site &site, const int64_t *rows, uint32_t valid);

  // Counting (Counting.cpp).
  void count(const Warp &warp, const Site &site, uint32_t mask, AccessKind kind);
  void countTraffic(const Warp &warp, const Site &site, uint32_t mask, AccessKind kind,
                    const int64_t *counts = nullptr);
  void countInstruction(InstructionClass instruction, uint32_t mask);

  // Events (Tracing.cpp).
  void trace(const Warp &warp, const Site &site, uint32_t mask, Event::Kind kind);
  void traceElements(const Site &site, unsigned thread, uint64_t first, uint64_t count, Event::Kind kind);

  // Reports (WorkerReports.cpp).
  unsigned getThread(const Warp &warp, unsigned lane) const { return warp.number * kWarpSize + lane; }
  void report(Kind kind, const Site &site, llvm::function_ref<std::string()> getMessage, const Site *other = nullptr,
              llvm::function_ref<std::string()> getOtherDescription = nullptr);

  // Scheduling (Worker.cpp).
  static void fiberMain();
  void runFibers();
  void runWarp(Warp &warp);
  void releaseBarrier();
  /// These warps are past a barrier, at one of these sites each.
  void advance(llvm::ArrayRef<const Site *> sites, uint32_t ofWarps);
  bool isProtected(const Site &barrier, unsigned buffer) const;

  // Named barriers (NamedBarriers.cpp).
  void makeClocks();
  void startOrder();
  void meet(Warp &warp, const Site &site);
  void reportIncomplete();

  const Launch &launch;
  const KernelInfo &kernel;
  WorkerMemory &memory;
  /// Of the arguments; null for those that the launch does not write, and without checks.
  std::vector<Cell *> cells;
  std::vector<History *> histories;
  std::vector<uint8_t *> touched;
  Counters counters;
  std::vector<uint64_t> regionRuns, regionLanes;

  // The block.
  uint64_t number = 0;
  /// For each buffer that barriers may protect: the stamp of the last barrier that does, or of the start.
  std::vector<uint32_t> stamps;
  uint32_t blockStart = 0; ///< the first stamp of the block
  /// In place of stamps and cells in checked kernels with named barriers. The last clocks are of what runs when,
  /// whatever barriers protect.
  std::vector<WarpClocks> clocks;
  std::vector<std::vector<ClockCell>> clockCells;
  /// After a barrier that cannot be passed nothing else in the block is worth a report.
  bool isSilent = false;

  /// Reads of what nobody has written. Where another thread writes it before the next barrier, the two race, and that
  /// is what is told.
  struct UninitializedRead {
    const Site *site;
    const Entry *write; ///< of the element; null where the launch does not write to the buffer
    unsigned thread;
    uint64_t element;
    AccessKind kind;
  };
  std::vector<UninitializedRead> uninitializedReads;

  std::vector<BlockFinding> findings;
  std::map<std::tuple<Kind, mlir::Operation *, mlir::Operation *>, size_t> known;

  char *shared = nullptr;
  ZeroedArray<Cell> sharedCells;
  std::vector<size_t> firstSharedCell; ///< of each buffer
  /// For each element the copy that has begun to write it and has not been waited for.
  ZeroedArray<Entry> unfinished;
  std::vector<CopyQueue> copies; ///< of each warp
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
  /// A barrier that a part of the warps meets at.
  struct NamedBarrier {
    uint32_t arrived = 0, last = 0; ///< the warps that wait there, and those that met there last
    uint32_t stamp = 0;             ///< of the last time
    llvm::SmallVector<const Site *, 4> sites;
  };
  NamedBarrier namedBarriers[kNumBarriers];
  void *stackPointers[kWarpSize] = {};
  void *mainStackPointer = nullptr;
  /// A warp's values are 32 lanes wide, and large kernels keep many of them.
  fiber::StackPool stacks{8 * 1024 * 1024};
};

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_WORKER_H
