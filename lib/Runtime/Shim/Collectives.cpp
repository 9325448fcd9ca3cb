// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last thread to arrive does the work for all, releases the others and goes
// on without a switch.

#include "Worker.h"

using namespace emmy::shim;

/// What a lane reads from one that did not take part.
static constexpr uint64_t kUndefined = ~uint64_t(0);

void Worker::markReady(unsigned warp, uint32_t lanes) {
  if (!lanes)
    return;
  warps[warp].ready |= lanes;
  readyWarps |= 1u << warp;
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

/// Joins the group of `mask`. Returns true when the caller was the last; the
/// others are then released and all have their results.
bool Worker::arrive(Wait operation, uint32_t mask, int line) {
  unsigned warpIndex = currentThread / kWarpSize;
  Warp &warp = warps[warpIndex];
  uint32_t self = 1u << (currentThread % kWarpSize);
  if (!(mask & self))
    failThread(kLaunchFailure,
               "expected the calling lane %u in the mask of the operation in "
               "line %d, but got mask 0x%08x",
               currentThread % kWarpSize, line, mask);
  unsigned number = 0;
  while (number < warp.numGroups && warp.groups[number].mask != mask)
    ++number;
  Group &group = warp.groups[number];
  if (number == warp.numGroups) {
    group = {mask, 0, operation};
    ++warp.numGroups;
  } else if (group.operation != operation) {
    failGroup(mask, line);
  }
  group.arrived |= self;
  if (mask & warp.live & ~group.arrived)
    return false;
  completeGroup(warpIndex, number, self);
  return true;
}

/// Computes the results of a group and releases its lanes except `except`.
void Worker::completeGroup(unsigned warpIndex, unsigned number, uint32_t except) {
  Warp &warp = warps[warpIndex];
  Group group = warp.groups[number];
  warp.groups[number] = warp.groups[--warp.numGroups];
  uint64_t results[kWarpSize];
  uint32_t trueLanes = 0;
  switch (group.operation) {
  case Wait::Shuffle:
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      unsigned source = warp.source[lane] % kWarpSize;
      results[lane] = group.arrived >> source & 1 ? warp.value[source] : kUndefined;
    }
    for (uint32_t lanes = group.arrived; lanes; lanes &= lanes - 1)
      warp.value[__builtin_ctz(lanes)] = results[__builtin_ctz(lanes)];
    break;
  case Wait::Ballot:
    for (uint32_t lanes = group.arrived; lanes; lanes &= lanes - 1)
      if (warp.value[__builtin_ctz(lanes)])
        trueLanes |= lanes & -lanes;
    for (uint32_t lanes = group.arrived; lanes; lanes &= lanes - 1)
      warp.value[__builtin_ctz(lanes)] = trueLanes;
    break;
  case Wait::Exchange:
    for (uint32_t lanes = group.arrived; lanes; lanes &= lanes - 1)
      for (uint32_t sources = group.arrived; sources; sources &= sources - 1)
        warp.exchange[__builtin_ctz(lanes)][__builtin_ctz(sources)] = warp.value[__builtin_ctz(sources)];
    for (uint32_t lanes = group.arrived; lanes; lanes &= lanes - 1)
      warp.value[__builtin_ctz(lanes)] = group.arrived;
    break;
  case Wait::LoadMatrix:
    completeMatrixLoad(warpIndex, group.arrived);
    break;
  case Wait::MultiplyMatrix:
    completeMatrixMultiply(warpIndex, group.arrived);
    break;
  case Wait::SyncWarp:
    if (isChecked())
      sharedRaces.syncWarp(warpIndex, group.arrived);
    break;
  case Wait::Barrier:
  case Wait::NamedBarrier:
  case Wait::Nothing:
    break;
  }
  markReady(warpIndex, group.arrived & ~except);
}

/// Completes the groups that waited only for a lane that has now returned.
void Worker::completeGroupsWithout(unsigned warpIndex, uint32_t lane) {
  Warp &warp = warps[warpIndex];
  for (unsigned i = warp.numGroups; i-- > 0;) {
    const Group &group = warp.groups[i];
    if ((group.mask & lane) && !(group.mask & warp.live & ~group.arrived))
      completeGroup(warpIndex, i, 0);
  }
}

uint64_t Worker::shuffle(uint32_t mask, uint64_t value, int source, int line) {
  Warp &warp = warps[currentThread / kWarpSize];
  unsigned lane = currentThread % kWarpSize;
  warp.value[lane] = value;
  warp.source[lane] = uint8_t(source);
  if (!arrive(Wait::Shuffle, mask, line))
    suspend(Wait::Shuffle, mask, line);
  return warp.value[lane];
}

uint32_t Worker::ballot(uint32_t mask, int predicate, int line) {
  Warp &warp = warps[currentThread / kWarpSize];
  unsigned lane = currentThread % kWarpSize;
  warp.value[lane] = predicate != 0;
  if (!arrive(Wait::Ballot, mask, line))
    suspend(Wait::Ballot, mask, line);
  return uint32_t(warp.value[lane]);
}

uint32_t Worker::exchange(uint32_t mask, uint64_t value, uint64_t *values, int line) {
  Warp &warp = warps[currentThread / kWarpSize];
  unsigned lane = currentThread % kWarpSize;
  warp.value[lane] = value;
  warp.exchange[lane] = values;
  if (!arrive(Wait::Exchange, mask, line))
    suspend(Wait::Exchange, mask, line);
  return uint32_t(warp.value[lane]);
}

void Worker::syncWarp(uint32_t mask, int line) {
  if (!arrive(Wait::SyncWarp, mask, line))
    suspend(Wait::SyncWarp, mask, line);
}

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

int Worker::barrier(int kind, int predicate, int line) {
  if (numArrived == 0) {
    barrierKind = kind;
    barrierLine = line;
  } else if (barrierLine != line || barrierKind != kind) {
    failBarrier(line);
  }
  ++numArrived;
  numTrue += predicate != 0;
  if (numArrived == numLive)
    releaseBarrier(/*callerWaits=*/false);
  else
    suspend(Wait::Barrier, 0, line);
  return barrierResult;
}

/// Releases all threads that have not returned: they wait at the barrier, but
/// for the caller when it was the last to arrive.
void Worker::releaseBarrier(bool callerWaits) {
  ++counters.barriers;
  ++epoch;
  sharedRaces.passBarrier();
  switch (barrierKind) {
  case EMMY_SHIM_BARRIER_COUNT:
    barrierResult = int(numTrue);
    break;
  case EMMY_SHIM_BARRIER_AND:
    barrierResult = numTrue == numArrived;
    break;
  case EMMY_SHIM_BARRIER_OR:
    barrierResult = numTrue != 0;
    break;
  default:
    barrierResult = 0;
  }
  numArrived = 0;
  numTrue = 0;
  for (unsigned i = 0; i < numWarps; ++i) {
    uint32_t caller = i == currentThread / kWarpSize && !callerWaits ? 1u << (currentThread % kWarpSize) : 0;
    markReady(i, warps[i].live & ~caller);
  }
}

void Worker::namedBarrier(unsigned id, unsigned count, int line) {
  if (id > 15 || count == 0 || count % kWarpSize != 0)
    failThread(kLaunchFailure,
               "expected one of barriers 0 to 15 and a multiple of 32 threads in line %d, but got barrier %u and %u "
               "threads",
               line, id, count);
  NamedBarrier &barrier = namedBarriers[id];
  if (barrier.arrived && barrier.count != count)
    failThread(kLaunchFailure, "expected to wait for %u threads at barrier %u in line %d as others do, but got %u",
               barrier.count, id, line, count);
  barrier.count = count;
  barrier.warps |= 1u << (currentThread / kWarpSize);
  if (++barrier.arrived < count)
    return suspend(Wait::NamedBarrier, id, line);
  ++counters.barriers;
  // In global memory it counts as a barrier of the block.
  ++epoch;
  if (isChecked())
    sharedRaces.meet(barrier.warps);
  barrier = NamedBarrier();
  for (unsigned i = 0; i < nextThread; ++i)
    if (i != currentThread && threads[i].wait == Wait::NamedBarrier && threads[i].mask == id)
      markReady(i / kWarpSize, warps[i / kWarpSize].live & 1u << (i % kWarpSize));
}

//===----------------------------------------------------------------------===//
// What kernels call
//===----------------------------------------------------------------------===//

extern "C" int emmyShimBarrier(int kind, int predicate, int line) {
  return Worker::current()->barrier(kind, predicate, line);
}

extern "C" void emmyShimNamedBarrier(unsigned id, unsigned threads, int line) {
  Worker::current()->namedBarrier(id, threads, line);
}

extern "C" void emmyShimSyncWarp(uint32_t mask, int line) { Worker::current()->syncWarp(mask, line); }

extern "C" uint64_t emmyShimShuffle(uint32_t mask, uint64_t value, int source, int line) {
  return Worker::current()->shuffle(mask, value, source, line);
}

extern "C" uint32_t emmyShimBallot(uint32_t mask, int predicate, int line) {
  return Worker::current()->ballot(mask, predicate, line);
}

extern "C" uint32_t emmyShimExchange(uint32_t mask, uint64_t value, uint64_t *values, int line) {
  return Worker::current()->exchange(mask, value, values, line);
}
