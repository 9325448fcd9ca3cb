// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is checked of an access: bounds, alignment, that what is read was written, that nothing in the block races, and
// that a fresh buffer is written once. Accesses of other blocks are compared when the launch is over.

#include "Descriptions.h"
#include "Worker.h"

using namespace emmy::simulator;

uint32_t Worker::checkBounds(Warp &warp, const Site &site, const Target &target, uint32_t mask, AccessKind kind) {
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest);
    int64_t index = warp.index[lane];
    if (target.numElements >= site.numElements && uint64_t(index) <= target.numElements - site.numElements)
      continue;
    mask &= ~(1u << lane);
    report(Kind::outOfBounds, site, [&] {
      std::string what = "element";
      if (site.numElements > 1)
        what += "s " + std::to_string(index) + " to " + std::to_string(index + site.numElements - 1);
      else
        what += " " + std::to_string(index);
      return std::string("expected a ") + getVerb(kind) + " inside of the " + std::to_string(target.numElements) +
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
      return std::string("expected a ") + getVerb(kind) + " of " + count + " elements to start at a multiple of " +
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
           " to be written before it is read, but got a " + getVerb(read.kind) + " by " +
           describeThread(launch, read.thread) + " first";
  });
}

void Worker::settleReads() {
  for (const UninitializedRead &read : uninitializedReads) {
    Entry write = read.cell ? read.cell->write : Entry();
    bool isRace = write.getStamp() == stamp && write.getThread() != read.thread;
    if (!isRace)
      reportUninitialized(read);
  }
  uninitializedReads.clear();
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

void Worker::checkAccess(Warp &warp, const Site &site, uint32_t mask, AccessKind kind) {
  if (site.memory == Site::Memory::local)
    return checkLocal(warp, site, mask, kind);
  bool isShared = site.memory == Site::Memory::shared;
  const View *view = isShared ? nullptr : &launch.views[site.buffer];
  Cell *bufferCells = isShared ? sharedCells.get(0) + firstSharedCell[site.buffer] : cells[site.buffer];
  History *history = isShared ? nullptr : histories[site.buffer];
  bool isAllWritten = !isShared && view->allocation->isAllWritten();
  if (!bufferCells && isAllWritten)
    return;
  uint32_t siteNumber = &site - launch.info.sites.data();
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest), thread = getThread(warp, lane);
    for (uint64_t element = warp.index[lane], end = element + site.numElements; element < end; ++element) {
      // What this launch has written is told by the cells; what earlier ones have, by the allocation.
      Cell *cell = bufferCells ? &bufferCells[element] : nullptr;
      Entry last = cell ? cell->write : Entry();
      bool isWrittenHere = last.getStamp() >= blockStart;
      bool isWritten =
          isAllWritten || isWrittenHere ||
          (view && view->allocation->isWritten(view->offset + element * site.elementBytes, site.elementBytes));
      Entry race;
      if (cell)
        race = recordAccess(*cell, stamp, thread, siteNumber, kind);
      if (history) {
        history[element].spans[unsigned(kind)].add(number, thread, siteNumber);
        touched[site.buffer][element / WorkerMemory::kPageElements] = 1;
      }
      if (race.getStamp())
        reportRace(warp, site, lane, element, kind, race);
      else if (kind != AccessKind::store && !isWritten)
        uninitializedReads.push_back({&site, cell, thread, element, kind});
      else if (kind == AccessKind::store && view && view->isFresh && isWrittenHere)
        report(
            Kind::writtenTwice, site,
            [&] {
              return "expected element " + std::to_string(element) + " of " + describeBuffer(launch, site) +
                     " to be written once, but got a second store by " + describeThread(launch, thread);
            },
            &launch.info.sites[last.getSite()],
            [&] { return "the first store, by " + describeThread(launch, last.getThread()); });
    }
  }
}

void Worker::reportRace(Warp &warp, const Site &site, unsigned lane, uint64_t element, AccessKind kind, Entry other) {
  const Site &otherSite = launch.info.sites[other.getSite()];
  auto describeOther = [&] {
    bool isMany = other.getThread() == Entry::kManyThreads;
    return std::string("the ") + getVerb(otherSite) + " by " +
           (isMany ? std::string("several threads") : describeThread(launch, other.getThread()));
  };
  report(
      Kind::race, site,
      [&] {
        return std::string("expected a barrier between the ") + getVerb(kind) + " of element " +
               std::to_string(element) + " of " + describeBuffer(launch, site) + " by " +
               describeThread(launch, getThread(warp, lane)) + " and " + describeOther() + ", but got none";
      },
      &otherSite, describeOther);
}
