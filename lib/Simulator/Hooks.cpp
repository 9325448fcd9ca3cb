// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to memory as generated code makes them: 32 lanes at once. A lane outside of its buffer takes no part, so a
// simulated program never touches memory that is not its own, checked or not.

#include "Worker.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include <atomic>
#include <cstring>

using namespace emmy::simulator;

Worker::Target Worker::getTarget(const Warp &warp, const Site &site) const {
  switch (site.memory) {
  case Site::Memory::global: {
    const View &view = launch.views[site.buffer];
    return {view.base, view.numElements, site.elementBytes, 0};
  }
  case Site::Memory::shared: {
    const OnChipBuffer &buffer = kernel.shared[site.buffer];
    return {shared + buffer.offset, buffer.numElements, site.elementBytes, 0};
  }
  default: {
    // Lanes lie side by side, element by element.
    const OnChipBuffer &buffer = kernel.local[site.buffer];
    char *base = const_cast<char *>(localMemory.data()) + (warp.number * kernel.localBytes + buffer.offset) * kWarpSize;
    return {base, buffer.numElements, site.elementBytes * kWarpSize, site.elementBytes};
  }
  }
}

/// The lanes whose access is inside of its buffer.
static uint32_t getInside(const Warp &warp, uint64_t numElements, unsigned count) {
  if (numElements < count)
    return 0;
  uint64_t last = numElements - count;
  uint32_t inside = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    inside |= uint32_t(uint64_t(warp.index[lane]) <= last) << lane;
  return inside;
}

/// Calls `body(lane)` for every lane of a mask.
template <typename Body>
static inline void forEachLane(uint32_t mask, Body body) {
  if (mask == ~0u) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      body(lane);
    return;
  }
  for (; mask; mask &= mask - 1)
    body(unsigned(llvm::countr_zero(mask)));
}

/// Calls `body` with a number of the type that holds an element.
template <typename Body>
static inline void dispatchBytes(unsigned bytes, Body body) {
  switch (bytes) {
  case 1:
    return body(uint8_t());
  case 2:
    return body(uint16_t());
  case 4:
    return body(uint32_t());
  default:
    return body(uint64_t());
  }
}

template <bool checked>
void Worker::load(Warp &warp, const Site &site, uint32_t mask) {
  Target target = getTarget(warp, site);
  uint32_t inside = getInside(warp, target.numElements, site.numElements);
  if (LLVM_UNLIKELY(mask & ~inside)) {
    mask = checkBounds(warp, site, target.numElements, mask, AccessKind::load);
    std::memset(warp.data, kPoison, sizeof(warp.data));
  }
  if constexpr (checked) {
    mask = checkAlignment(warp, site, mask, AccessKind::load);
    count(warp, site, mask, AccessKind::load);
    checkAccess(warp, site, mask, AccessKind::load);
  }
  dispatchBytes(site.elementBytes, [&](auto number) {
    using T = decltype(number);
    for (unsigned i = 0; i < site.numElements; ++i) {
      T *data = reinterpret_cast<T *>(warp.data) + i * kWarpSize;
      forEachLane(mask, [&](unsigned lane) {
        const char *from = target.base + (warp.index[lane] + i) * target.stride + lane * target.laneStride;
        data[lane] = *reinterpret_cast<const T *>(from);
      });
    }
  });
}

template <bool checked>
void Worker::store(Warp &warp, const Site &site, uint32_t mask) {
  Target target = getTarget(warp, site);
  uint32_t inside = getInside(warp, target.numElements, site.numElements);
  if (LLVM_UNLIKELY(mask & ~inside))
    mask = checkBounds(warp, site, target.numElements, mask, AccessKind::store);
  if constexpr (checked) {
    mask = checkAlignment(warp, site, mask, AccessKind::store);
    count(warp, site, mask, AccessKind::store);
    checkAccess(warp, site, mask, AccessKind::store);
  }
  dispatchBytes(site.elementBytes, [&](auto number) {
    using T = decltype(number);
    for (unsigned i = 0; i < site.numElements; ++i) {
      const T *data = reinterpret_cast<const T *>(warp.data) + i * kWarpSize;
      forEachLane(mask, [&](unsigned lane) {
        char *to = target.base + (warp.index[lane] + i) * target.stride + lane * target.laneStride;
        *reinterpret_cast<T *>(to) = data[lane];
      });
    }
  });
}

/// What an atomic writes.
template <typename T>
static T combine(emmy::kernel::AtomicKind kind, T old, T value) {
  using Signed = std::make_signed_t<T>;
  using emmy::kernel::AtomicKind;
  switch (kind) {
  case AtomicKind::add:
    return old + value;
  case AtomicKind::min_signed:
    return std::min<Signed>(old, value);
  case AtomicKind::max_signed:
    return std::max<Signed>(old, value);
  case AtomicKind::min_unsigned:
    return std::min(old, value);
  case AtomicKind::max_unsigned:
    return std::max(old, value);
  case AtomicKind::bit_and:
    return old & value;
  case AtomicKind::bit_or:
    return old | value;
  case AtomicKind::bit_xor:
    return old ^ value;
  case AtomicKind::exchange:
    return value;
  }
  return value;
}

template <bool checked>
void Worker::atomic(Warp &warp, const Site &site, uint32_t mask) {
  Target target = getTarget(warp, site);
  uint32_t inside = getInside(warp, target.numElements, site.numElements);
  if (LLVM_UNLIKELY(mask & ~inside))
    mask = checkBounds(warp, site, target.numElements, mask, AccessKind::atomic);
  if constexpr (checked) {
    count(warp, site, mask, AccessKind::atomic);
    checkAccess(warp, site, mask, AccessKind::atomic);
  }
  dispatchBytes(site.elementBytes, [&](auto number) {
    using T = decltype(number);
    T *data = reinterpret_cast<T *>(warp.data);
    for (; mask; mask &= mask - 1) {
      unsigned lane = llvm::countr_zero(mask);
      T *address = reinterpret_cast<T *>(target.base + warp.index[lane] * target.stride);
      // Workers share global memory.
      T old = __atomic_load_n(address, __ATOMIC_RELAXED), next;
      do
        next = combine(static_cast<kernel::AtomicKind>(site.kind), old, data[lane]);
      while (!__atomic_compare_exchange_n(address, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
      data[lane] = old;
    }
  });
}

//===----------------------------------------------------------------------===//
// The functions that generated code calls
//===----------------------------------------------------------------------===//

namespace {
template <bool checked>
struct Entries {
  static void load(Warp *warp, int32_t site, int32_t mask) {
    warp->owner->load<checked>(*warp, warp->owner->getSite(site), mask);
  }
  static void store(Warp *warp, int32_t site, int32_t mask) {
    warp->owner->store<checked>(*warp, warp->owner->getSite(site), mask);
  }
  static void atomic(Warp *warp, int32_t site, int32_t mask) {
    warp->owner->atomic<checked>(*warp, warp->owner->getSite(site), mask);
  }
  static void asyncCopy(Warp *warp, int32_t site, int32_t mask) {
    warp->owner->asyncCopy<checked>(*warp, warp->owner->getSite(site), mask);
  }
};
} // namespace

static void shuffleHook(Warp *warp, int32_t site, int32_t mask) {
  warp->owner->shuffle(*warp, warp->owner->getSite(site), mask);
}
template <bool checked>
static void loadMatrixHook(Warp *warp, int32_t site, int32_t mask) {
  warp->owner->loadMatrix<checked>(*warp, warp->owner->getSite(site), mask);
}
static void multiplyMatrixHook(Warp *warp, int32_t site, int32_t mask) {
  warp->owner->multiplyMatrix(*warp, warp->owner->getSite(site), mask);
}
static void barrierHook(Warp *warp, int32_t site, int32_t mask) {
  warp->owner->barrier(*warp, warp->owner->getSite(site), mask);
}
static void localHook(Warp *warp, int32_t site, int32_t mask) {
  warp->owner->resetLocal(*warp, warp->owner->getSite(site), mask);
}
static void enterHook(Warp *warp, int32_t region, int32_t mask) { warp->owner->enter(region, mask); }
static void faultHook(Warp *warp, int32_t site, int32_t mask, int32_t fault) {
  warp->owner->fault(*warp, warp->owner->getSite(site), mask, static_cast<Fault>(fault));
}

static void asyncCommitHook(Warp *warp, int32_t, int32_t mask) { warp->owner->asyncCommit(*warp, mask); }
static void asyncWaitHook(Warp *warp, int32_t site, int32_t mask) {
  warp->owner->asyncWait(*warp, warp->owner->getSite(site), mask);
}

const Hooks &emmy::simulator::getHooks(bool checked) {
  static constexpr Hooks with = {Entries<true>::load,
                                 Entries<true>::store,
                                 Entries<true>::atomic,
                                 shuffleHook,
                                 loadMatrixHook<true>,
                                 multiplyMatrixHook,
                                 barrierHook,
                                 localHook,
                                 enterHook,
                                 faultHook,
                                 Entries<true>::asyncCopy,
                                 asyncCommitHook,
                                 asyncWaitHook};
  static constexpr Hooks without = {Entries<false>::load,
                                    Entries<false>::store,
                                    Entries<false>::atomic,
                                    shuffleHook,
                                    loadMatrixHook<false>,
                                    multiplyMatrixHook,
                                    barrierHook,
                                    localHook,
                                    enterHook,
                                    faultHook,
                                    Entries<false>::asyncCopy,
                                    asyncCommitHook,
                                    asyncWaitHook};
  return checked ? with : without;
}
