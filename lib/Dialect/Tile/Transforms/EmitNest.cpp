// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, reductions and scans of the scheduled kernel: each old loop becomes one loop per binding of its factors.

#include "ScheduleApplier.h"

#include "Emmy/Interfaces/CombineOrder.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

/// The factors of a loop by binding, outermost loop first. Trivial factors need no loop, but a thread loop always
/// stands.
SmallVector<LoopGroup> ScheduleApplier::getGroups(Operation *loop) {
  SmallVector<LoopGroup> groups;
  for (Binding binding : {Binding::thread, Binding::sequential, Binding::unroll, Binding::vector}) {
    LoopGroup group{binding, {}};
    for (unsigned number : getPlans(loop))
      for (unsigned split : plans[number].getSplits(binding))
        if (binding == Binding::thread || !plans[number].isTrivial(split))
          group.factors.push_back({&plans[number], split});
    if (!group.factors.empty())
      groups.push_back(std::move(group));
  }
  return groups;
}

OpFoldResult ScheduleApplier::getSize(AffineExpr expr, Location loc) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return builder.getIndexAttr(constant.getValue());
  return pool.materialize(builder, loc, expr);
}

SmallVector<int64_t> ScheduleApplier::getThreadStrides(Operation *loop, const LoopGroup &group) {
  // A factor of one iteration is run by all threads of the loop: its stride is that of nobody else.
  SmallVector<int64_t> strides(group.factors.size(), spans.getSpan(loop));
  int64_t stride = spans.getInnerSpan(loop);
  for (size_t i = strides.size(); i-- > 0;) {
    int64_t size = group.factors[i].first->getStaticSize(group.factors[i].second);
    if (size == 1)
      continue;
    strides[i] = stride;
    stride *= size;
  }
  return strides;
}

/// "t_i0": who runs the factor, and the axis.
void ScheduleApplier::nameInductionVars(ValueRange ivs, const LoopGroup &group) {
  StringRef prefix = group.binding == Binding::thread   ? "t_"
                     : group.binding == Binding::vector ? "v_"
                     : group.binding == Binding::unroll ? "u_"
                                                        : "c_";
  for (auto [iv, factor] : llvm::zip_equal(ivs, group.factors)) {
    std::string name = (prefix + schedule.getAxisName(factor.first->firstAxis)).str();
    cast<BlockArgument>(iv).setLoc(getRoleLocation(kernel.getLoc(), name));
  }
}

void ScheduleApplier::setPositions(ValueRange ivs, const LoopGroup &group) {
  for (auto [iv, factor] : llvm::zip_equal(ivs, group.factors))
    factor.first->positions[factor.second] = pool.dim(iv);
}

void ScheduleApplier::enter(Operation *loop) { llvm::append_range(active, getPlans(loop)); }

void ScheduleApplier::leave(Operation *loop) { active.truncate(active.size() - getPlans(loop).size()); }

void ScheduleApplier::emitLoops(Location loc, Operation *loop, ArrayRef<LoopGroup> groups, function_ref<void()> body) {
  if (groups.empty())
    return body();
  const LoopGroup &group = groups.front();
  SmallVector<OpFoldResult> extents;
  for (auto [plan, split] : group.factors)
    extents.push_back(getSize(plan->getSize(pool, split), loc));
  SmallVector<int64_t> strides;
  int64_t enclosing = groupThreads;
  if (group.binding == Binding::thread) {
    strides = getThreadStrides(loop, group);
    groupThreads = spans.getInnerSpan(loop);
  }
  ForOp::create(
      builder, loc, group.binding, extents,
      [&](OpBuilder &, Location, ValueRange ivs) {
        nameInductionVars(ivs, group);
        setPositions(ivs, group);
        emitLoops(loc, loop, groups.drop_front(), body);
      },
      strides);
  groupThreads = enclosing;
  for (auto [plan, split] : group.factors)
    plan->positions[split] = {};
}

void ScheduleApplier::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    emitOp(op);
}

void ScheduleApplier::emitOp(Operation &op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return emitFor(loop);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return emitReduce(reduce);
  if (auto scan = dyn_cast<ScanOp>(op))
    return emitScan(scan);
  if (auto load = dyn_cast<LoadOp>(op))
    return emitLoad(load);
  if (auto store = dyn_cast<StoreOp>(op))
    return emitStore(store);
  if (auto alloc = dyn_cast<AllocOp>(op))
    return emitAlloc(alloc);
  // Induction variables are computed anew at each use: they are cheap, and the cleanup merges them.
  IRMapping local;
  for (Value operand : op.getOperands())
    local.map(operand, lookup(operand));
  Operation *clone = builder.clone(op, local);
  mapping.map(op.getResults(), clone->getResults());
}

/// A buffer that one thread uses is its own; one that a block uses is shared.
void ScheduleApplier::emitAlloc(AllocOp op) {
  auto type = cast<MemRefType>(op.getBuffer().getType());
  Attribute space = groupThreads == 1 ? Attribute(RegistersAttr::get(builder.getContext(), {}))
                                      : Attribute(SharedAttr::get(builder.getContext()));
  auto placed = MemRefType::get(type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(), space);
  mapping.map(op.getBuffer(), AllocOp::create(builder, op.getLoc(), placed).getBuffer());
}

/// Emits code in one thread of the group.
void ScheduleApplier::emitInOneThread(Location loc, function_ref<void()> body) {
  int64_t enclosing = std::exchange(groupThreads, 1);
  ForOp::create(builder, loc, Binding::thread, {builder.getIndexAttr(1)},
                [&](OpBuilder &, Location, ValueRange) { body(); }, {1});
  groupThreads = enclosing;
}

/// Whether a loop stores and no thread factor is inside of it: one thread runs it then, so that it sees what it stores.
bool ScheduleApplier::runsInOneThread(Operation *loop) {
  if (groupThreads == 1 || spans.getSpan(loop) != 1)
    return false;
  bool hasThreadLoop = false;
  for (const AxisPlan &plan : plans)
    hasThreadLoop |= plan.attr.hasBinding(Binding::thread) && loop->isAncestor(plan.axes.front().getLoop());
  WalkResult stores = loop->walk([](StoreOp) { return WalkResult::interrupt(); });
  return !hasThreadLoop && stores.wasInterrupted();
}

void ScheduleApplier::emitFor(ForOp op) {
  for (unsigned number : getPlans(op))
    setUpPlan(plans[number]);
  if (runsInOneThread(op))
    return emitInOneThread(op.getLoc(), [&] { emitFor(op); });
  if (isTiled(op))
    return emitTiled(op);
  emitSharedStages(op);
  emitLoops(op.getLoc(), op, getGroups(op), [&] {
    enter(op);
    emitRegisterStages(op);
    emitBlock(*op.getBody());
    leave(op);
  });
}

/// The code of a region on other arguments; gives what it yields.
SmallVector<Value> ScheduleApplier::emitRegion(Region &region, ValueRange arguments) {
  mapping.map(region.getArguments(), arguments);
  emitBlock(region.front());
  return llvm::map_to_vector(region.front().getTerminator()->getOperands(), [&](Value value) { return lookup(value); });
}

/// One point of a reduction; the identity where the point lies beyond an extent.
SmallVector<Value> ScheduleApplier::emitLift(ReduceOp op) {
  enter(op);
  emitBlock(op.getLift().front());
  SmallVector<Value> state;
  for (Value value : op.getLift().front().getTerminator()->getOperands())
    state.push_back(lookup(value));
  if (Value inside = getInsideCondition(op.getLoc(), getPlans(op)))
    for (auto [value, init] : llvm::zip_equal(state, op.getInits()))
      value = arith::SelectOp::create(builder, op.getLoc(), inside, value, lookup(init));
  leave(op);
  return state;
}

SmallVector<Value> ScheduleApplier::emitReduceLevel(ReduceOp op, ArrayRef<LoopGroup> groups, bool isOutermost) {
  const LoopGroup &group = groups.front();
  SmallVector<OpFoldResult> extents;
  for (auto [plan, split] : group.factors)
    extents.push_back(getSize(plan->getSize(pool, split), op.getLoc()));
  SmallVector<Value> inits = llvm::map_to_vector(op.getInits(), [&](Value init) { return lookup(init); });
  SmallVector<int64_t> strides;
  int64_t enclosing = groupThreads;
  if (group.binding == Binding::thread)
    strides = getThreadStrides(op, group);
  auto lift = [&](OpBuilder &, Location, ValueRange ivs) {
    if (!strides.empty())
      groupThreads = spans.getInnerSpan(op);
    nameInductionVars(ivs, group);
    setPositions(ivs, group);
    SmallVector<Value> state =
        groups.size() > 1 ? emitReduceLevel(op, groups.drop_front(), /*isOutermost=*/false) : emitLift(op);
    groupThreads = enclosing;
    for (auto [plan, split] : group.factors)
      plan->positions[split] = {};
    return state;
  };
  auto combine = [&](OpBuilder &, Location, ValueRange states) { return emitRegion(op.getCombine(), states); };
  auto finish = [&](OpBuilder &, Location, ValueRange state) { return emitRegion(op.getFinish(), state); };
  bool finishes = isOutermost && op.getFinishRegion();
  auto reduce = ReduceOp::create(builder, op.getLoc(), extents, inits, lift, combine,
                                 finishes ? nest::YieldBuilder(finish) : nest::YieldBuilder(), group.binding, strides);
  return SmallVector<Value>(reduce.getResults());
}

void ScheduleApplier::emitReduce(ReduceOp op) {
  for (unsigned number : getPlans(op))
    setUpPlan(plans[number]);
  SmallVector<LoopGroup> groups = getGroups(op);
  // Without axes there is one point.
  if (groups.empty() && getPlans(op).empty())
    groups.push_back({Binding::sequential, {}});
  if (groups.empty()) {
    AxisPlan &plan = plans[getPlans(op).front()];
    groups.push_back({plan.getBinding(0), {{&plan, 0}}});
  }
  bool isOtherTree = groups.size() > 1 || groups.front().binding == Binding::thread;
  if (isOtherTree && dependsOnOrder(op.getCombine()))
    recordEffect(op.getLoc(), NumericEffect::reordered);
  mapping.map(op.getResults(), emitReduceLevel(op, groups, /*isOutermost=*/true));
}

/// A scan keeps its form; one thread runs it in order.
void ScheduleApplier::emitScan(ScanOp op) {
  AxisPlan &plan = plans[getPlans(op).front()];
  setUpPlan(plan);
  if (runsInOneThread(op))
    return emitInOneThread(op.getLoc(), [&] { emitScan(op); });
  SmallVector<Value> inits = llvm::map_to_vector(op.getInits(), [&](Value init) { return lookup(init); });
  auto run = [&](Region &region, ValueRange arguments, bool hasIndex) {
    if (!hasIndex)
      return emitRegion(region, arguments);
    mapping.map(region.getArgument(0), arguments.front());
    SmallVector<Value> yielded = emitRegion(region, arguments);
    return yielded;
  };
  auto scan = ScanOp::create(
      builder, op.getLoc(), {getSize(plan.total, op.getLoc())}, inits,
      [&](OpBuilder &, Location, ValueRange ivs) { return run(op.getLift(), ivs, true); },
      [&](OpBuilder &, Location, ValueRange states) { return run(op.getCombine(), states, false); },
      [&](OpBuilder &, Location, ValueRange arguments) { return run(op.getEmit(), arguments, true); },
      Binding::sequential);
  scan.setExclusive(op.getExclusive());
  scan.setReverse(op.getReverse());
}
