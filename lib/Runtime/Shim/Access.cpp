// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access of a checked build is to a stack, to shared memory, to a registered
// buffer or to the program's constants; anything else is out of bounds. When no
// buffer is registered, whatever is left counts as global memory.

#include "BuiltinVariables.h"
#include "Worker.h"

#include <algorithm>

using namespace emmy::shim;

static void count(AccessCounters &counters, size_t bytes, int kind) {
  unsigned width = 5;
  if (bytes <= 16 && (bytes & (bytes - 1)) == 0 && bytes)
    width = unsigned(__builtin_ctzll(bytes));
  if (kind & EMMY_SHIM_LOAD) {
    ++counters.loads[width];
    counters.bytesLoaded += bytes;
  }
  if (kind & EMMY_SHIM_STORE) {
    ++counters.stores[width];
    counters.bytesStored += bytes;
  }
}

static bool isInside(uintptr_t address, size_t bytes, uintptr_t base, size_t size) {
  return address >= base && bytes <= size && address - base <= size - bytes;
}

/// The number of the buffer that starts last at or before an address; buffers
/// are sorted. The last answer is tried first.
static size_t findBuffer(const std::vector<Buffer> &buffers, uintptr_t address, size_t last) {
  auto isBefore = [=](const Buffer &buffer) { return buffer.base <= address; };
  if (isBefore(buffers[last]) && (last + 1 == buffers.size() || !isBefore(buffers[last + 1])))
    return last;
  auto found = std::partition_point(buffers.begin(), buffers.end(), isBefore);
  return found == buffers.begin() ? 0 : size_t(found - buffers.begin()) - 1;
}

/// Whether an access is to the dynamic shared memory or to one array.
bool Worker::isInSharedMemory(uintptr_t address, size_t bytes) const {
  if (isInside(address, bytes, reinterpret_cast<uintptr_t>(dynamicShared), launch->request.sharedBytes))
    return true;
  uintptr_t memory = reinterpret_cast<uintptr_t>(threadMemory);
  for (const SharedArray &array : launch->kernel.arrays)
    if (isInside(address, bytes, memory + array.offset, array.bytes))
      return true;
  return false;
}

void Worker::access(uintptr_t address, size_t bytes, int kind) {
  if (stacks.contains(currentStack, address))
    return;
  if (kind & EMMY_SHIM_ATOMIC)
    ++counters.atomics;
  const std::vector<Buffer> &buffers = launch->session.buffers;
  if (!buffers.empty()) {
    lastBuffer = findBuffer(buffers, address, lastBuffer);
    const Buffer &buffer = buffers[lastBuffer];
    if (isInside(address, bytes, buffer.base, buffer.bytes)) {
      bool isPower = (bytes & (bytes - 1)) == 0 && bytes <= 16;
      if (isPower && address % bytes != 0)
        failAccess(address, bytes, kind);
      count(counters.global, bytes, kind);
      Race race;
      if (!launch->session.hasFence && launch->session.races.access(blockNumber, currentThread, epoch, lastBuffer,
                                                                    address - buffer.base, bytes, kind, race))
        failRace(buffer.base, race, kind);
      return;
    }
  }
  uintptr_t memory = reinterpret_cast<uintptr_t>(threadMemory);
  if (isInside(address, bytes, memory, launch->program.getThreadMemoryBytes())) {
    if (!isInSharedMemory(address, bytes))
      failAccess(address, bytes, kind);
    if (!unfinished.empty())
      checkUnfinished(address - memory, bytes, kind);
    count(counters.shared, bytes, kind);
    Race race;
    if (sharedRaces.access(currentThread, address - memory, bytes, kind, race))
      failRace(memory, race, kind);
    return;
  }
  if (isBuiltinVariable(address) || stacks.contains(address) || launch->program.containsImage(address))
    return;
  if (!buffers.empty())
    failAccess(address, bytes, kind);
  count(counters.global, bytes, kind);
}

void Worker::recordArrival(uintptr_t address, size_t bytes) {
  Race race;
  size_t offset = getSharedOffset(address);
  if (sharedRaces.access(currentThread, offset, bytes, EMMY_SHIM_STORE, race))
    failRace(reinterpret_cast<uintptr_t>(threadMemory), race, EMMY_SHIM_STORE);
}

extern "C" void emmyShimFence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (Worker *worker = Worker::current())
    worker->fence();
}

extern "C" void emmyShimAccess(const void *address, size_t bytes, int kind) {
  // Host code of a checked program calls this, too.
  if (Worker *worker = Worker::current())
    if (bytes)
      worker->access(reinterpret_cast<uintptr_t>(address), bytes, kind);
}
