// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the warp that ran last are preferred, so that warps pass through
// their own synchronisations while their data is in the cache, and threads
// start only when those before them have to wait.

#include "../Fiber/Context.h"
#include "BuiltinVariables.h"
#include "Worker.h"

using namespace emmy::shim;

static constexpr int kStartNext = -1;
static constexpr int kNobody = -2;

void Worker::fiberMain() { current()->runThreads(); }

void Worker::runThreads() {
  const EmmyShimLaunch &request = launch->request;
  int next = kStartNext;
  while (next == kStartNext) {
    startThread();
    request.invoke(request.function, request.args);
    finishThread();
    next = chooseThread();
  }
  if (next == kNobody) {
    if (numLive)
      failDeadlock();
    stacks.give(currentStack);
    leaveBlock();
  }
  // Nothing writes to this stack before the switch has left it.
  stacks.give(currentStack);
  makeCurrent(unsigned(next));
  void *unused;
  fiber::emmySwitchContext(&unused, threads[next].stackPointer);
  __builtin_unreachable();
}

void Worker::leaveBlock() {
  void *unused;
  fiber::emmySwitchContext(&unused, mainStackPointer);
  __builtin_unreachable();
}

void Worker::startThread() {
  currentThread = nextThread++;
  Thread &thread = threads[currentThread];
  thread.stack = currentStack;
  thread.wait = Wait::Nothing;
  for (unsigned i = 0; i < 3; ++i)
    thread.index[i] = nextIndex[i];
  emmyShimThreadIdx = {nextIndex[0], nextIndex[1], nextIndex[2]};
  emmyShimLaneIndex = int(currentThread % kWarpSize);
  for (unsigned i = 0; i < 3 && ++nextIndex[i] == launch->request.block[i]; ++i)
    nextIndex[i] = 0;
}

void Worker::finishThread() {
  finishCopies();
  unsigned warp = currentThread / kWarpSize;
  uint32_t lane = 1u << (currentThread % kWarpSize);
  warps[warp].live &= ~lane;
  --numLive;
  if (warps[warp].numGroups)
    completeGroupsWithout(warp, lane);
  if (numArrived && numArrived == numLive)
    releaseBarrier(/*callerWaits=*/true);
}

int Worker::chooseThread() {
  unsigned warp = currentThread / kWarpSize;
  if (!(readyWarps >> warp & 1)) {
    bool canStart = nextThread < numThreads;
    if (canStart && (!readyWarps || nextThread / kWarpSize == warp))
      return kStartNext;
    if (!readyWarps)
      return kNobody;
    warp = unsigned(__builtin_ctz(readyWarps));
  }
  return int(warp * kWarpSize) + __builtin_ctz(warps[warp].ready);
}

void Worker::makeCurrent(unsigned thread) {
  Warp &warp = warps[thread / kWarpSize];
  warp.ready &= ~(1u << (thread % kWarpSize));
  if (!warp.ready)
    readyWarps &= ~(1u << (thread / kWarpSize));
  currentThread = thread;
  currentStack = threads[thread].stack;
  threads[thread].wait = Wait::Nothing;
  const unsigned *index = threads[thread].index;
  emmyShimThreadIdx = {index[0], index[1], index[2]};
  emmyShimLaneIndex = int(thread % kWarpSize);
}

void Worker::suspend(Wait wait, uint32_t mask, int line) {
  Thread &self = threads[currentThread];
  self.wait = wait;
  self.mask = mask;
  self.line = line;
  int next = chooseThread();
  if (next >= 0) {
    makeCurrent(unsigned(next));
    fiber::emmySwitchContext(&self.stackPointer, threads[next].stackPointer);
    return;
  }
  if (next == kNobody)
    failDeadlock();
  int stack = stacks.take();
  if (stack < 0)
    failThread(kMemoryAllocation, "expected memory for a stack, but got none");
  currentStack = stack;
  fiber::emmySwitchContext(&self.stackPointer, fiber::makeContext(stacks.top(stack), fiberMain));
}
