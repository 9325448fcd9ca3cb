// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-loop-merge-reductions. In: kernels after fusion. Out: the same, where reductions beside each other over one box
// that read a common element are one reduction of a composite state. Legal where neither depends on the other; whatever
// the monoids are. Never fails.

#include "Fusion.h"

#include "Emmy/Dialect/Loop/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/SetVector.h"

namespace emmy {
#define GEN_PASS_DEF_LOOPMERGEREDUCTIONSPASS
#include "Emmy/Dialect/Loop/Transforms/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

//===----------------------------------------------------------------------===//
// Legality and profit
//===----------------------------------------------------------------------===//

static bool haveSameBox(ReduceOp lhs, ReduceOp rhs) {
  return lhs.getBinding() == rhs.getBinding() && haveSameExtents(lhs.getMixedExtents(), rhs.getMixedExtents());
}

/// Whether the later reduction can stand where the earlier one stands: its values are known there, and nothing that it
/// reads is written in between.
static bool canStandAt(ReduceOp second, ReduceOp first) {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(second->getRegions(), values);
  values.insert(second->operand_begin(), second->operand_end());
  auto isKnown = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !op || op->getBlock() != first->getBlock() || op->isBeforeInBlock(first);
  };
  if (!llvm::all_of(values, isKnown))
    return false;
  auto kernel = first->getParentOfType<KernelOp>();
  WalkResult result = second.walk([&](AccessOpInterface access) {
    auto load = dyn_cast<LoadOp>(access.getOperation());
    return load && isFromConstantBuffer(load, kernel) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// Whether both lifts load one element for each of their indices.
static bool shareLoad(ReduceOp first, ReduceOp second) {
  IRMapping indices;
  indices.map(second.getLift().getArguments(), first.getLift().getArguments());
  auto areEqual = [&](OperandRange lhs, OperandRange rhs) {
    return llvm::equal(lhs, rhs, [&](Value a, Value b) { return a == indices.lookupOrDefault(b); });
  };
  for (LoadOp lhs : first.getLift().getOps<LoadOp>())
    for (LoadOp rhs : second.getLift().getOps<LoadOp>())
      if (lhs.getBuffer() == rhs.getBuffer() && lhs.getMap() == rhs.getMap() && lhs.getGuard() == rhs.getGuard() &&
          areEqual(lhs.getIndices(), rhs.getIndices()) && areEqual(lhs.getGuardOperands(), rhs.getGuardOperands()))
        return true;
  return false;
}

static bool canMerge(ReduceOp first, ReduceOp second) {
  // A contraction's tiles are its own.
  return haveSameBox(first, second) && shareLoad(first, second) && canStandAt(second, first) && !isContraction(first) &&
         !isContraction(second);
}

//===----------------------------------------------------------------------===//
// The merge
//===----------------------------------------------------------------------===//

/// Copies a region's code with these values for its arguments; what it yields.
static SmallVector<Value> copyCode(OpBuilder &builder, Region &region, ValueRange arguments) {
  IRMapping mapping;
  mapping.map(region.getArguments(), arguments);
  for (Operation &op : region.front().without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(region.front().getTerminator()->getOperands(),
                             [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// One reduction whose state is both states, and whose results are those of the first, then those of the second.
static ReduceOp mergeReductions(ReduceOp first, ReduceOp second) {
  OpBuilder builder(first);
  size_t firstStates = first.getInits().size(), secondStates = second.getInits().size();
  SmallVector<Value> inits(first.getInits());
  llvm::append_range(inits, second.getInits());
  auto lift = [&](OpBuilder &builder, Location, ValueRange indices) {
    SmallVector<Value> state = copyCode(builder, first.getLift(), indices);
    llvm::append_range(state, copyCode(builder, second.getLift(), indices));
    return state;
  };
  auto combine = [&](OpBuilder &builder, Location, ValueRange states) {
    ValueRange lhs = states.take_front(inits.size()), rhs = states.drop_front(inits.size());
    auto getPair = [&](size_t begin, size_t count) {
      SmallVector<Value> pair(lhs.slice(begin, count));
      llvm::append_range(pair, rhs.slice(begin, count));
      return pair;
    };
    SmallVector<Value> state = copyCode(builder, first.getCombine(), getPair(0, firstStates));
    llvm::append_range(state, copyCode(builder, second.getCombine(), getPair(firstStates, secondStates)));
    return state;
  };
  auto finish = [&](OpBuilder &builder, Location, ValueRange state) {
    auto finishOne = [&](ReduceOp reduction, ValueRange own) {
      Region *region = reduction.getFinishRegion();
      return region ? copyCode(builder, *region, own) : SmallVector<Value>(own);
    };
    SmallVector<Value> results = finishOne(first, state.take_front(firstStates));
    llvm::append_range(results, finishOne(second, state.drop_front(firstStates)));
    return results;
  };
  bool hasFinish = first.getFinishRegion() || second.getFinishRegion();
  auto merged = ReduceOp::create(builder, builder.getFusedLoc({first.getLoc(), second.getLoc()}),
                                 first.getMixedExtents(), inits, lift, combine,
                                 hasFinish ? nest::YieldBuilder(finish) : nest::YieldBuilder(), first.getBinding());
  for (auto [axis, other] : llvm::zip_equal(merged.getLift().getArguments(), first.getLift().getArguments()))
    axis.setLoc(other.getLoc());
  first->replaceAllUsesWith(merged->getResults().take_front(first->getNumResults()));
  second->replaceAllUsesWith(merged->getResults().drop_front(first->getNumResults()));
  first->erase();
  second->erase();
  return merged;
}

namespace {
struct LoopMergeReductionsPass : emmy::impl::LoopMergeReductionsPassBase<LoopMergeReductionsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](KernelOp kernel) {
      bool hasChanged = false;
      SmallVector<Block *> blocks;
      kernel->walk([&](Block *block) { blocks.push_back(block); });
      for (Block *block : blocks)
        hasChanged |= mergeIn(*block);
      // The loads that they share.
      if (hasChanged)
        simplifyKernel(kernel);
    });
  }

  bool mergeIn(Block &block) {
    SmallVector<ReduceOp> reductions(block.getOps<ReduceOp>());
    bool hasChanged = false;
    for (size_t first = 0; first < reductions.size(); ++first)
      for (size_t second = first + 1; second < reductions.size();) {
        if (!canMerge(reductions[first], reductions[second])) {
          ++second;
          continue;
        }
        reductions[first] = mergeReductions(reductions[first], reductions[second]);
        reductions.erase(reductions.begin() + second);
        hasChanged = true;
        ++numMerged;
      }
    return hasChanged;
  }
};
} // namespace
