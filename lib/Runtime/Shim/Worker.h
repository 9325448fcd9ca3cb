// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A worker is a host thread that runs blocks. The GPU threads of a block take
// turns on it: one runs until it returns or has to wait, then another one goes
// on. A thread gets a stack only when one before it had to wait on the previous
// one, so that kernels without synchronisation run as plain loops.
//
// What waits for what: a lane waits in a group of its warp (the lanes that name
// the same mask) or at the block's barrier. The last to arrive releases all
// others and goes on itself. When nobody can go on, the block is deadlocked and
// the launch fails with an account of who waits where.

#ifndef EMMY_LIB_RUNTIME_SHIM_WORKER_H
#define EMMY_LIB_RUNTIME_SHIM_WORKER_H

#include "../Fiber/StackPool.h"
#include "Launch.h"
#include "Races.h"
#include "Session.h"

#include <cstdint>
#include <string>

namespace emmy::shim {

constexpr unsigned kWarpSize = 32;
constexpr unsigned kMaxThreads = 1024;
constexpr unsigned kMaxWarps = kMaxThreads / kWarpSize;

/// What a thread waits for.
enum class Wait : uint8_t {
  Nothing,
  Barrier,
  NamedBarrier,
  SyncWarp,
  Shuffle,
  Ballot,
  Exchange,
  LoadMatrix,
  MultiplyMatrix
};

/// A thread that has started.
struct Thread {
  void *stackPointer;
  int stack;
  unsigned index[3];
  Wait wait;
  uint32_t mask; // or the number of the named barrier
  int line;
};

/// A copy that has begun and not arrived.
struct AsyncCopy {
  void *target;
  const void *source;
  int bytes, validBytes;
  uint32_t group;
};

/// The copies of a thread in the order in which they began.
struct CopyQueue {
  uint32_t numGroups = 0; // that are closed
  std::vector<AsyncCopy> copies;
};

/// The lanes that have arrived at an operation of the lanes in `mask`.
struct Group {
  uint32_t mask;
  uint32_t arrived;
  Wait operation;
};

struct Warp {
  uint32_t live;  // lanes that have not returned
  uint32_t ready; // lanes that have started and can go on
  unsigned numGroups;
  Group groups[kWarpSize];
  // What lanes bring to, and take from, the operation that they wait at.
  uint64_t value[kWarpSize];
  uint8_t source[kWarpSize];
  uint64_t *exchange[kWarpSize];
};

class Worker {
public:
  Worker() = default;
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  /// Runs blocks of `launch` until there are none left.
  void run(Launch &launch);

  /// The worker that the calling host thread is; null outside of kernels.
  static Worker *current();

  // What kernels call.
  int barrier(int kind, int predicate, int line);
  void namedBarrier(unsigned id, unsigned count, int line);
  uint64_t shuffle(uint32_t mask, uint64_t value, int source, int line);
  uint32_t ballot(uint32_t mask, int predicate, int line);
  uint32_t exchange(uint32_t mask, uint64_t value, uint64_t *values, int line);
  void syncWarp(uint32_t mask, int line);
  void loadMatrix(const void *row, int count, int transposes, void *result, int line);
  void multiplyMatrices(const char *atom, const void *left, const void *right, const void *accumulator, void *result,
                        int saturates, int line);
  void access(uintptr_t address, size_t bytes, int kind);
  void asyncCopy(void *target, const void *source, int bytes, int validBytes, int line);
  void asyncCommit();
  void asyncWait(int allBut);
  /// Memory fences order blocks in ways that are not followed.
  void fence() { launch->session.hasFence = true; }
  bool isChecked() const { return launch->request.module->checked; }

  /// Ends the block and the launch; the report names the calling thread.
  [[noreturn]] void failThread(int code, const char *pattern, ...) __attribute__((format(printf, 3, 4)));

private:
  // Running blocks (Worker.cpp).
  void runBlock(uint64_t number);
  void resetBlock();
  void poisonShared();
  bool hasIntactGuard() const;

  // Choosing who goes on (Scheduling.cpp).
  static void fiberMain();
  [[noreturn]] void runThreads();
  void startThread();
  void finishThread();
  int chooseThread();
  void makeCurrent(unsigned thread);
  void suspend(Wait wait, uint32_t mask, int line);
  [[noreturn]] void leaveBlock();

  // Waiting for others (Collectives.cpp).
  bool arrive(Wait operation, uint32_t mask, int line);
  void completeGroup(unsigned warp, unsigned group, uint32_t except);
  void completeGroupsWithout(unsigned warp, uint32_t lane);
  void releaseBarrier(bool callerWaits);
  void markReady(unsigned warp, uint32_t lanes);

  // Matrices (Matrices.cpp).
  template <typename Request>
  void takeRequests(unsigned warp, uint32_t arrived, const char *what, Request *requests);
  void accessAs(unsigned thread, const void *address, size_t bytes);
  void completeMatrixLoad(unsigned warp, uint32_t arrived);
  void completeMatrixMultiply(unsigned warp, uint32_t arrived);

  // Memory accesses (Access.cpp).
  bool isInSharedMemory(uintptr_t address, size_t bytes) const;
  size_t getSharedOffset(uintptr_t address) const { return address - reinterpret_cast<uintptr_t>(threadMemory); }

  // Asynchronous copies (AsyncCopies.cpp).
  void recordArrival(uintptr_t address, size_t bytes);
  void checkUnfinished(size_t offset, size_t bytes, int kind);
  void finishCopies();
  void resetCopies();

  // Reports (Reports.cpp).
  std::string describeBlock() const;
  std::string describeThread(unsigned thread) const;
  std::string describeWaiting() const;
  [[noreturn]] void failDeadlock();
  [[noreturn]] void failBarrier(int line);
  [[noreturn]] void failGroup(uint32_t mask, int line);
  [[noreturn]] void failAccess(uintptr_t address, size_t bytes, int kind);
  [[noreturn]] void failRace(uintptr_t base, const Race &race, int kind);
  [[noreturn]] void failUnfinished(size_t offset, unsigned thread, int kind);
  std::string describePlace(uintptr_t address) const;

  // The launch.
  Launch *launch = nullptr;
  char *threadMemory = nullptr;
  unsigned char *dynamicShared = nullptr;
  Counters counters;
  size_t lastBuffer = 0;
  SharedRaces sharedRaces;

  // The block.
  uint64_t blockNumber = 0;
  int failureCode = 0;
  std::string failureText;
  unsigned numThreads = 0;
  unsigned numWarps = 0;
  unsigned numLive = 0;
  unsigned nextThread = 0;
  unsigned nextIndex[3];
  uint32_t readyWarps = 0;
  uint32_t epoch = 0; // barriers passed

  // Named barriers: how many threads wait there, of which warps, and for how
  // many.
  struct NamedBarrier {
    unsigned arrived, count;
    uint32_t warps;
  };
  NamedBarrier namedBarriers[16];

  // Asynchronous copies: of each thread; and for each byte of shared memory that
  // one is under way to, its thread's number plus 1.
  std::vector<CopyQueue> copies;
  std::vector<uint16_t> unfinished;

  // The barrier.
  unsigned numArrived = 0;
  unsigned numTrue = 0;
  int barrierKind = 0;
  int barrierLine = 0;
  int barrierResult = 0;

  // Flow of control.
  unsigned currentThread = 0;
  int currentStack = -1;
  void *mainStackPointer = nullptr;
  fiber::StackPool stacks;
  Thread threads[kMaxThreads];
  Warp warps[kMaxWarps];
};

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_WORKER_H
