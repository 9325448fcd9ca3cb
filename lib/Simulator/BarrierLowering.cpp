// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers and asynchronous copies: calls of the runtime, with what it has to know of them.

#include "FunctionLowering.h"

#include <cstddef>

using namespace mlir;
using namespace emmy::simulator;
namespace kernel = emmy::kernel;

/// The number of a list of protected buffers; equal lists have one number, and the empty one is number 0.
static unsigned addProtected(ProgramInfo &info, std::vector<unsigned> buffers) {
  auto found = llvm::find(info.protectedBuffers, buffers);
  if (found == info.protectedBuffers.end()) {
    info.protectedBuffers.push_back(std::move(buffers));
    return info.protectedBuffers.size() - 1;
  }
  return found - info.protectedBuffers.begin();
}

LogicalResult FunctionLowering::lowerBarrier(kernel::BarrierOp op) {
  Site site;
  site.operation = op;
  std::vector<unsigned> buffers;
  for (Value buffer : op.getBuffers()) {
    auto argument = dyn_cast<BlockArgument>(buffer);
    buffers.push_back(argument ? argument.getArgNumber() : kernel->arguments.size() + onChip.lookup(buffer));
  }
  site.buffer = addProtected(info, std::move(buffers));
  site.kind = op.getId().value_or(0);
  site.width = op.getThreads().value_or(0);
  kernel->hasBarrier = true;
  kernel->hasNamedBarrier |= site.kind != 0;
  info.sites.push_back(site);
  callHook("barrier", info.sites.size() - 1);
  return success();
}

LogicalResult FunctionLowering::lowerAsyncCopy(kernel::AsyncCopyOp op) {
  auto type = VectorType::get({static_cast<int64_t>(op.getElements())}, op.getSource().getType().getElementType());
  unsigned source = addSite(op, op.getSource(), type), target = addSite(op, op.getTarget(), type);
  for (unsigned number : {source, target})
    info.sites[number].isCopy = true;
  kernel->hasAsyncCopy = true;
  kernel->arguments[info.sites[source].buffer].isCopySource = true;
  kernel->shared[info.sites[target].buffer].isCopyTarget = true;
  storeIndex(op.getSourceIndex());
  storeIndex(op.getTargetIndex(), offsetof(Warp, target));
  if (op.getValid())
    storeIndex(op.getValid(), offsetof(Warp, valid));
  else
    storeField(offsetof(Warp, valid), getInteger(getLanesType(builder.getI64Type()), op.getElements()));
  callHook("async_copy", source);
  return success();
}

LogicalResult FunctionLowering::lowerAsyncWait(Operation *op, StringRef hook, int32_t allBut) {
  Site site;
  site.operation = op;
  site.width = allBut;
  kernel->hasAsyncCopy = true;
  info.sites.push_back(site);
  callHook(hook, info.sites.size() - 1);
  return success();
}
