// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every report names the kernel and the block, and the thread or threads that
// the failure is about.

#include "BuiltinVariables.h"
#include "Worker.h"

#include <cstdarg>
#include <vector>

using namespace emmy::shim;

std::string Worker::describeBlock() const {
  return format("kernel %s, block (%u, %u, %u)", launch->kernel.name.c_str(), emmyShimBlockIdx.x, emmyShimBlockIdx.y,
                emmyShimBlockIdx.z);
}

std::string Worker::describeThread(unsigned thread) const {
  const unsigned *index = threads[thread].index;
  return describeBlock() + format(", thread (%u, %u, %u)", index[0], index[1], index[2]);
}

// Leaving a block abandons its stacks. No string may be alive on them by then:
// the text is built in the worker.

void Worker::failThread(int code, const char *pattern, ...) {
  failureCode = code;
  failureText = describeThread(currentThread) + ": ";
  va_list arguments;
  va_start(arguments, pattern);
  failureText += formatList(pattern, arguments);
  va_end(arguments);
  leaveBlock();
}

static const char *getName(Wait wait) {
  switch (wait) {
  case Wait::Nothing:
    return "nothing";
  case Wait::Barrier:
    return "__syncthreads";
  case Wait::NamedBarrier:
    return "__barrier_sync_count";
  case Wait::SyncWarp:
    return "__syncwarp";
  case Wait::Shuffle:
    return "a shuffle";
  case Wait::Ballot:
    return "a vote";
  case Wait::Exchange:
    return "a warp reduction";
  case Wait::LoadMatrix:
    return "ldmatrix";
  case Wait::MultiplyMatrix:
    return "mma";
  }
  return "an unknown operation";
}

/// Lists threads by their linear number, with runs as ranges.
static std::string describeThreads(const std::vector<unsigned> &numbers) {
  std::string text = numbers.size() == 1 ? "thread" : "threads";
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    text += format("%s %u", i ? "," : "", numbers[i]);
    if (end - i > 1)
      text += format("-%u", numbers[end - 1]);
    i = end;
  }
  return text;
}

/// One line for each place where threads wait, then one for those that have
/// returned.
std::string Worker::describeWaiting() const {
  struct Place {
    Wait wait;
    uint32_t mask;
    int line;
    std::vector<unsigned> threads;
  };
  std::vector<Place> places;
  std::vector<unsigned> returned;
  for (unsigned i = 0; i < nextThread; ++i) {
    const Warp &warp = warps[i / kWarpSize];
    uint32_t lane = 1u << (i % kWarpSize);
    if (!(warp.live & lane)) {
      returned.push_back(i);
      continue;
    }
    const Thread &thread = threads[i];
    if (warp.ready & lane || thread.wait == Wait::Nothing)
      continue;
    Place *found = nullptr;
    for (Place &place : places)
      if (place.wait == thread.wait && place.mask == thread.mask && place.line == thread.line)
        found = &place;
    if (!found) {
      places.push_back({thread.wait, thread.mask, thread.line, {}});
      found = &places.back();
    }
    found->threads.push_back(i);
  }
  std::string text;
  for (const Place &place : places) {
    text += format("  %s wait%s at %s in line %d", describeThreads(place.threads).c_str(),
                   place.threads.size() == 1 ? "s" : "", getName(place.wait), place.line);
    if (place.wait == Wait::NamedBarrier)
      text += format(" of barrier %u", place.mask);
    else if (place.wait != Wait::Barrier)
      text += format(" with mask 0x%08x", place.mask);
    text += "\n";
  }
  if (!returned.empty())
    text += format("  %s %s returned\n", describeThreads(returned).c_str(), returned.size() == 1 ? "has" : "have");
  return text;
}

void Worker::failDeadlock() {
  failureCode = kTimeout;
  failureText = describeBlock() + ": expected a thread that can go on, but all wait:\n" + describeWaiting();
  leaveBlock();
}

void Worker::failBarrier(int line) {
  failureCode = kLaunchFailure;
  failureText = describeThread(currentThread) +
                format(": expected all threads of the block at the same "
                       "__syncthreads, but got this one in line %d while\n",
                       line) +
                describeWaiting();
  leaveBlock();
}

void Worker::failGroup(uint32_t mask, int line) {
  failureCode = kLaunchFailure;
  failureText = describeThread(currentThread) +
                format(": expected all lanes of mask 0x%08x at the same "
                       "operation, but got this one in line %d while\n",
                       mask, line) +
                describeWaiting();
  leaveBlock();
}

/// Names a place in memory by the buffer that it is nearest to.
static std::string describeAddress(const std::vector<Buffer> &buffers, uintptr_t address) {
  auto getDistance = [=](const Buffer &buffer) {
    uintptr_t end = buffer.base + buffer.bytes;
    return address < buffer.base ? buffer.base - address : address >= end ? address - end : 0;
  };
  const Buffer *nearest = nullptr;
  for (const Buffer &buffer : buffers)
    if (!nearest || getDistance(buffer) < getDistance(*nearest))
      nearest = &buffer;
  // Farther away than any index of 32 bits reaches.
  if (!nearest || getDistance(*nearest) > uintptr_t(1) << 36)
    return format("address 0x%zx", size_t(address));
  return format("offset %lld of %s (%zu bytes)", (long long)(address - nearest->base), nearest->name.c_str(),
                nearest->bytes);
}

std::string Worker::describePlace(uintptr_t address) const {
  std::vector<Buffer> places = launch->session.buffers;
  places.push_back({reinterpret_cast<uintptr_t>(dynamicShared), launch->request.sharedBytes, "dynamic shared memory"});
  for (const SharedArray &array : launch->kernel.arrays)
    places.push_back(
        {reinterpret_cast<uintptr_t>(threadMemory) + array.offset, array.bytes, "shared array " + array.name});
  return describeAddress(places, address);
}

static const char *getAction(int kind) {
  return kind & EMMY_SHIM_ATOMIC ? "an atomic" : kind & EMMY_SHIM_STORE ? "a store" : "a load";
}

void Worker::failAccess(uintptr_t address, size_t bytes, int kind) {
  bool isMisaligned = false;
  for (const Buffer &buffer : launch->session.buffers)
    isMisaligned |= address >= buffer.base && address + bytes <= buffer.base + buffer.bytes;
  failureCode = isMisaligned ? kMisalignedAddress : kIllegalAddress;
  failureText = describeThread(currentThread) +
                format(": expected %s of %zu bytes %s, but got one at ", getAction(kind), bytes,
                       isMisaligned ? "at a multiple of its size" : "inside of a buffer") +
                describePlace(address);
  leaveBlock();
}

void Worker::failRace(uintptr_t base, const Race &race, int kind) {
  failureCode = kLaunchFailure;
  failureText =
      describeThread(currentThread) +
      format(": expected %s to be ordered after %s by ", getAction(kind), race.isStore ? "a store" : "a load") +
      (race.isOtherBlock ? format("another block than this, number %zu", size_t(race.block))
                         : format("thread %u of the block", race.thread)) +
      ", but got a race at " + describePlace(base + race.offset);
  leaveBlock();
}

void Worker::failUnfinished(size_t offset, unsigned thread, int kind) {
  failureCode = kLaunchFailure;
  failureText = describeThread(currentThread) +
                format(": expected thread %u to wait for its asynchronous copy before %s, but got none at ", thread,
                       getAction(kind)) +
                describePlace(reinterpret_cast<uintptr_t>(threadMemory) + offset);
  leaveBlock();
}

extern "C" void emmyShimTrap(int line) {
  Worker *worker = Worker::current();
  if (!worker)
    __builtin_trap();
  worker->failThread(kLaunchFailure, "__trap in line %d", line);
}

extern "C" void emmyShimAssertFailed(const char *expression, const char *file, int line) {
  Worker *worker = Worker::current();
  if (!worker)
    __builtin_trap();
  worker->failThread(kAssertFailed, "assertion `%s` failed in %s:%d", expression, file, line);
}
