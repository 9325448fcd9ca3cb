// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happened before, in kernels with named barriers. These order the warps that meet and nobody else, so one stamp
// for the whole block does not tell it. Each warp has the stamp of its last barrier, and knows up to which stamp of
// every other warp it comes behind: a vector clock. An element remembers every access that a later one may race with,
// since readers may be ordered with some writers and not with others.

#ifndef EMMY_LIB_SIMULATOR_CLOCKS_H
#define EMMY_LIB_SIMULATOR_CLOCKS_H

#include "Races.h"
#include "Warp.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

namespace emmy::simulator {

/// The order of the accesses to one buffer.
struct WarpClocks {
  uint32_t own[kWarpSize]; ///< the stamp of each warp
  /// Of each warp: the last stamp of each other one, and of itself, that it comes behind.
  uint32_t known[kWarpSize][kWarpSize];

  void startBlock(uint32_t stamp) {
    for (unsigned i = 0; i < kWarpSize; ++i) {
      own[i] = stamp;
      std::fill_n(known[i], kWarpSize, stamp - 1);
    }
  }

  /// These warps have met; each goes on with a new stamp behind all that any of them comes behind.
  void meet(uint32_t warps, uint32_t stamp) {
    uint32_t joined[kWarpSize] = {};
    for (uint32_t rest = warps; rest; rest &= rest - 1) {
      unsigned warp = llvm::countr_zero(rest);
      for (unsigned other = 0; other < kWarpSize; ++other)
        joined[other] = std::max(joined[other], known[warp][other]);
      joined[warp] = std::max(joined[warp], own[warp]);
    }
    for (uint32_t rest = warps; rest; rest &= rest - 1) {
      unsigned warp = llvm::countr_zero(rest);
      std::copy_n(joined, kWarpSize, known[warp]);
      own[warp] = stamp;
    }
  }
};

/// The accesses of one element that later ones of the block are compared with.
struct ClockCell {
  Entry write; ///< the last one that is no atomic
  /// Since then: reads and atomics that none of the others comes behind, two of a warp at most.
  llvm::SmallVector<Entry, 2> others;
};

/// As recordAccess of Races.h. Stamps before `blockStart` are those of other blocks.
inline Entry recordAccess(ClockCell &cell, const WarpClocks &clocks, uint32_t blockStart, uint32_t thread,
                          uint32_t site, AccessKind kind) {
  unsigned warp = thread / kWarpSize;
  const uint32_t *known = clocks.known[warp];
  bool isAtomic = kind == AccessKind::atomic;
  auto isUnordered = [&](Entry entry) {
    return entry.getStamp() >= blockStart && entry.getThread() != thread &&
           entry.getStamp() > known[entry.getThread() / kWarpSize];
  };
  Entry race;
  if (isUnordered(cell.write))
    race = cell.write;
  for (Entry other : cell.others)
    if (!race.getStamp() && (other.isAtomic() ? !isAtomic : kind != AccessKind::load) && isUnordered(other))
      race = other;
  Entry self(clocks.own[warp], thread, site, isAtomic);
  if (kind == AccessKind::store) {
    // What comes behind this comes behind all that this came behind.
    cell.write = self;
    cell.others.clear();
    return race;
  }
  unsigned alike = 0;
  llvm::erase_if(cell.others, [&](Entry other) {
    bool isOld = other.getStamp() < blockStart || (other.isAtomic() == isAtomic && other.getThread() == thread);
    bool isBehind = other.isAtomic() == isAtomic && other.getStamp() <= known[other.getThread() / kWarpSize];
    alike += !isOld && !isBehind && other.isAtomic() == isAtomic && other.getThread() / kWarpSize == warp;
    return isOld || isBehind;
  });
  // Two threads of a warp tell for all of them that another thread did it.
  if (alike < 2)
    cell.others.push_back(self);
  return race;
}

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_CLOCKS_H
