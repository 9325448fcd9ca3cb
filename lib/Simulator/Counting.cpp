// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the warps' accesses cost. A request to global memory moves aligned sectors of 32 bytes; addresses are taken from
// the start of the allocation, which a device aligns. Shared memory has 32 banks of 4 bytes: lanes that want different
// words of one bank wait for each other, the same word is given to all. Accesses of 8 and 16 bytes are made for half
// and for a quarter of the warp at a time.

#include "Worker.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include <algorithm>

using namespace emmy::simulator;

static constexpr uint64_t kSectorBytes = 32;
static constexpr unsigned kNumBanks = 32;
static constexpr uint64_t kBankBytes = 4;

void Worker::countInstruction(InstructionClass instruction, uint32_t mask) {
  ++counters.instructions[static_cast<unsigned>(instruction)];
  counters.lanes[static_cast<unsigned>(instruction)] += llvm::popcount(mask);
}

/// The number of different sectors among the lanes' bytes; `counts` are their numbers of elements where they differ.
static unsigned countSectors(const Warp &warp, uint32_t mask, uint64_t offset, unsigned elementBytes, unsigned bytes,
                             const int64_t *counts) {
  uint64_t sectors[2 * kWarpSize];
  unsigned count = 0;
  for (; mask; mask &= mask - 1) {
    uint64_t first = offset + uint64_t(warp.index[llvm::countr_zero(mask)]) * elementBytes;
    uint64_t end = first + (counts ? counts[llvm::countr_zero(mask)] * elementBytes : bytes);
    for (uint64_t sector = first / kSectorBytes; sector <= (end - 1) / kSectorBytes; ++sector)
      // Neighbouring lanes mostly share a sector, or go to the next one.
      if (!count || sectors[count - 1] != sector)
        sectors[count++] = sector;
  }
  if (!std::is_sorted(sectors, sectors + count))
    std::sort(sectors, sectors + count);
  return std::unique(sectors, sectors + count) - sectors;
}

/// The passes that the banks need for a part of the warp: the most different words that one of them is asked for. A
/// buffer begins at a multiple of all banks together, so where that is does not matter.
static unsigned countWavefronts(const Warp &warp, uint32_t mask, unsigned elementBytes, unsigned bytes) {
  static_assert(emmy::kernel::kSharedAlignment % (kNumBanks * kBankBytes) == 0);
  uint64_t words[kWarpSize * kMaxAccessBytes / kBankBytes];
  unsigned count = 0;
  for (; mask; mask &= mask - 1) {
    uint64_t first = uint64_t(warp.index[llvm::countr_zero(mask)]) * elementBytes;
    for (uint64_t word = first / kBankBytes; word <= (first + bytes - 1) / kBankBytes; ++word)
      words[count++] = word;
  }
  std::sort(words, words + count);
  count = std::unique(words, words + count) - words;
  unsigned ofBank[kNumBanks] = {};
  for (unsigned i = 0; i < count; ++i)
    ++ofBank[words[i] % kNumBanks];
  return *std::max_element(ofBank, ofBank + kNumBanks);
}

void Worker::count(const Warp &warp, const Site &site, uint32_t mask, AccessKind kind) {
  if (!mask)
    return;
  if (launch.events)
    trace(warp, site, mask, static_cast<Event::Kind>(kind));
  bool isLoad = kind == AccessKind::load;
  if (site.memory == Site::Memory::local)
    return countInstruction(InstructionClass::local, mask);
  bool isShared = site.memory == Site::Memory::shared;
  InstructionClass instruction = kind == AccessKind::atomic ? InstructionClass::atomic
                                 : isShared ? (isLoad ? InstructionClass::sharedLoad : InstructionClass::sharedStore)
                                            : (isLoad ? InstructionClass::globalLoad : InstructionClass::globalStore);
  countInstruction(instruction, mask);
  countTraffic(warp, site, mask, kind);
}

void Worker::countTraffic(const Warp &warp, const Site &site, uint32_t mask, AccessKind kind, const int64_t *counts) {
  if (!mask)
    return;
  bool isLoad = kind == AccessKind::load, isShared = site.memory == Site::Memory::shared;
  unsigned bytes = site.elementBytes * site.numElements;
  uint64_t requested = uint64_t(bytes) * llvm::popcount(mask);
  if (counts) {
    requested = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1)
      requested += counts[llvm::countr_zero(rest)] * site.elementBytes;
  }
  if (!isShared) {
    unsigned sectors = countSectors(warp, mask, launch.views[site.buffer].offset, site.elementBytes, bytes, counts);
    for (GlobalTraffic *traffic : {&counters.globalLoads, &counters.globalStores}) {
      // An atomic reads and writes.
      if (kind != AccessKind::atomic && (traffic == &counters.globalLoads) != isLoad)
        continue;
      ++traffic->requests;
      traffic->sectors += sectors;
      traffic->bytes += requested;
    }
    return;
  }
  // A part of the warp that no lane is active in takes no pass.
  unsigned numParts = std::max(1u, bytes / 4), lanes = kWarpSize / numParts;
  uint64_t wavefronts = 0, least = 0;
  for (unsigned part = 0; part < numParts; ++part) {
    uint32_t lanesOfPart = (lanes == kWarpSize ? ~0u : (1u << lanes) - 1) << part * lanes;
    uint32_t active = mask & lanesOfPart;
    if (!active)
      continue;
    ++least;
    wavefronts += countWavefronts(warp, active, site.elementBytes, bytes);
  }
  for (SharedTraffic *traffic : {&counters.sharedLoads, &counters.sharedStores}) {
    if (kind != AccessKind::atomic && (traffic == &counters.sharedLoads) != isLoad)
      continue;
    ++traffic->requests;
    traffic->wavefronts += wavefronts;
    traffic->conflicts += wavefronts - least;
    traffic->bytes += requested;
  }
}

void Worker::enter(unsigned region, uint32_t mask) {
  ++regionRuns[region];
  regionLanes[region] += llvm::popcount(mask);
}

Counters Worker::getCounters() const {
  Counters result = counters;
  for (auto [costs, runs, lanes] : llvm::zip_equal(launch.info.regions, regionRuns, regionLanes))
    for (unsigned i = 0; i < kNumInstructionClasses; ++i) {
      result.instructions[i] += runs * costs.counts[i];
      result.lanes[i] += lanes * costs.counts[i];
    }
  return result;
}
