// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from global to shared memory arrive when their thread waits for them
// and no earlier. In checked programs a copy is a load and a store when it
// begins, its bytes are out of bounds for everybody while it is under way, and
// it is a store again when it arrives, which barriers behind the wait order.

#include "Worker.h"

#include <algorithm>
#include <cstring>

using namespace emmy::shim;

void Worker::asyncCopy(void *target, const void *source, int bytes, int validBytes, int line) {
  if (validBytes < 0 || validBytes > bytes)
    failThread(kLaunchFailure, "expected from 0 to %d valid bytes of the asynchronous copy in line %d, but got %d",
               bytes, line, validBytes);
  uintptr_t to = reinterpret_cast<uintptr_t>(target), from = reinterpret_cast<uintptr_t>(source);
  if (to % unsigned(bytes) || from % unsigned(bytes))
    failThread(kMisalignedAddress,
               "expected both addresses of the asynchronous copy in line %d to be multiples of %d, but got other ones",
               line, bytes);
  if (isChecked()) {
    if (!isInSharedMemory(to, size_t(bytes)))
      failThread(kIllegalAddress,
                 "expected the asynchronous copy in line %d to go to shared memory, but got another place", line);
    if (validBytes)
      access(from, size_t(validBytes), EMMY_SHIM_LOAD);
    access(to, size_t(bytes), EMMY_SHIM_STORE);
    unfinished.resize(launch->program.getThreadMemoryBytes());
    std::fill_n(unfinished.begin() + getSharedOffset(to), bytes, uint16_t(currentThread + 1));
  }
  copies.resize(numThreads);
  CopyQueue &queue = copies[currentThread];
  queue.copies.push_back({target, source, bytes, validBytes, queue.numGroups});
}

void Worker::asyncCommit() {
  copies.resize(numThreads);
  ++copies[currentThread].numGroups;
}

void Worker::asyncWait(int allBut) {
  if (copies.empty())
    return;
  CopyQueue &queue = copies[currentThread];
  auto isUnderWay = [&](const AsyncCopy &copy) { return uint64_t(copy.group) + unsigned(allBut) >= queue.numGroups; };
  auto end = std::stable_partition(queue.copies.begin(), queue.copies.end(), isUnderWay);
  for (auto copy = end; copy != queue.copies.end(); ++copy) {
    memcpy(copy->target, copy->source, size_t(copy->validBytes));
    memset(static_cast<char *>(copy->target) + copy->validBytes, 0, size_t(copy->bytes - copy->validBytes));
    if (!isChecked())
      continue;
    uintptr_t to = reinterpret_cast<uintptr_t>(copy->target);
    std::fill_n(unfinished.begin() + getSharedOffset(to), copy->bytes, uint16_t(0));
    recordArrival(to, size_t(copy->bytes));
  }
  queue.copies.erase(end, queue.copies.end());
}

void Worker::checkUnfinished(size_t offset, size_t bytes, int kind) {
  auto begin = unfinished.begin() + offset;
  auto found = std::find_if(begin, begin + bytes, [](uint16_t thread) { return thread != 0; });
  if (found != begin + bytes)
    failUnfinished(size_t(found - unfinished.begin()), unsigned(*found - 1), kind);
}

void Worker::finishCopies() {
  if (copies.empty())
    return;
  CopyQueue &queue = copies[currentThread];
  if (isChecked() && !queue.copies.empty())
    failThread(kLaunchFailure,
               "expected the thread to wait for its asynchronous copies, but got %zu under way at its "
               "end",
               queue.copies.size());
  queue = CopyQueue();
}

void Worker::resetCopies() {
  copies.clear();
  unfinished.clear();
}

extern "C" void emmyShimAsyncCopy(void *target, const void *source, int bytes, int validBytes, int line) {
  Worker::current()->asyncCopy(target, source, bytes, validBytes, line);
}

extern "C" void emmyShimAsyncCommit() { Worker::current()->asyncCommit(); }

extern "C" void emmyShimAsyncWait(int allBut) { Worker::current()->asyncWait(allBut); }
