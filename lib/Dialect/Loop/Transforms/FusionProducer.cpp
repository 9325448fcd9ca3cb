// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels can be computed element by element.

#include "Fusion.h"

#include "Emmy/Analysis/Instructions.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

/// The dims of the result along the axes of the nest: every axis is one coordinate of the store, and the others are 0.
/// False where the store has another form.
static bool matchStore(StoreOp store, ForOp loops, SmallVectorImpl<unsigned> &dimOfAxis) {
  if (store.getGuard())
    return false;
  unsigned axes = loops ? loops.getRegion().getNumArguments() : 0;
  dimOfAxis.assign(axes, ~0u);
  for (auto [dim, expr] : llvm::enumerate(store.getMap().getResults())) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      if (constant.getValue() != 0 || cast<MemRefType>(store.getBuffer().getType()).getDimSize(dim) != 1)
        return false;
      continue;
    }
    auto position = dyn_cast<AffineDimExpr>(expr);
    if (!position || !loops)
      return false;
    auto axis = dyn_cast<BlockArgument>(store.getIndices()[position.getPosition()]);
    if (!axis || axis.getOwner() != &loops.getRegion().front() || dimOfAxis[axis.getArgNumber()] != ~0u)
      return false;
    dimOfAxis[axis.getArgNumber()] = dim;
  }
  return !llvm::is_contained(dimOfAxis, ~0u);
}

FailureOr<Producer> loop::getProducer(KernelOp kernel, std::string &reason) {
  auto fail = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  if (kernel.getReports())
    return fail("the producer reports errors");
  if (llvm::any_of(kernel.getTied(), [](int64_t tie) { return tie >= 0; }))
    return fail("the producer writes through an operand");
  Producer producer;
  producer.kernel = kernel;
  producer.inner = kernel.getBodyBlock();
  for (ForOp loops : kernel.getBodyBlock()->getOps<ForOp>()) {
    if (producer.loops || loops.getBinding() != Binding::parallel)
      return fail("the producer is not one parallel nest");
    producer.loops = loops;
  }
  if (producer.loops) {
    producer.inner = &producer.loops.getRegion().front();
    for (Operation &op : *kernel.getBodyBlock())
      if (&op != producer.loops && !op.hasTrait<OpTrait::IsTerminator>() && !isMemoryEffectFree(&op))
        return fail("the producer does more than one parallel nest");
  }
  producer.stores.resize(kernel.getNumResults());
  producer.dimOfAxis.resize(kernel.getNumResults());
  for (StoreOp store : producer.inner->getOps<StoreOp>())
    for (unsigned result = 0; result < kernel.getNumResults(); ++result)
      if (store.getBuffer() == kernel.getResultArgument(result)) {
        if (producer.stores[result] || !matchStore(store, producer.loops, producer.dimOfAxis[result]))
          return fail("the producer does not store each element once at its own coordinates");
        producer.stores[result] = store;
      }
  if (llvm::is_contained(producer.stores, StoreOp()))
    return fail("the producer does not store at the innermost place");
  std::string problem;
  kernel->walk([&](Operation *op) {
    if (isa<ScanOp, LocalOp>(op) || (isa<ForOp>(op) && op != producer.loops))
      problem = "the producer holds more than a nest with reductions";
    if (isa<StoreOp>(op) && op->getBlock() != producer.inner)
      problem = "the producer stores in inner loops";
    if (auto load = dyn_cast<LoadOp>(op)) {
      auto argument = dyn_cast<BlockArgument>(load.getBuffer());
      if (!argument || argument.getArgNumber() >= kernel.getInputs().size())
        problem = "the producer reads what it writes";
      for (Value index : load.getIndices())
        producer.isDataDependent |= index.getDefiningOp() && !isa<KernelOp>(index.getDefiningOp()->getParentOp());
    }
    if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
      producer.hasReduction = true;
      producer.isContraction |= isContraction(reduction);
    }
  });
  if (!problem.empty())
    return fail(problem);
  producer.instructions = countInstructions(kernel);
  return producer;
}
