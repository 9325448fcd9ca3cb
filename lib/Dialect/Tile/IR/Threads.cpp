// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who runs what among the threads of a block: the groups that thread axes divide.

#include "Emmy/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

/// The strides of the axes of a loop or a stage, 0 for an axis that is not run by threads.
static ArrayRef<int64_t> getThreadStrides(Operation *op) {
  if (auto stage = dyn_cast<StageOp>(op))
    return stage.getStrides();
  auto loop = dyn_cast<LoopNestOpInterface>(op);
  return loop && loop.getBinding() == Binding::thread ? loop.getStrides() : ArrayRef<int64_t>();
}

int64_t emmy::tile::getThreadPeriod(Operation *op, unsigned axis) {
  ArrayRef<int64_t> strides = getThreadStrides(op);
  int64_t stride = strides[axis];
  auto kernel = op->getParentOfType<KernelOp>();
  int64_t period = kernel.getThreads().value_or(1);
  // An iteration of an axis outside owns as many threads as its stride says, and this axis divides them: one thread is
  // a group too. Axes outside with a smaller stride are interleaved with this one.
  auto limit = [&](ArrayRef<int64_t> outer) {
    for (int64_t other : outer)
      if (other >= std::max<int64_t>(stride, 1))
        period = std::min(period, other);
  };
  limit(strides.take_front(axis));
  for (int64_t other : strides.drop_front(axis + 1))
    if (other > stride)
      period = std::min(period, other);
  for (Operation *parent = op->getParentOp(); parent != kernel; parent = parent->getParentOp())
    limit(getThreadStrides(parent));
  return period;
}

LogicalResult emmy::tile::verifyThreads(Operation *op) {
  ArrayRef<int64_t> strides = getThreadStrides(op);
  auto stage = dyn_cast<StageOp>(op);
  for (auto [axis, stride] : llvm::enumerate(strides)) {
    if (stride == 0)
      continue;
    int64_t extent = stage ? stage.getExtents()[axis] : cast<LoopNestOpInterface>(op).getStaticExtents()[axis];
    int64_t period = getThreadPeriod(op, axis), threads = llvm::divideCeil(period, stride);
    if (extent > threads)
      return op->emitOpError("expected a thread for each of the ")
             << extent << " iterations of axis #" << axis << ", but its stride of " << stride << " leaves " << threads
             << " in a group of " << period;
  }
  return success();
}
