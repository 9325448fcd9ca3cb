// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many threads a schedule gives the loops of a kernel. Factors of inner loops take the faster running thread
// numbers, so that an iteration of a loop is run by consecutive threads: its span. Products saturate; the verifier
// compares them with the size of a block.

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

/// The size of the thread factor of an entry, derived where it is outermost.
static uint64_t getThreadSize(AxisAttr entry, ArrayRef<KernelAxis> axes) {
  const SplitAttr *split =
      llvm::find_if(entry.getSplits(), [](SplitAttr split) { return split.getBinding() == Binding::thread; });
  if (split->getSize())
    return split->getSize();
  uint64_t extent = 1;
  for (const KernelAxis &axis : axes)
    extent = llvm::SaturatingMultiply<uint64_t>(extent, axis.getStaticExtent());
  return std::max<uint64_t>(llvm::divideCeil(extent, entry.getFactor(split - entry.getSplits().begin())), 1);
}

ThreadSpans::ThreadSpans(KernelOp kernel, ScheduleAttr schedule) : kernel(kernel), threads(schedule.getThreads()) {
  SmallVector<KernelAxis> axes = getKernelAxes(kernel);
  unsigned first = 0;
  for (AxisAttr entry : schedule.getAxes()) {
    unsigned count = entry.getKinds().size();
    if (entry.hasBinding(Binding::thread)) {
      uint64_t &factor = factors.try_emplace(axes[first].loop, 1).first->second;
      factor = llvm::SaturatingMultiply(factor, getThreadSize(entry, ArrayRef(axes).slice(first, count)));
    }
    first += count;
  }
}

uint64_t ThreadSpans::getFactor(Operation *loop) const { return factors.lookup(loop); }

uint64_t ThreadSpans::getSpan(Operation *loop) const {
  return llvm::SaturatingMultiply(std::max<uint64_t>(getFactor(loop), 1), getInnerSpan(loop));
}

uint64_t ThreadSpans::getInnerSpan(Operation *loop) const {
  uint64_t span = 1;
  for (Region &region : loop->getRegions())
    for (Operation &op : region.getOps())
      if (isa<LoopNestOpInterface>(op))
        span = std::max(span, getSpan(&op));
  return span;
}

uint64_t ThreadSpans::getGroup(Operation *loop) const {
  for (Operation *parent = loop->getParentOp(); parent != kernel; parent = parent->getParentOp())
    if (getFactor(parent))
      return getInnerSpan(parent);
  return threads;
}
