// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers that a part of the block's warps meets at. A device lets those go on that arrive first; here warps run one
// after the other, so which ones meet is only what a device does where it does not depend on who is faster. That is
// checked: a warp that was not among the last ones to meet could have come before them, unless something ordered it
// behind them.

#include "Descriptions.h"
#include "Worker.h"

#include "../Runtime/Fiber/Context.h"

using namespace emmy::simulator;

void Worker::makeClocks() {
  clocks.resize(kernel.getNumBuffers() + 1);
  for (auto [argument, view] : llvm::zip_equal(kernel.arguments, launch.views))
    clockCells.emplace_back(argument.isWritten ? view.numElements : 0);
  for (const OnChipBuffer &buffer : kernel.shared)
    clockCells.emplace_back(buffer.numElements);
}

void Worker::startOrder() {
  blockStart = ++memory.stamp;
  std::fill(stamps.begin(), stamps.end(), blockStart);
  for (WarpClocks &order : clocks)
    order.startBlock(blockStart);
  if (kernel.hasNamedBarrier)
    std::fill(std::begin(namedBarriers), std::end(namedBarriers), NamedBarrier());
}

void Worker::meet(Warp &warp, const Site &site) {
  NamedBarrier &barrier = namedBarriers[site.kind];
  uint32_t self = 1u << warp.number;
  auto getName = [&] { return "barrier " + std::to_string(site.kind); };
  if (barrier.arrived && barrier.sites.front()->width != site.width) {
    report(
        Kind::barrier, site,
        [&] {
          return "expected all threads at " + getName() + " to wait for as many, but got " +
                 describeThread(launch, getThread(warp, 0)) + " waiting for " + std::to_string(site.width) + " and " +
                 describeThread(launch, llvm::countr_zero(barrier.arrived) * kWarpSize) + " for " +
                 std::to_string(barrier.sites.front()->width);
        },
        barrier.sites.front(), [] { return "the other barrier"; });
    isSilent = true;
    return;
  }
  if (!clocks.empty() && barrier.last && !(barrier.last & self) &&
      clocks.back().known[warp.number][llvm::countr_zero(barrier.last)] < barrier.stamp) {
    report(Kind::barrier, site, [&] {
      return "expected " + std::to_string(site.width) + " threads at " + getName() + ", but got " +
             describeThread(launch, getThread(warp, 0)) + " there, too, which nothing orders behind " +
             describeThread(launch, llvm::countr_zero(barrier.last) * kWarpSize) + " and the others";
    });
    isSilent = true;
    return;
  }
  barrier.arrived |= self;
  barrier.sites.push_back(&site);
  if (llvm::popcount(barrier.arrived) * kWarpSize < unsigned(site.width)) {
    states[current] = State::waiting;
    waitingAt[current] = &site;
    return fiber::emmySwitchContext(&stackPointers[current], mainStackPointer);
  }
  for (unsigned i = 0; i < numWarps; ++i)
    if (barrier.arrived >> i & 1 && states[i] == State::waiting)
      states[i] = State::ready;
  advance(barrier.sites, barrier.arrived);
  barrier.last = barrier.arrived;
  barrier.stamp = memory.stamp;
  barrier.arrived = 0;
  barrier.sites.clear();
}

/// No warp can go on; where some wait at a named barrier, others are missing there.
void Worker::reportIncomplete() {
  for (unsigned i = 0; i < numWarps && !isSilent; ++i) {
    if (states[i] != State::waiting || !waitingAt[i]->width)
      continue;
    const Site &site = *waitingAt[i];
    uint32_t arrived = namedBarriers[site.kind].arrived;
    unsigned missing = 0;
    while (arrived >> missing & 1)
      ++missing;
    const Site *other = missing < numWarps && states[missing] == State::waiting ? waitingAt[missing] : nullptr;
    report(
        Kind::barrier, site,
        [&] {
          std::string text = "expected " + std::to_string(site.width) + " threads at barrier " +
                             std::to_string(site.kind) + ", but got " +
                             std::to_string(llvm::popcount(arrived) * kWarpSize) + ": " +
                             describeThread(launch, i * kWarpSize) + " there";
          if (missing < numWarps)
            text += " and " + describeThread(launch, missing * kWarpSize) + (other ? " at another one" : " at its end");
          return text;
        },
        other, [] { return "the other barrier"; });
    isSilent = true;
  }
}
