// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is checked of an access: bounds, alignment, that what is read was written, that nothing races, and that a fresh
// buffer is written once.

#include "Worker.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

using namespace emmy::simulator;

static const char *getVerb(AccessKind kind) {
  return kind == AccessKind::load ? "load" : kind == AccessKind::store ? "store" : "atomic";
}

uint32_t Worker::checkBounds(Warp &warp, const Site &site, const Target &target, uint32_t mask, AccessKind kind) {
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest);
    int64_t index = warp.index[lane];
    if (target.numElements >= site.numElements && uint64_t(index) <= target.numElements - site.numElements)
      continue;
    mask &= ~(1u << lane);
    std::string what = site.numElements == 1 ? "element " + std::to_string(index)
                                             : "elements " + std::to_string(index) + " to " +
                                                   std::to_string(index + site.numElements - 1);
    report(Kind::outOfBounds, site,
           std::string("expected a ") + getVerb(kind) + " inside of the " + std::to_string(target.numElements) +
               " elements of " + describeBuffer(site) + ", but got " + what + " by " + describeThread(warp, lane));
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
    report(Kind::misaligned, site,
           std::string("expected a ") + getVerb(kind) + " of " + std::to_string(site.numElements) +
               " elements to start at a multiple of " + std::to_string(site.numElements) + ", but got element " +
               std::to_string(warp.index[lane]) + " of " + describeBuffer(site) + " by " + describeThread(warp, lane));
  }
  return mask;
}

void Worker::checkLocal(Warp &warp, const Site &site, uint32_t mask, AccessKind kind) {
  uint32_t *written = localWritten.data() + warp.number * numLocalElements + firstLocalElement[site.buffer];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest);
    for (uint64_t element = warp.index[lane], end = element + site.numElements; element < end; ++element) {
      if (kind != AccessKind::load)
        written[element] |= 1u << lane;
      else if (!(written[element] >> lane & 1))
        report(Kind::uninitialized, site,
               "expected element " + std::to_string(element) + " of " + describeBuffer(site) +
                   " to be written before it is read, but got a load by " + describeThread(warp, lane) + " first");
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

void Worker::checkAccess(Warp &warp, const Site &site, uint32_t mask, AccessKind kind) {
  if (site.memory == Site::Memory::local)
    return checkLocal(warp, site, mask, kind);
  bool isShared = site.memory == Site::Memory::shared;
  const View *view = isShared ? nullptr : &launch.views[site.buffer];
  Cell *cells = isShared ? sharedCells.get(0) + firstSharedCell[site.buffer] : view->cells;
  bool isAllWritten = !isShared && view->allocation->isAllWritten();
  if (!cells && isAllWritten)
    return;
  Now time = now;
  if (isShared)
    time.launchStart = time.blockStart;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned lane = llvm::countr_zero(rest);
    for (uint64_t element = warp.index[lane], end = element + site.numElements; element < end; ++element) {
      uint64_t offset = isShared ? 0 : view->offset + element * site.elementBytes;
      bool isWritten = isShared ? cells[element].write.getStamp() >= now.blockStart
                                : isAllWritten || view->allocation->isWritten(offset, site.elementBytes);
      Entry last = cells ? cells[element].write : Entry();
      Entry race;
      if (cells)
        race =
            recordAccess(cells[element], time, warp.number * kWarpSize + lane, &site - launch.info.sites.data(), kind);
      if (race.getStamp())
        reportRace(warp, site, lane, element, kind, race);
      else if (kind != AccessKind::store && !isWritten)
        uninitializedReads.push_back({&site, cells ? &cells[element] : nullptr, warp.number * kWarpSize + lane,
                                      "expected element " + std::to_string(element) + " of " + describeBuffer(site) +
                                          " to be written before it is read, but got a " + getVerb(kind) + " by " +
                                          describeThread(warp, lane) + " first"});
      else if (kind == AccessKind::store && view && view->isFresh && last.getStamp() >= now.launchStart)
        report(Kind::writtenTwice, site,
               "expected element " + std::to_string(element) + " of " + describeBuffer(site) +
                   " to be written once, but got a second store by " + describeThread(warp, lane),
               &launch.info.sites[last.getSite()], "the first store, by " + describeThread(last.getThread()));
      if (kind != AccessKind::load && !isShared && !isAllWritten)
        view->allocation->markWritten(offset, site.elementBytes);
    }
  }
}

void Worker::settleReads() {
  for (UninitializedRead &read : uninitializedReads) {
    Entry write = read.cell ? read.cell->write : Entry();
    bool isRace = write.getStamp() == now.stamp && write.getThread() != read.thread;
    if (!isRace)
      report(Kind::uninitialized, *read.site, std::move(read.message));
  }
  uninitializedReads.clear();
}

void Worker::reportRace(Warp &warp, const Site &site, unsigned lane, uint64_t element, AccessKind kind, Entry other) {
  const Site &otherSite = launch.info.sites[other.getSite()];
  bool otherLoads = !other.isAtomic() && llvm::isa<kernel::LoadOp>(otherSite.operation);
  std::string verb = getVerb(other.isAtomic() ? AccessKind::atomic : otherLoads ? AccessKind::load : AccessKind::store);
  std::string first = std::string("the ") + getVerb(kind) + " of element " + std::to_string(element) + " of " +
                      describeBuffer(site) + " by " + describeThread(warp, lane);
  std::string second = other.getThread() == Entry::kManyThreads ? "several threads" : describeThread(other.getThread());
  if (other.getStamp() < now.blockStart) {
    auto next = llvm::upper_bound(blockStarts, std::pair<uint32_t, uint64_t>(other.getStamp(), ~uint64_t(0)));
    second += " of " + describeBlock(std::prev(next)->second);
    report(Kind::race, site,
           "expected nothing that other blocks access, but got " + first + " and a " + verb + " by " + second,
           &otherSite, "the " + verb + " by " + second);
    return;
  }
  report(Kind::race, site,
         "expected a barrier between " + first + " and the " + verb + " by " + second + ", but got none", &otherSite,
         "the " + verb + " by " + second);
}
