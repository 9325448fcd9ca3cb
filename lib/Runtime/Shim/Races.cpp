// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time is a barrier epoch of the block, and within an epoch a clock of each
// lane that its warp synchronisations advance.

#include "Races.h"
#include "Emmy/Runtime/Shim/emmy_shim/Abi.h"

#include <algorithm>
#include <cstring>

using namespace emmy::shim;

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void SharedRaces::startBlock(size_t bytes, unsigned numThreads) {
  ++block;
  epoch = 0;
  if (cells.size() < bytes)
    cells.resize(bytes);
  warps.resize((numThreads + 31) / 32);
  for (WarpClocks &warp : warps) {
    std::fill_n(warp.clock, 32, 1);
    memset(warp.known, 0, sizeof(warp.known));
    warp.meeting = 1;
    std::fill_n(warp.knownMeeting, 32, 0);
  }
  numMeetings = 1;
}

void SharedRaces::meet(uint32_t mask) {
  uint32_t joined[32] = {};
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned number = unsigned(__builtin_ctz(rest));
    for (unsigned other = 0; other < 32; ++other)
      joined[other] = std::max(joined[other], warps[number].knownMeeting[other]);
    joined[number] = std::max(joined[number], warps[number].meeting);
  }
  ++numMeetings;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    WarpClocks &warp = warps[unsigned(__builtin_ctz(rest))];
    std::copy_n(joined, 32, warp.knownMeeting);
    warp.meeting = numMeetings;
  }
}

void SharedRaces::syncWarp(unsigned number, uint32_t lanes) {
  WarpClocks &warp = warps[number];
  uint32_t joined[32] = {};
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    for (unsigned other = 0; other < 32; ++other)
      joined[other] = std::max(joined[other], warp.known[lane][other]);
    joined[lane] = std::max(joined[lane], warp.clock[lane]);
  }
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    std::copy_n(joined, 32, warp.known[lane]);
    ++warp.clock[lane];
  }
}

bool SharedRaces::isOrdered(unsigned thread, unsigned other, uint32_t otherEpoch, uint32_t otherClock,
                            uint32_t otherMeeting) const {
  if (thread == other || otherEpoch < epoch || warps[thread / 32].knownMeeting[other / 32] >= otherMeeting)
    return true;
  return thread / 32 == other / 32 && warps[thread / 32].known[thread % 32][other % 32] >= otherClock;
}

bool SharedRaces::isOrderedAfterReads(unsigned thread, const Cell &cell) const {
  if (!cell.readLanes || cell.readEpoch < epoch ||
      warps[thread / 32].knownMeeting[cell.reader / 32] >= cell.readMeeting)
    return true;
  if (cell.reader / 32 != thread / 32)
    return false;
  for (uint32_t rest = cell.readLanes; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    if (!isOrdered(thread, thread / 32 * 32 + lane, epoch, cell.readClock, cell.readMeeting))
      return false;
  }
  return true;
}

bool SharedRaces::access(unsigned thread, size_t offset, size_t bytes, int kind, Race &race) {
  uint32_t lane = 1u << (thread % 32);
  uint32_t clock = warps[thread / 32].clock[thread % 32], meeting = warps[thread / 32].meeting;
  bool isAtomic = kind & EMMY_SHIM_ATOMIC;
  for (size_t i = offset; i < offset + bytes; ++i) {
    Cell &cell = cells[i];
    if (cell.block != block) {
      cell = Cell();
      cell.block = block;
      cell.readLanes = 0;
      cell.isWritten = cell.isAtomic = false;
    }
    if (cell.isWritten && !(isAtomic && cell.isAtomic) &&
        !isOrdered(thread, cell.writer, cell.writeEpoch, cell.writeClock, cell.writeMeeting)) {
      race = {i, cell.writer, true};
      return true;
    }
    if (kind & EMMY_SHIM_STORE) {
      if (!isOrderedAfterReads(thread, cell)) {
        race = {i, cell.reader, false};
        return true;
      }
      cell.writer = uint16_t(thread);
      cell.writeEpoch = epoch;
      cell.writeClock = clock;
      cell.writeMeeting = meeting;
      cell.isWritten = true;
      cell.isAtomic = isAtomic;
      cell.readLanes = 0;
      continue;
    }
    // What comes behind this comes behind the earlier readers that this comes behind.
    bool isBehind = warps[thread / 32].knownMeeting[cell.reader / 32] >= cell.readMeeting;
    if (!cell.readLanes || cell.readEpoch != epoch || isBehind) {
      cell.reader = uint16_t(thread);
      cell.readEpoch = epoch;
      cell.readClock = clock;
      cell.readMeeting = meeting;
      cell.readLanes = lane;
    } else if (cell.reader / 32 == thread / 32) {
      cell.readLanes |= lane;
      cell.readClock = std::min(cell.readClock, clock);
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

void GlobalRaces::startLaunch(const std::vector<size_t> &sizes) {
  ++launch;
  pages.resize(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i)
    pages[i].resize((sizes[i] + kPageBytes - 1) / kPageBytes);
}

GlobalRaces::Cell &GlobalRaces::getCell(size_t buffer, size_t offset) {
  std::unique_ptr<Page> &page = pages[buffer][offset / kPageBytes];
  if (!page)
    page = std::make_unique<Page>();
  if (page->launch != launch) {
    memset(page->cells, 0, sizeof(page->cells));
    page->launch = launch;
  }
  return page->cells[offset % kPageBytes];
}

bool GlobalRaces::isOrdered(const Access &earlier, const Access &now) {
  if (!earlier.isValid)
    return true;
  return earlier.block == now.block && (earlier.epoch != now.epoch || earlier.thread / 32 == now.thread / 32);
}

bool GlobalRaces::access(uint64_t block, unsigned thread, uint32_t epoch, size_t buffer, size_t offset, size_t bytes,
                         int kind, Race &race) {
  bool isAtomic = kind & EMMY_SHIM_ATOMIC;
  const Access now = {uint32_t(block), epoch & 0xfffff, thread, 1, 0};
  for (size_t i = offset; i < offset + bytes; ++i) {
    Cell &cell = getCell(buffer, i);
    if (!(isAtomic && cell.write.isAtomic) && !isOrdered(cell.write, now)) {
      race = {i, cell.write.thread, true, cell.write.block != now.block, cell.write.block};
      return true;
    }
    if (kind & EMMY_SHIM_STORE) {
      if (!isOrdered(cell.read, now)) {
        race = {i, cell.read.thread, false, cell.read.block != now.block, cell.read.block};
        return true;
      }
      cell.write = now;
      cell.write.isAtomic = isAtomic;
      cell.read.isValid = 0;
    } else if (!cell.read.isValid || (cell.read.block == now.block && cell.read.epoch != now.epoch)) {
      cell.read = now;
    }
  }
  return false;
}
