// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of an asynchronous copy. When it begins, it is a load of the source and a store to the target that race with
// what others have done; while it is under way, nobody may touch the target or write the source; when it is waited for,
// it arrives as a store by its thread, which others see behind a barrier.

#include "AsyncCopies.h"
#include "Descriptions.h"
#include "Worker.h"

#include <cstring>

using namespace emmy::simulator;

template <bool checked>
void Worker::asyncCopy(Warp &warp, const Site &site, uint32_t mask) {
  const Site &target = (&site)[1];
  AsyncCopy copy;
  copy.source = &site;
  if constexpr (checked)
    countInstruction(InstructionClass::asyncCopy, mask);
  uint32_t reading = 0, readingAll = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    int64_t &valid = warp.valid[lane];
    if ((mask >> lane & 1) && (valid < 0 || valid > int64_t(site.numElements)))
      report(Kind::outOfBounds, site, [&] {
        return "expected from 0 to " + std::to_string(site.numElements) + " valid elements, but got " +
               std::to_string(valid) + " by " + describeThread(launch, getThread(warp, lane));
      });
    valid = std::clamp<int64_t>(valid, 0, site.numElements);
    reading |= uint32_t(valid != 0) << lane;
    readingAll |= uint32_t(valid == int64_t(site.numElements)) << lane;
  }
  // Of a copy that reads all of its elements the numbers need not be looked at.
  const int64_t *counts = (mask & ~readingAll) ? warp.valid : nullptr;
  uint64_t numElements = launch.views[site.buffer].numElements;
  if constexpr (checked)
    mask = checkAlignment(warp, site, mask, AccessKind::load);
  mask = checkBounds(warp, site, numElements, mask & reading, AccessKind::load, counts) | (mask & ~reading);
  if constexpr (checked) {
    countTraffic(warp, site, mask & reading, AccessKind::load, counts);
    checkAccess(warp, site, mask & reading, AccessKind::load, counts);
  }
  std::memcpy(copy.from, warp.index, sizeof(copy.from));
  std::memcpy(copy.valid, warp.valid, sizeof(copy.valid));
  std::memcpy(copy.to, warp.target, sizeof(copy.to));
  if (launch.events)
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
      unsigned lane = llvm::countr_zero(rest);
      traceElements(site, getThread(warp, lane), copy.from[lane], copy.valid[lane], Event::Kind::load);
    }
  std::memcpy(warp.index, warp.target, sizeof(copy.to));
  if constexpr (checked)
    mask = checkAlignment(warp, target, mask, AccessKind::store);
  mask = checkBounds(warp, target, kernel.shared[target.buffer].numElements, mask, AccessKind::store);
  if constexpr (checked) {
    countTraffic(warp, target, mask, AccessKind::store);
    checkAccess(warp, target, mask, AccessKind::store);
    Entry *elements = unfinished.get(0) + firstSharedCell[target.buffer];
    uint32_t siteNumber = &target - launch.info.sites.data();
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
      unsigned lane = llvm::countr_zero(rest);
      std::fill_n(elements + copy.to[lane], target.numElements,
                  Entry(blockStart, getThread(warp, lane), siteNumber, /*isAtomic=*/false));
    }
  }
  copy.mask = mask;
  CopyQueue &queue = copies[warp.number];
  std::memcpy(copy.group, queue.numGroups, sizeof(copy.group));
  if (mask)
    queue.copies.push_back(copy);
}

template void Worker::asyncCopy<true>(Warp &warp, const Site &site, uint32_t mask);
template void Worker::asyncCopy<false>(Warp &warp, const Site &site, uint32_t mask);

void Worker::asyncCommit(Warp &warp, uint32_t mask) {
  countInstruction(InstructionClass::asyncCopy, mask);
  CopyQueue &queue = copies[warp.number];
  for (; mask; mask &= mask - 1)
    ++queue.numGroups[llvm::countr_zero(mask)];
}

void Worker::asyncWait(Warp &warp, const Site &site, uint32_t mask) {
  countInstruction(InstructionClass::asyncCopy, mask);
  CopyQueue &queue = copies[warp.number];
  for (AsyncCopy &copy : queue.copies) {
    uint32_t arriving = 0;
    for (uint32_t rest = mask & copy.mask; rest; rest &= rest - 1) {
      unsigned lane = llvm::countr_zero(rest);
      arriving |= uint32_t(uint64_t(copy.group[lane]) + uint32_t(site.width) < queue.numGroups[lane]) << lane;
    }
    land(warp, copy, arriving);
    copy.mask &= ~arriving;
  }
  llvm::erase_if(queue.copies, [](const AsyncCopy &copy) { return copy.mask == 0; });
}

void Worker::land(const Warp &warp, const AsyncCopy &copy, uint32_t mask) {
  const Site &source = *copy.source, &target = copy.source[1];
  const char *from = launch.views[source.buffer].base;
  char *to = shared + kernel.shared[target.buffer].offset;
  Entry *elements = launch.checked ? unfinished.get(0) + firstSharedCell[target.buffer] : nullptr;
  for (; mask; mask &= mask - 1) {
    unsigned lane = llvm::countr_zero(mask);
    size_t bytes = size_t(target.numElements) * target.elementBytes, valid = copy.valid[lane] * target.elementBytes;
    char *place = to + copy.to[lane] * target.elementBytes;
    if (valid)
      std::memcpy(place, from + copy.from[lane] * source.elementBytes, valid);
    std::memset(place + valid, 0, bytes - valid);
    // The store is where the copy arrives.
    if (launch.events)
      traceElements(target, getThread(warp, lane), copy.to[lane], target.numElements, Event::Kind::store);
    if (!elements)
      continue;
    for (uint64_t element = copy.to[lane], end = element + target.numElements; element < end; ++element) {
      elements[element] = Entry();
      setWritten(target, element, getThread(warp, lane));
    }
  }
}

/// A store that has been checked when it began: nobody has accessed the element since.
void Worker::setWritten(const Site &site, uint64_t element, unsigned thread) {
  uint32_t siteNumber = &site - launch.info.sites.data();
  unsigned buffer = kernel.arguments.size() + site.buffer;
  if (clocks.empty()) {
    sharedCells.get(0)[firstSharedCell[site.buffer] + element].write = Entry(stamps[buffer], thread, siteNumber, false);
    return;
  }
  ClockCell &cell = clockCells[buffer][element];
  cell.write = Entry(clocks[buffer].own[thread / kWarpSize], thread, siteNumber, false);
  cell.others.clear();
}

void Worker::finishCopies(const Warp &warp) {
  CopyQueue &queue = copies[warp.number];
  // Without checks nobody is told: what does not arrive changes nothing any more.
  if (!launch.checked)
    queue.copies.clear();
  for (const AsyncCopy &copy : queue.copies) {
    const Site &target = copy.source[1];
    unsigned first = llvm::countr_zero(copy.mask);
    report(Kind::unfinishedCopy, target, [&] {
      return "expected the kernel to wait for all asynchronous copies, but got one to element " +
             std::to_string(copy.to[first]) + " of " + describeBuffer(launch, target) + " by " +
             describeThread(launch, getThread(warp, first)) + " under way at its end";
    });
    for (uint32_t rest = copy.mask; rest; rest &= rest - 1)
      std::fill_n(unfinished.get(0) + firstSharedCell[target.buffer] + copy.to[llvm::countr_zero(rest)],
                  target.numElements, Entry());
  }
  queue = CopyQueue();
}

//===----------------------------------------------------------------------===//
// Accesses while a copy is under way
//===----------------------------------------------------------------------===//

void Worker::reportUnfinished(const Site &site, unsigned thread, uint64_t element, AccessKind kind, Entry copy) {
  const Site &copySite = launch.info.sites[copy.getSite()];
  auto describeCopy = [&] { return "the asynchronous copy by " + describeThread(launch, copy.getThread()); };
  report(
      kind == AccessKind::load ? Kind::unfinishedCopy : Kind::race, site,
      [&] {
        return "expected a wait between " + describeCopy() + " to element " + std::to_string(element) + " of " +
               describeBuffer(launch, site) + " and the " + getVerb(site, kind) + " by " +
               describeThread(launch, thread) + ", but got none";
      },
      &copySite, describeCopy);
}

/// Writes to what a copy may not have read yet. There are few copies under way, and few kernels write what they copy.
void Worker::checkCopySources(Warp &warp, const Site &site, uint32_t mask, AccessKind kind) {
  for (unsigned number = 0; number < numWarps; ++number)
    for (const AsyncCopy &copy : copies[number].copies) {
      if (copy.source->buffer != site.buffer)
        continue;
      for (uint32_t readers = copy.mask; readers; readers &= readers - 1)
        for (uint32_t writers = mask; writers; writers &= writers - 1) {
          unsigned reader = llvm::countr_zero(readers), writer = llvm::countr_zero(writers);
          int64_t begin = std::max(copy.from[reader], warp.index[writer]);
          int64_t end = std::min(copy.from[reader] + copy.valid[reader], warp.index[writer] + site.numElements);
          if (begin >= end)
            continue;
          auto describeCopy = [&] {
            return "the asynchronous copy by " + describeThread(launch, number * kWarpSize + reader);
          };
          report(
              Kind::race, site,
              [&] {
                return "expected a wait between " + describeCopy() + " from element " + std::to_string(begin) + " of " +
                       describeBuffer(launch, site) + " and the " + getVerb(kind) + " by " +
                       describeThread(launch, getThread(warp, writer)) + ", but got none";
              },
              copy.source, describeCopy);
        }
    }
}
