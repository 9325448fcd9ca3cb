// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-loop-fuse. In: kernels of the loop level. Out: fewer kernels that compute the same. Legality is proved per edge
// (FusionEdge.cpp), profit is estimated per edge (FusionCost.cpp), and the merge never asks either again
// (FusionMerge.cpp). Never fails.

#include "Fusion.h"

#include "Emmy/Analysis/Instructions.h"
#include "Emmy/Dialect/Loop/Transforms/Passes.h"
#include "Emmy/Support/Locations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/SetVector.h"

namespace emmy {
#define GEN_PASS_DEF_LOOPFUSEPASS
#include "Emmy/Dialect/Loop/Transforms/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

/// Kernels that share an operand with one kernel may be many; so many are looked at, the nearest ones.
static constexpr size_t maxNeighbours = 64;

namespace {
struct LoopFusePass : emmy::impl::LoopFusePassBase<LoopFusePass> {
  using LoopFusePassBase::LoopFusePassBase;

  void runOnOperation() override {
    FusionOptions options;
    options.maxInstructions = maxInstructions;
    options.maxContractions = maxContractions;
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      CostModel costs(getOperation(), options);
      SmallVector<Block *> blocks;
      function.walk([&](Block *block) {
        if (!block->getParentOp()->getParentOfType<KernelOp>() && !isa<KernelOp>(block->getParentOp()))
          blocks.push_back(block);
      });
      for (Block *block : blocks) {
        recordsMissed = false;
        fuseInto(*block, costs);
        costs.options.allowContractionOperands = true;
        recordsMissed = true;
        fuseInto(*block, costs);
        costs.options.allowContractionOperands = false;
        fuseSideBySide(*block, costs);
      }
    }
  }

  /// Consumers last to first.
  void fuseInto(Block &block, CostModel &costs) {
    for (Operation *op = block.empty() ? nullptr : &block.back(); op;) {
      auto kernel = dyn_cast<KernelOp>(op);
      if (kernel)
        kernel = fuseProducers(kernel, costs);
      op = (kernel ? kernel.getOperation() : op)->getPrevNode();
    }
  }

  /// A consumer's producers, latest first.
  KernelOp fuseProducers(KernelOp consumer, CostModel &costs) {
    llvm::SmallPtrSet<Operation *, 8> rejected;
    SmallVector<Location> parts;
    int64_t instructions = countInstructions(consumer);
    SmallVector<FusionDecision> decisions;
    while (KernelOp producer = getLatestProducer(consumer, rejected)) {
      std::string reason;
      FailureOr<Producer> form = getProducer(producer, reason);
      FailureOr<Edge> edge = failed(form) ? FailureOr<Edge>() : getEdge(*form, consumer, reason);
      if (failed(edge)) {
        decisions.push_back(decide(producer, consumer, reason));
        rejected.insert(producer);
        continue;
      }
      edge->consumerInstructions = instructions;
      FusionCost cost = costs.getCost(*edge);
      decisions.push_back(decide(producer, consumer, cost));
      if (!cost.isProfitable) {
        rejected.insert(producer);
        continue;
      }
      instructions = cost.numbers.instructions;
      parts.push_back(producer.getLoc());
      consumer = merge(*edge);
      ++numMerged;
    }
    if (!parts.empty()) {
      // In the order of the program.
      std::reverse(parts.begin(), parts.end());
      parts.push_back(consumer.getLoc());
      consumer->setLoc(getKernelLocation(consumer.getContext(), parts));
      simplifyKernel(consumer);
    }
    for (FusionDecision &decision : decisions) {
      decision.consumer = getName(consumer);
      record(decision);
    }
    return consumer;
  }

  KernelOp getLatestProducer(KernelOp consumer, const llvm::SmallPtrSetImpl<Operation *> &rejected) {
    KernelOp latest;
    for (Value input : consumer.getInputs()) {
      auto producer = input.getDefiningOp<KernelOp>();
      if (producer && producer->getBlock() == consumer->getBlock() && !rejected.contains(producer) &&
          (!latest || latest->isBeforeInBlock(producer)))
        latest = producer;
    }
    return latest;
  }

  /// Kernels over one space that share an operand and do not depend on each other.
  void fuseSideBySide(Block &block, CostModel &costs) {
    for (Operation *op = block.empty() ? nullptr : &block.back(); op;) {
      auto second = dyn_cast<KernelOp>(op);
      KernelOp merged;
      while (second && (merged = fuseNeighbour(second, costs)))
        second = merged;
      op = (second ? second.getOperation() : op)->getPrevNode();
    }
  }

  /// Merges the latest fitting kernel before `second` into it; null where there is none.
  KernelOp fuseNeighbour(KernelOp second, CostModel &costs) {
    std::string reason;
    FailureOr<Producer> target = getProducer(second, reason);
    if (failed(target))
      return {};
    llvm::SetVector<Operation *> candidates;
    for (Value input : second.getInputs())
      for (Operation *user : input.getUsers())
        if (isa<KernelOp>(user) && user->getBlock() == second->getBlock() && user->isBeforeInBlock(second))
          candidates.insert(user);
    SmallVector<Operation *> ordered = candidates.takeVector();
    if (ordered.empty())
      return {};
    llvm::sort(ordered, [](Operation *lhs, Operation *rhs) { return rhs->isBeforeInBlock(lhs); });
    llvm::SetVector<Operation *> sources = getSources(second, ordered.back());
    llvm::erase_if(ordered, [&](Operation *candidate) { return sources.contains(candidate); });
    for (Operation *candidate : ArrayRef(ordered).take_front(maxNeighbours)) {
      auto first = cast<KernelOp>(candidate);
      FailureOr<Producer> source = getProducer(first, reason);
      if (failed(source) || !haveSameSpace(*source, *target))
        continue;
      FusionCost cost = costs.getHorizontalCost(first, second);
      record(decide(first, second, cost, /*isBeside=*/true));
      if (!cost.isProfitable)
        continue;
      SmallVector<Operation *> moved = getDependents(first, second);
      KernelOp merged = mergeSideBySide(*source, *target);
      Operation *last = merged;
      for (Operation *dependent : moved) {
        dependent->moveAfter(last);
        last = dependent;
      }
      simplifyKernel(merged);
      ++numMerged;
      return merged;
    }
    return {};
  }

  static bool haveSameSpace(const Producer &lhs, const Producer &rhs) {
    if (!lhs.loops || !rhs.loops)
      return !lhs.loops && !rhs.loops;
    return haveSameExtents(ForOp(lhs.loops).getMixedExtents(), ForOp(rhs.loops).getMixedExtents());
  }

  /// Everything that depends on `from` and stands before `end`, in order.
  static SmallVector<Operation *> getDependents(Operation *from, Operation *end) {
    llvm::SetVector<Operation *> dependents;
    auto add = [&](Operation *op) {
      for (Operation *user : op->getUsers())
        if (Operation *ancestor = end->getBlock()->findAncestorOpInBlock(*user);
            ancestor && (ancestor == end || ancestor->isBeforeInBlock(end)))
          dependents.insert(ancestor);
    };
    add(from);
    for (size_t next = 0; next < dependents.size(); ++next)
      add(dependents[next]);
    SmallVector<Operation *> ordered = dependents.takeVector();
    llvm::sort(ordered, [](Operation *lhs, Operation *rhs) { return lhs->isBeforeInBlock(rhs); });
    return ordered;
  }
  /// Everything that `end` depends on and that does not stand before `begin`.
  static llvm::SetVector<Operation *> getSources(Operation *end, Operation *begin) {
    llvm::SetVector<Operation *> sources;
    auto addOperands = [&](Operation *op) {
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp())
          if (Operation *ancestor = end->getBlock()->findAncestorOpInBlock(*source);
              ancestor && !ancestor->isBeforeInBlock(begin))
            sources.insert(ancestor);
    };
    addOperands(end);
    for (size_t next = 0; next < sources.size(); ++next) {
      if (sources[next]->hasTrait<OpTrait::IsIsolatedFromAbove>())
        addOperands(sources[next]);
      else
        sources[next]->walk(addOperands);
    }
    return sources;
  }

  //===--------------------------------------------------------------------===//
  // Decisions
  //===--------------------------------------------------------------------===//

  static std::string getName(KernelOp kernel) {
    StringRef name = getNameHint(kernel.getLoc());
    return name.empty() ? std::string("kernel") : name.str();
  }

  /// An edge that is not legal.
  FusionDecision decide(KernelOp producer, KernelOp consumer, const std::string &reason) {
    FusionDecision decision{getName(producer), getName(consumer), producer.getLoc()};
    decision.rule = "legality";
    decision.reason = reason;
    printRemark(consumer, decision, "not legal: " + Twine(reason));
    return decision;
  }

  /// A legal edge, or kernels beside each other.
  FusionDecision decide(KernelOp producer, KernelOp consumer, const FusionCost &cost, bool isBeside = false) {
    FusionDecision decision{getName(producer), getName(consumer), producer.getLoc()};
    decision.isBeside = isBeside;
    decision.isMerged = cost.isProfitable;
    decision.rule = cost.rule;
    decision.reason = cost.reason;
    decision.numbers = cost.numbers;
    printRemark(consumer, decision,
                Twine(cost.isProfitable ? "merged" : "not profitable") + (isBeside ? " side by side: " : ": ") +
                    cost.reason + ", " + Twine(cost.numbers.bytesSaved) + " bytes saved, " +
                    Twine(cost.numbers.recomputedFlops) + " flops recomputed, " + Twine(cost.numbers.instructions) +
                    " instructions");
    return decision;
  }

  /// A diagnostic, where they are asked for.
  void printRemark(KernelOp consumer, const FusionDecision &decision, const Twine &text) {
    if (report)
      mlir::emitRemark(consumer->getLoc())
          << "'" << decision.producer << "' into '" << decision.consumer << "' " << text;
  }

  void record(const FusionDecision &decision) {
    if (decision.isMerged || recordsMissed)
      emitRemark(decision);
  }

  /// The second sweep looks again at every edge that the first one left.
  bool recordsMissed = false;
};
} // namespace
