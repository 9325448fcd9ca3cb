// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over tiles in shared memory. The loop around the reduction is run in phases of the whole block:
// accumulators in registers are set to the identity, then for every chunk of the reduction the operands' tiles are
// staged and every thread combines its points, then the rest of the loop's body runs on the results.
//
//   alloc acc;  for thread, lanes: acc = identity
//   for sequential chunks { stage A; stage B; for thread { for steps { a, b = fragments; for lanes: acc = combine(acc,
//   lift(a, b)) } } } for thread, lanes: finish(acc), epilogue, store

#include "ScheduleApplier.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

bool ScheduleApplier::isTiled(ForOp op) {
  return llvm::any_of(schedule.getStagings(), [&](StagingAttr staging) {
    Operation *loop = axes[staging.getAxis()].loop;
    return staging.getSpace() == StagingSpace::shared && isa<ReduceOp>(loop) && loop->getParentOp() == op;
  });
}

LogicalResult ScheduleApplier::checkTiled(ForOp op) {
  auto name = [&](unsigned number) { return schedule.getAxisName(plans[number].firstAxis); };
  bool anyThread = false;
  for (unsigned number : getPlans(op)) {
    for (SplitAttr split : plans[number].attr.getSplits()) {
      anyThread |= split.getBinding() == Binding::thread;
      if (split.getBinding() == Binding::sequential)
        return kernel.emitOpError("expected block, thread, unroll or vector factors on axis ")
               << name(number) << " around a reduction over tiles, but got sequential";
    }
  }
  if (!anyThread)
    return kernel.emitOpError("expected a thread factor around a reduction over tiles, but got none");
  for (Operation &inner : op.getBody()->without_terminator()) {
    auto reduce = dyn_cast<ReduceOp>(inner);
    if (!reduce) {
      if (isa<LoopNestOpInterface>(inner))
        return kernel.emitOpError("expected reductions as the only loops beside a reduction over tiles, but got ")
               << inner.getName();
      continue;
    }
    for (unsigned number : getPlans(reduce)) {
      ArrayRef<SplitAttr> splits = plans[number].attr.getSplits();
      if (splits.front().getBinding() != Binding::sequential || llvm::any_of(splits, [](SplitAttr split) {
            return split.getBinding() != Binding::sequential && split.getBinding() != Binding::unroll;
          }))
        return kernel.emitOpError("expected axis ")
               << name(number) << " of a reduction over tiles to be split into sequential chunks of sequential or "
               << "unrolled steps";
    }
    WalkResult result = reduce.getLift().walk([&](Operation *lifted) {
      bool dependent = llvm::any_of(lifted->getOperands(), [&](Value operand) {
        auto other = operand.getDefiningOp<ReduceOp>();
        return other && other->getParentOp() == op;
      });
      return dependent || lifted->getNumRegions() ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return kernel.emitOpError("expected the lift of a reduction over tiles to use no loop and no other reduction");
  }
  return success();
}

/// Loads or stores (where `stored` is given) the element of an accumulator or a fragment at the positions of these
/// loops.
Value ScheduleApplier::accessAccumulator(Value buffer, ArrayRef<const LoopGroup *> groups, Location loc, Value stored) {
  SmallVector<AffineExpr> exprs;
  for (const LoopGroup *group : groups)
    for (auto [plan, split] : group->factors)
      exprs.push_back(plan->positions[split] ? plan->positions[split] : pool.constant(0));
  IndexPool::Map map = pool.finish(exprs);
  if (!stored)
    return LoadOp::create(builder, loc, buffer, map.map, map.operands);
  StoreOp::create(builder, loc, stored, buffer, map.map, map.operands);
  return {};
}

/// A buffer in registers with one dim per factor; those of the first group are distributed over threads.
static Value createRegisters(OpBuilder &builder, Location loc, Type element, const LoopGroup &threads,
                             const LoopGroup &lanes) {
  SmallVector<int64_t> shape, threadDims;
  for (auto [plan, split] : threads.factors) {
    threadDims.push_back(shape.size());
    shape.push_back(plan->getStaticSize(split));
  }
  for (auto [plan, split] : lanes.factors)
    shape.push_back(plan->getStaticSize(split));
  auto space = RegistersAttr::get(builder.getContext(), threadDims);
  return AllocOp::create(builder, loc, MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space));
}

void ScheduleApplier::emitTiled(ForOp op) {
  Location loc = op.getLoc();
  LoopGroup threads{Binding::thread, {}}, lanes{Binding::unroll, {}}, unrolled{Binding::unroll, {}},
      vector{Binding::vector, {}};
  for (unsigned number : getPlans(op)) {
    AxisPlan &plan = plans[number];
    for (unsigned split = plan.getTileStart(); split < plan.getNumSplits(); ++split) {
      if (plan.getBinding(split) == Binding::thread) {
        threads.factors.push_back({&plan, split});
        continue;
      }
      if (plan.isTrivial(split))
        continue;
      lanes.factors.push_back({&plan, split});
      // Results are stored in vectors along the last axis, where its extent allows it.
      int64_t total = plan.getStaticTotal();
      bool isVector = plan.getBinding(split) == Binding::vector && number == getPlans(op).back() &&
                      !ShapedType::isDynamic(total) && total % plan.getStaticSize(split) == 0;
      (isVector ? vector : unrolled).factors.push_back({&plan, split});
    }
  }
  SmallVector<const LoopGroup *> dims = {&threads, &lanes};
  auto withLoops = [&](ArrayRef<LoopGroup> groups, function_ref<void()> body) {
    SmallVector<LoopGroup> filled;
    for (const LoopGroup &group : groups)
      if (!group.factors.empty())
        filled.push_back(group);
    emitLoops(loc, op, filled, body);
  };

  SmallVector<std::pair<ReduceOp, SmallVector<Value>>> reductions;
  for (auto reduce : op.getBody()->getOps<ReduceOp>()) {
    for (unsigned number : getPlans(reduce))
      setUpPlan(plans[number]);
    SmallVector<Value> accumulators;
    for (Type type : reduce.getInits().getTypes())
      accumulators.push_back(createRegisters(builder, reduce.getLoc(), type, threads, lanes));
    reductions.push_back({reduce, accumulators});
  }
  withLoops({threads, lanes}, [&] {
    inScope([&] {
      for (auto &[reduce, accumulators] : reductions)
        for (auto [buffer, init] : llvm::zip_equal(accumulators, reduce.getInits()))
          accessAccumulator(buffer, dims, reduce.getLoc(), lookup(init));
    });
  });
  for (auto &[reduce, accumulators] : reductions)
    emitTiledReduce(op, reduce, threads, lanes, accumulators);
  withLoops({threads, unrolled, vector}, [&] {
    enter(op);
    for (Operation &inner : op.getBody()->without_terminator()) {
      auto reduce = dyn_cast<ReduceOp>(inner);
      if (!reduce) {
        emitOp(inner);
        continue;
      }
      auto *it = llvm::find_if(reductions, [&](auto &entry) { return entry.first == reduce; });
      SmallVector<Value> results;
      for (Value buffer : it->second)
        results.push_back(accessAccumulator(buffer, dims, reduce.getLoc(), {}));
      if (Region *finish = reduce.getFinishRegion())
        results = emitRegion(*finish, results);
      mapping.map(reduce.getResults(), results);
    }
    leave(op);
  });
}

/// Whether a point whose staged values are all zero lifts to the identity, so that points beyond an extent need no
/// mask: a product, summed from zero.
static bool isZeroIdentity(ReduceOp reduce, ArrayRef<Value> stagedValues) {
  Block &combine = reduce.getCombine().front();
  if (reduce.getInits().size() != 1 || !matchPattern(reduce.getInits().front(), m_AnyZeroFloat()) ||
      !isa_and_present<arith::AddFOp>(combine.getTerminator()->getOperand(0).getDefiningOp()))
    return false;
  auto product = reduce.getLift().front().getTerminator()->getOperand(0).getDefiningOp<arith::MulFOp>();
  auto isStaged = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return llvm::is_contained(stagedValues, value) ||
           (op && op->getNumOperands() == 1 && llvm::is_contained(stagedValues, op->getOperand(0)) &&
            isa<arith::ExtFOp>(op));
  };
  return product && isStaged(product.getLhs()) && isStaged(product.getRhs());
}

void ScheduleApplier::emitTiledReduce(ForOp op, ReduceOp reduce, const LoopGroup &threads, const LoopGroup &lanes,
                                      ArrayRef<Value> accumulators) {
  Location loc = reduce.getLoc();
  LoopGroup chunks{Binding::sequential, {}}, steps{Binding::sequential, {}}, unrolledSteps{Binding::unroll, {}};
  for (unsigned number : getPlans(reduce)) {
    AxisPlan &plan = plans[number];
    chunks.factors.push_back({&plan, 0});
    for (unsigned split = 1; split < plan.getNumSplits(); ++split)
      if (!plan.isTrivial(split))
        (plan.getBinding(split) == Binding::unroll ? unrolledSteps : steps).factors.push_back({&plan, split});
  }
  SmallVector<LoopGroup> stepGroups;
  for (const LoopGroup &group : {steps, unrolledSteps})
    if (!group.factors.empty())
      stepGroups.push_back(group);

  SmallVector<Value> stagedValues;
  for (StagingAttr staging : schedule.getStagings())
    if (staging.getSpace() == StagingSpace::shared && axes[staging.getAxis()].loop == reduce)
      for (Value value : getStagedValues(staging))
        if (!llvm::is_contained(stagedValues, value))
          stagedValues.push_back(value);

  auto combine = [&](ArrayRef<std::pair<Value, LoopGroup>> fragments) {
    inScope([&] {
      for (auto [value, fragment] : llvm::zip_equal(stagedValues, fragments)) {
        Value element = fragment.first;
        if (isa<MemRefType>(element.getType()))
          element = accessAccumulator(element, {&threads, &fragment.second}, loc, {});
        mapping.map(value, element);
      }
      active.append(getPlans(op).begin(), getPlans(op).end());
      enter(reduce);
      SmallVector<Value> state;
      for (Value yielded : reduce.getLift().front().getTerminator()->getOperands())
        state.push_back(lookup(yielded));
      if (!isZeroIdentity(reduce, stagedValues))
        if (Value inside = getInsideCondition(loc, getPlans(reduce)))
          for (auto [value, init] : llvm::zip_equal(state, reduce.getInits()))
            value = arith::SelectOp::create(builder, loc, inside, value, lookup(init));
      leave(reduce);
      leave(op);
      SmallVector<Value> arguments;
      for (Value buffer : accumulators)
        arguments.push_back(accessAccumulator(buffer, {&threads, &lanes}, loc, {}));
      llvm::append_range(arguments, state);
      for (auto [buffer, value] : llvm::zip_equal(accumulators, emitRegion(reduce.getCombine(), arguments)))
        accessAccumulator(buffer, {&threads, &lanes}, loc, value);
      for (Value value : stagedValues)
        mapping.erase(value);
    });
  };

  emitLoops(loc, reduce, {chunks}, [&] {
    SmallVector<Slab> stagedSlabs;
    for (Value value : stagedValues)
      stagedSlabs.push_back(emitSlab(value, op));
    emitLoops(loc, op, {threads}, [&] {
      emitLoops(loc, reduce, stepGroups, [&] {
        // What a thread reads of a tile in one step is read once: a scalar, or a fragment over the lanes that it varies
        // with.
        SmallVector<std::pair<Value, LoopGroup>> fragments;
        for (size_t i = 0; i < stagedValues.size(); ++i) {
          Value value = stagedValues[i];
          const Slab &slab = stagedSlabs[i];
          LoopGroup unrolled{Binding::unroll, {}}, vector{Binding::vector, {}}, all{Binding::unroll, {}};
          for (auto factor : lanes.factors)
            if (llvm::any_of(slab.plans, [&](unsigned number) { return &plans[number] == factor.first; })) {
              all.factors.push_back(factor);
              bool isVector = factor.first->getBinding(factor.second) == Binding::vector &&
                              &plans[slab.plans.back()] == factor.first;
              (isVector ? vector : unrolled).factors.push_back(factor);
            }
          if (all.factors.empty()) {
            fragments.push_back({loadSlab(slab, loc, value.getType()), all});
            continue;
          }
          Value fragment = createRegisters(builder, loc, value.getType(), threads, all);
          SmallVector<LoopGroup> groups;
          for (const LoopGroup &group : {unrolled, vector})
            if (!group.factors.empty())
              groups.push_back(group);
          emitLoops(loc, op, groups,
                    [&] { accessAccumulator(fragment, {&threads, &all}, loc, loadSlab(slab, loc, value.getType())); });
          fragments.push_back({fragment, all});
        }
        if (lanes.factors.empty())
          return combine(fragments);
        emitLoops(loc, op, {lanes}, [&] { combine(fragments); });
      });
    });
  });
}
