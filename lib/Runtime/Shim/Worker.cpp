// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of a worker and of a block on it.

#include "Worker.h"
#include "../Fiber/Context.h"
#include "BuiltinVariables.h"
#include "FloatEnvironment.h"

#include <algorithm>
#include <cstring>
#include <memory>

using namespace emmy::shim;

extern "C" {
__thread EmmyShimCoordinates emmyShimThreadIdx;
__thread EmmyShimCoordinates emmyShimBlockIdx;
__thread EmmyShimCoordinates emmyShimBlockDim;
__thread EmmyShimCoordinates emmyShimGridDim;
__thread int emmyShimLaneIndex;
}

static __thread Worker *currentWorker __attribute__((tls_model("initial-exec"))) = nullptr;

/// Behind the dynamic shared memory lie bytes that no kernel may touch.
static constexpr size_t kGuardBytes = 128;
static constexpr unsigned char kGuardByte = 0xa5;

extern "C" unsigned char *emmyShimBlockMemory() {
  // Aligned as every shared buffer is.
  struct alignas(128) Memory {
    unsigned char bytes[EMMY_SHIM_MAX_SHARED_BYTES + kGuardBytes];
  };
  // Only workers of programs in memory take it.
  static thread_local std::unique_ptr<Memory> memory;
  if (!memory)
    memory = std::make_unique<Memory>();
  return memory->bytes;
}

Worker *Worker::current() { return currentWorker; }

void Worker::run(Launch &newLaunch) {
  DefaultFloatEnvironment environment;
  launch = &newLaunch;
  currentWorker = this;
  counters = Counters();
  lastBuffer = 0;
  threadMemory = launch->program.getThreadMemory();
  dynamicShared = launch->request.module->dynamicShared();
  const unsigned *grid = launch->request.grid, *block = launch->request.block;
  emmyShimGridDim = {grid[0], grid[1], grid[2]};
  emmyShimBlockDim = {block[0], block[1], block[2]};
  numThreads = block[0] * block[1] * block[2];
  numWarps = (numThreads + kWarpSize - 1) / kWarpSize;

  uint64_t number;
  while (launch->takeBlock(number))
    runBlock(number);
  launch->addCounters(counters);
  currentWorker = nullptr;
  launch = nullptr;
}

void Worker::runBlock(uint64_t number) {
  const unsigned *grid = launch->request.grid;
  blockNumber = number;
  emmyShimBlockIdx = {unsigned(number % grid[0]), unsigned(number / grid[0] % grid[1]),
                      unsigned(number / grid[0] / grid[1])};
  resetBlock();
  poisonShared();

  currentStack = stacks.take();
  if (currentStack < 0) {
    launch->fail(number, kMemoryAllocation, describeBlock() + ": expected memory for a stack, but got none");
    return;
  }
  fiber::emmySwitchContext(&mainStackPointer, fiber::makeContext(stacks.top(currentStack), fiberMain));
  if (failureCode) {
    launch->fail(number, failureCode, failureText);
    stacks.giveAll();
  } else if (!hasIntactGuard()) {
    launch->fail(number, kIllegalAddress,
                 describeBlock() + format(": expected writes to %zu bytes of dynamic shared "
                                          "memory, but got writes past its end",
                                          launch->request.sharedBytes));
  }
}

void Worker::resetBlock() {
  failureCode = 0;
  numLive = numThreads;
  nextThread = 0;
  std::fill_n(nextIndex, 3, 0);
  readyWarps = 0;
  epoch = 0;
  if (isChecked())
    sharedRaces.startBlock(launch->program.getThreadMemoryBytes(), numThreads);
  numArrived = 0;
  numTrue = 0;
  std::fill_n(namedBarriers, 16, NamedBarrier());
  resetCopies();
  for (unsigned i = 0; i < numWarps; ++i) {
    unsigned lanes = std::min(kWarpSize, numThreads - i * kWarpSize);
    warps[i].live = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
    warps[i].ready = 0;
    warps[i].numGroups = 0;
  }
}

void Worker::poisonShared() {
  unsigned char poison = launch->session.poison;
  for (const SharedArray &array : launch->kernel.arrays)
    memset(threadMemory + array.offset, poison, array.bytes);
  memset(dynamicShared, poison, launch->request.sharedBytes);
  memset(dynamicShared + launch->request.sharedBytes, kGuardByte, kGuardBytes);
}

bool Worker::hasIntactGuard() const {
  const unsigned char *guard = dynamicShared + launch->request.sharedBytes;
  return std::all_of(guard, guard + kGuardBytes, [](unsigned char byte) { return byte == kGuardByte; });
}
