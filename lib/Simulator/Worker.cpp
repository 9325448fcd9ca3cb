// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of a block. Between barriers the warps run one after the other, in order: a program that no barrier is
// missing in has the same values in every order, and one that a barrier is missing in is found by its accesses.

#include "Worker.h"
#include "Descriptions.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "../Runtime/Fiber/Context.h"

#include <algorithm>
#include <cstring>

using namespace emmy::simulator;

/// The block that the calling host thread runs: a fiber starts without arguments.
static thread_local Worker *running = nullptr;

Worker::Worker(const Launch &launch, WorkerMemory &memory)
    : launch(launch), kernel(launch.kernel), memory(memory), cells(kernel.arguments.size()),
      histories(kernel.arguments.size()), touched(kernel.arguments.size()), regionRuns(launch.info.regions.size()),
      regionLanes(launch.info.regions.size()) {
  const uint32_t *size = kernel.block;
  numThreads = size[0] * size[1] * size[2];
  numWarps = (numThreads + kWarpSize - 1) / kWarpSize;
  for (auto [i, argument] : llvm::enumerate(kernel.arguments)) {
    if (!launch.checked || !argument.isWritten)
      continue;
    while (memory.cells.size() <= i) {
      memory.cells.emplace_back();
      memory.histories.emplace_back();
      memory.touched.emplace_back();
    }
    cells[i] = memory.cells[i].get(launch.views[i].numElements);
    histories[i] = memory.histories[i].get(launch.views[i].numElements);
    memory.touched[i].resize(launch.views[i].numElements / WorkerMemory::kPageElements + 1);
    touched[i] = memory.touched[i].data();
  }
  if (launch.checked && kernel.hasNamedBarrier)
    makeClocks();
  warps = new Warp[numWarps];
  std::memset(static_cast<void *>(warps), 0, numWarps * sizeof(Warp));
  for (unsigned thread = 0; thread < numWarps * kWarpSize; ++thread) {
    Warp &warp = warps[thread / kWarpSize];
    unsigned lane = thread % kWarpSize;
    warp.thread[0][lane] = thread % size[0];
    warp.thread[1][lane] = thread / size[0] % size[1];
    warp.thread[2][lane] = thread / size[0] / size[1];
    if (thread < numThreads)
      warp.mask |= 1u << lane;
    warp.number = thread / kWarpSize;
    warp.owner = this;
  }
  stamps.resize(kernel.getNumBuffers());
  copies.resize(kernel.hasAsyncCopy ? numWarps : 0);
  shared = static_cast<char *>(std::aligned_alloc(256, (kernel.sharedBytes + 511) / 256 * 256));
  size_t numCells = 0;
  for (const OnChipBuffer &buffer : kernel.shared) {
    firstSharedCell.push_back(numCells);
    numCells += buffer.numElements;
  }
  sharedCells.get(numCells);
  if (kernel.hasAsyncCopy)
    unfinished.get(numCells);
  for (const OnChipBuffer &buffer : kernel.local) {
    firstLocalElement.push_back(numLocalElements);
    numLocalElements += buffer.numElements;
  }
  localMemory.resize(numWarps * kernel.localBytes * kWarpSize);
  localWritten.resize(numWarps * numLocalElements);
}

Worker::~Worker() {
  delete[] warps;
  std::free(shared);
}

void Worker::run(uint64_t newNumber) {
  number = newNumber;
  startOrder();
  isSilent = false;
  std::memset(shared, kPoison, kernel.sharedBytes);
  int32_t index[3] = {int32_t(number % launch.grid[0]), int32_t(number / launch.grid[0] % launch.grid[1]),
                      int32_t(number / launch.grid[0] / launch.grid[1])};
  for (unsigned i = 0; i < numWarps; ++i)
    std::memcpy(warps[i].block, index, sizeof(index));
  if (kernel.hasBarrier && numWarps > 1)
    return runFibers();
  for (unsigned i = 0; i < numWarps; ++i)
    runWarp(warps[i]);
  settleReads(~0u);
}

void Worker::runWarp(Warp &warp) {
  kernel.function(&warp, launch.scalars.data());
  if (kernel.hasAsyncCopy)
    finishCopies(warp);
}

bool Worker::isProtected(const Site &barrier, unsigned buffer) const {
  // Number 0 is the list of a barrier that names nothing and protects all.
  return barrier.buffer == 0 || llvm::is_contained(launch.info.protectedBuffers[barrier.buffer], buffer);
}

void Worker::advance(llvm::ArrayRef<const Site *> sites, uint32_t ofWarps) {
  settleReads(ofWarps);
  ++counters.barriers;
  uint32_t stamp = ++memory.stamp;
  for (unsigned buffer = 0; buffer < stamps.size(); ++buffer) {
    if (!llvm::all_of(sites, [&](const Site *site) { return isProtected(*site, buffer); }))
      continue;
    stamps[buffer] = stamp;
    if (!clocks.empty())
      clocks[buffer].meet(ofWarps, stamp);
  }
  if (!clocks.empty())
    clocks.back().meet(ofWarps, stamp);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void Worker::fiberMain() {
  Worker &worker = *running;
  worker.runWarp(worker.warps[worker.current]);
  worker.states[worker.current] = State::finished;
  void *unused;
  fiber::emmySwitchContext(&unused, worker.mainStackPointer);
  __builtin_unreachable();
}

void Worker::runFibers() {
  running = this;
  int taken[kWarpSize];
  for (unsigned i = 0; i < numWarps; ++i) {
    taken[i] = stacks.take();
    if (taken[i] < 0) {
      Finding finding;
      finding.kind = Kind::launch;
      finding.kernel = kernel.name;
      finding.operation = launch.operation;
      finding.message = "expected memory for the stacks of " + std::to_string(numWarps) + " warps, but got none";
      findings.push_back({std::move(finding), number});
      stacks.giveAll();
      return;
    }
    states[i] = State::ready;
    stackPointers[i] = fiber::makeContext(stacks.top(taken[i]), fiberMain);
  }
  while (true) {
    for (current = 0; current < numWarps; ++current)
      if (states[current] == State::ready)
        fiber::emmySwitchContext(&mainStackPointer, stackPointers[current]);
    if (std::all_of(states, states + numWarps, [](State state) { return state == State::finished; }))
      break;
    // Warps that have met at a named barrier.
    if (std::any_of(states, states + numWarps, [](State state) { return state == State::ready; }))
      continue;
    releaseBarrier();
  }
  for (unsigned i = 0; i < numWarps; ++i)
    stacks.give(taken[i]);
  settleReads(~0u);
}

void Worker::barrier(Warp &warp, const Site &site, uint32_t mask) {
  countInstruction(InstructionClass::barrier, mask);
  if (launch.events)
    trace(warp, site, mask, Event::Kind::barrier);
  if (mask != warp.mask) {
    report(Kind::barrier, site, [&] {
      return std::string("expected all threads of the ") + (site.width ? "warp" : "block") +
             " at the barrier, but got " + describeThread(launch, getThread(warp, llvm::countr_zero(mask))) +
             " without " + describeThread(launch, getThread(warp, llvm::countr_zero(warp.mask & ~mask)));
    });
    isSilent = true;
  }
  // A block whose barrier cannot be passed runs on without it, to its end.
  if (isSilent)
    return;
  if (site.width)
    return meet(warp, site);
  if (numWarps == 1)
    return advance(&site, 1);
  states[current] = State::waiting;
  waitingAt[current] = &site;
  fiber::emmySwitchContext(&stackPointers[current], mainStackPointer);
}

/// All warps have reached a barrier or their end.
void Worker::releaseBarrier() {
  reportIncomplete();
  const Site *first = nullptr;
  unsigned firstWarp = 0;
  for (unsigned i = 0; i < numWarps && !first; ++i)
    if (states[i] == State::waiting) {
      first = waitingAt[i];
      firstWarp = i;
    }
  for (unsigned i = 0; i < numWarps && !isSilent; ++i) {
    if (states[i] == State::waiting && waitingAt[i] == first)
      continue;
    bool isOther = states[i] == State::waiting;
    report(
        Kind::barrier, *first,
        [&] {
          return "expected all threads of the block at the barrier, but got " +
                 describeThread(launch, firstWarp * kWarpSize) + " there and " + describeThread(launch, i * kWarpSize) +
                 (isOther ? " at another one" : " at its end");
        },
        isOther ? waitingAt[i] : nullptr, [] { return "the other barrier"; });
    isSilent = true;
  }
  advance(first, ~0u);
  for (unsigned i = 0; i < numWarps; ++i)
    if (states[i] == State::waiting)
      states[i] = State::ready;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// The lane that `lane` reads from, as the hardware computes it.
static int64_t getSourceLane(unsigned lane, int64_t offset, int32_t mode, unsigned width) {
  int64_t first = lane & ~(width - 1), source = lane;
  switch (static_cast<emmy::kernel::ShuffleMode>(mode)) {
  case emmy::kernel::ShuffleMode::xor_lane:
    source = lane ^ (offset & 31);
    break;
  case emmy::kernel::ShuffleMode::down:
    source = lane + (offset & 31);
    break;
  case emmy::kernel::ShuffleMode::up:
    source = int64_t(lane) - (offset & 31);
    break;
  case emmy::kernel::ShuffleMode::idx:
    return first + (offset & (width - 1));
  }
  return source >= first && source < first + width ? source : lane;
}

template <typename T>
static void permute(unsigned char *bytes, const unsigned char *sources, uint32_t mask) {
  T old[kWarpSize], result[kWarpSize];
  std::memcpy(old, bytes, sizeof(old));
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    result[lane] = mask >> sources[lane] & 1 ? old[sources[lane]] : T(~T(0));
  std::memcpy(bytes, result, sizeof(result));
}

void Worker::shuffle(Warp &warp, const Site &site, uint32_t mask) {
  countInstruction(InstructionClass::shuffle, mask);
  unsigned char sources[kWarpSize];
  uint32_t read = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    sources[lane] = getSourceLane(lane, warp.index[lane], site.kind, site.width);
    read |= (mask >> lane & 1) << sources[lane];
  }
  if (mask != warp.mask) {
    report(Kind::shuffle, site, [&] {
      return "expected all lanes of the warp at the shuffle, but got " +
             describeThread(launch, getThread(warp, llvm::countr_zero(mask))) + " without " +
             describeThread(launch, getThread(warp, llvm::countr_zero(warp.mask & ~mask)));
    });
  } else if (uint32_t missing = read & ~mask) {
    report(Kind::shuffle, site, [&] {
      return "expected a shuffle to read from threads of the block, but got lane " +
             std::to_string(llvm::countr_zero(missing)) + " of a warp of " + std::to_string(llvm::popcount(warp.mask)) +
             " threads";
    });
  }
  switch (site.elementBytes) {
  case 1:
    return permute<uint8_t>(warp.data, sources, mask);
  case 2:
    return permute<uint16_t>(warp.data, sources, mask);
  case 4:
    return permute<uint32_t>(warp.data, sources, mask);
  default:
    return permute<uint64_t>(warp.data, sources, mask);
  }
}
