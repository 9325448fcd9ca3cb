// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is checked of an access: bounds, alignment, that what is read was written, that nothing in the block races, and
// that a fresh buffer is written once. Accesses of other blocks are compared when the launch is over.

#include "Descriptions.h"
#include "Worker.h"

using namespace emmy::simulator;

uint32_t Worker::checkBounds(Warp &warp, const Site &site, uint64_t numElements, uint32_t mask, AccessKind kind,
                             const int64_t *counts) {
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest);
    int64_t index = warp.index[lane];
    uint64_t count = counts ? counts[lane] : site.numElements;
    if (numElements >= count && uint64_t(index) <= numElements - count)
      continue;
    mask &= ~(1u << lane);
    report(Kind::outOfBounds, site, [&] {
      std::string what = "element";
      if (count > 1)
        what += "s " + std::to_string(index) + " to " + std::to_string(index + int64_t(count) - 1);
      else
        what += " " + std::to_string(index);
      return "expected " + getArticleAndVerb(site, kind) + " inside of the " + std::to_string(numElements) +
             " elements of " + describeBuffer(launch, site) + ", but got " + what + " by " +
             describeThread(launch, getThread(warp, lane));
    });
  }
  return mask;
}

uint32_t Worker::checkAlignment(Warp &warp, const Site &site, uint32_t mask, AccessKind kind) {
  if (site.numElements == 1)
    return mask;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest);
    if (warp.index[lane] % site.numElements == 0)
      continue;
    mask &= ~(1u << lane);
    report(Kind::misaligned, site, [&] {
      std::string count = std::to_string(site.numElements);
      return "expected " + getArticleAndVerb(site, kind) + " of " + count + " elements to start at a multiple of " +
             count + ", but got element " + std::to_string(warp.index[lane]) + " of " + describeBuffer(launch, site) +
             " by " + describeThread(launch, getThread(warp, lane));
    });
  }
  return mask;
}

//===----------------------------------------------------------------------===//
// Reads of what nobody has written
//===----------------------------------------------------------------------===//

void Worker::reportUninitialized(const UninitializedRead &read) {
  report(Kind::uninitialized, *read.site, [&] {
    return "expected element " + std::to_string(read.element) + " of " + describeBuffer(launch, *read.site) +
           " to be written before it is read, but got " + getArticleAndVerb(*read.site, read.kind) + " by " +
           describeThread(launch, read.thread) + " first";
  });
}

void Worker::settleReads(uint32_t ofWarps) {
  llvm::erase_if(uninitializedReads, [&](const UninitializedRead &read) {
    if (!(ofWarps >> read.thread / kWarpSize & 1))
      return false;
    // What another thread has written since, it has written without a barrier in between.
    Entry write = read.write ? *read.write : Entry();
    if (write.getStamp() < blockStart || write.getThread() == read.thread)
      reportUninitialized(read);
    return true;
  });
}

void Worker::checkLocal(Warp &warp, const Site &site, uint32_t mask, AccessKind kind) {
  uint32_t *written = localWritten.data() + warp.number * numLocalElements + firstLocalElement[site.buffer];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest);
    for (uint64_t element = warp.index[lane], end = element + site.numElements; element < end; ++element) {
      if (kind != AccessKind::load)
        written[element] |= 1u << lane;
      else if (!(written[element] >> lane & 1))
        reportUninitialized({&site, nullptr, getThread(warp, lane), element, kind});
    }
  }
}

void Worker::resetLocal(Warp &warp, const Site &site, uint32_t mask) {
  if (!launch.checked)
    return;
  uint32_t *written = localWritten.data() + warp.number * numLocalElements + firstLocalElement[site.buffer];
  for (uint64_t element = 0; element < kernel.local[site.buffer].numElements; ++element)
    written[element] &= ~mask;
}

//===----------------------------------------------------------------------===//
// Accesses that meet
//===----------------------------------------------------------------------===//

namespace {
/// What one access of an element found, and left.
struct Recorded {
  Entry race, last; ///< the earlier access that it races with, and the last write before
  bool isWritten;   ///< by this block, before
  const Entry *write;
};

/// The elements of a buffer where barriers order all threads of a block.
struct StampShadow {
  Cell *cells;
  uint32_t stamp, blockStart;

  bool hasCells() const { return cells; }
  LLVM_ATTRIBUTE_ALWAYS_INLINE Recorded record(uint64_t element, uint32_t thread, uint32_t site,
                                               AccessKind kind) const {
    Cell &cell = cells[element];
    Entry last = cell.write;
    return {recordAccess(cell, stamp, thread, site, kind), last, last.getStamp() >= blockStart, &cell.write};
  }
};

/// The elements of a buffer in kernels with named barriers.
struct ClockShadow {
  ClockCell *cells;
  const WarpClocks &clocks;
  uint32_t blockStart;

  bool hasCells() const { return cells; }
  Recorded record(uint64_t element, uint32_t thread, uint32_t site, AccessKind kind) const {
    ClockCell &cell = cells[element];
    Entry last = cell.write;
    bool isWritten = last.getStamp() >= blockStart;
    for (Entry other : cell.others)
      isWritten |= other.isAtomic() && other.getStamp() >= blockStart;
    return {recordAccess(cell, clocks, blockStart, thread, site, kind), last, isWritten, &cell.write};
  }
};
} // namespace

template <bool isPlain, typename Shadow>
void Worker::checkElements(Warp &warp, const Site &site, uint32_t mask, AccessKind kind, const int64_t *counts,
                           Shadow shadow) {
  bool isShared = site.memory == Site::Memory::shared;
  const View *view = isShared ? nullptr : &launch.views[site.buffer];
  History *history = isShared ? nullptr : histories[site.buffer];
  const Entry *copying = !isPlain && isShared && kernel.shared[site.buffer].isCopyTarget
                             ? unfinished.get(0) + firstSharedCell[site.buffer]
                             : nullptr;
  bool isAllWritten = !isShared && view->allocation->isAllWritten();
  if (!shadow.hasCells() && isAllWritten)
    return;
  uint32_t siteNumber = &site - launch.info.sites.data();
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest), thread = getThread(warp, lane);
    uint64_t element = warp.index[lane], end = element + (!isPlain && counts ? counts[lane] : site.numElements);
    for (; element < end; ++element) {
      if (!isPlain && LLVM_UNLIKELY(copying && copying[element].getStamp())) {
        reportUnfinished(site, thread, element, kind, copying[element]);
        continue;
      }
      // What this launch has written is told by the cells; what earlier ones have, by the allocation.
      Recorded recorded = {Entry(), Entry(), false, nullptr};
      if (shadow.hasCells())
        recorded = shadow.record(element, thread, siteNumber, kind);
      bool isWritten =
          isAllWritten || recorded.isWritten ||
          (view && view->allocation->isWritten(view->offset + element * site.elementBytes, site.elementBytes));
      if (history) {
        history[element].spans[unsigned(kind)].add(number, thread, siteNumber);
        touched[site.buffer][element / WorkerMemory::kPageElements] = 1;
      }
      if (recorded.race.getStamp())
        reportRace(site, thread, element, kind, recorded.race);
      else if (kind != AccessKind::store && !isWritten)
        uninitializedReads.push_back({&site, recorded.write, thread, element, kind});
      else if (kind == AccessKind::store && view && view->isFresh && recorded.isWritten)
        report(
            Kind::writtenTwice, site,
            [&] {
              return "expected element " + std::to_string(element) + " of " + describeBuffer(launch, site) +
                     " to be written once, but got a second store by " + describeThread(launch, thread);
            },
            &launch.info.sites[recorded.last.getSite()],
            [&] { return "the first store, by " + describeThread(launch, recorded.last.getThread()); });
    }
  }
}

void Worker::checkAccess(Warp &warp, const Site &site, uint32_t mask, AccessKind kind, const int64_t *counts) {
  if (site.memory == Site::Memory::local)
    return checkLocal(warp, site, mask, kind);
  bool isShared = site.memory == Site::Memory::shared;
  if (!isShared && kind != AccessKind::load && kernel.arguments[site.buffer].isCopySource)
    checkCopySources(warp, site, mask, kind);
  unsigned buffer = isShared ? kernel.arguments.size() + site.buffer : site.buffer;
  if (!clocks.empty()) {
    ClockCell *clockCell = clockCells[buffer].empty() ? nullptr : clockCells[buffer].data();
    return checkElements<false>(warp, site, mask, kind, counts, ClockShadow{clockCell, clocks[buffer], blockStart});
  }
  Cell *cell = isShared ? sharedCells.get(0) + firstSharedCell[site.buffer] : cells[site.buffer];
  StampShadow shadow = {cell, stamps[buffer], blockStart};
  if (kernel.hasAsyncCopy)
    checkElements<false>(warp, site, mask, kind, counts, shadow);
  else
    checkElements<true>(warp, site, mask, kind, counts, shadow);
}

void Worker::reportRace(const Site &site, unsigned thread, uint64_t element, AccessKind kind, Entry other) {
  const Site &otherSite = launch.info.sites[other.getSite()];
  auto describeOther = [&] {
    bool isMany = other.getThread() == Entry::kManyThreads;
    return std::string("the ") + getVerb(otherSite) + " by " +
           (isMany ? std::string("several threads") : describeThread(launch, other.getThread()));
  };
  report(
      Kind::race, site,
      [&] {
        return std::string("expected a barrier between the ") + getVerb(site, kind) + " of element " +
               std::to_string(element) + " of " + describeBuffer(launch, site) + " by " +
               describeThread(launch, thread) + " and " + describeOther() + ", but got none";
      },
      &otherSite, describeOther);
}
