// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduled kernel as a whole: checks, sizes of factors, the grid.

#include "ScheduleApplier.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

ScheduleApplier::ScheduleApplier(KernelOp kernel, ScheduleAttr schedule)
    : kernel(kernel), schedule(schedule), pool(kernel.getContext()), builder(kernel), axes(getKernelAxes(kernel)),
      spans(kernel, schedule) {
  unsigned first = 0;
  for (AxisAttr entry : schedule.getAxes()) {
    AxisPlan &plan = plans.emplace_back();
    plan.attr = entry;
    plan.firstAxis = first;
    for (unsigned i = 0; i < entry.getKinds().size(); ++i, ++first) {
      plan.axes.push_back(axes[first]);
      planOfInductionVar[axes[first].getInductionVar()] = {plans.size() - 1, i};
    }
    plansOfLoop[plan.axes.front().loop].push_back(plans.size() - 1);
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

LogicalResult ScheduleApplier::check() {
  if (failed(checkBody()) || failed(checkBlocks()))
    return failure();
  for (StagingAttr staging : schedule.getStagings())
    if (failed(staging.getSpace() == StagingSpace::registers ? checkRegisters(staging) : checkShared(staging)))
      return failure();
  return success();
}

/// Only the operations of this dialect hold loops and accesses. A buffer on chip belongs to one thread, or to a whole
/// block.
LogicalResult ScheduleApplier::checkBody() {
  llvm::DenseMap<Operation *, bool> hasThreads;
  for (const AxisPlan &plan : plans)
    hasThreads[plan.axes.front().loop] |= plan.attr.hasBinding(Binding::thread);
  auto anyThreadsInside = [&](Operation *loop) {
    WalkResult result = loop->walk([&](LoopNestOpInterface inner) {
      return inner != loop && hasThreads[inner] ? WalkResult::interrupt() : WalkResult::advance();
    });
    return result.wasInterrupted();
  };
  WalkResult result = kernel->walk([&](Operation *op) {
    if (op->getNumRegions() && !isa<KernelOp, ForOp, ReduceOp, ScanOp>(op)) {
      op->emitOpError("expected loops, reductions and scans as the only operations with regions in a kernel");
      return WalkResult::interrupt();
    }
    if (isa<AllocOp>(op))
      for (Operation *loop = op->getParentOp(); loop != kernel; loop = loop->getParentOp())
        if (hasThreads[loop] && anyThreadsInside(loop)) {
          op->emitOpError("expected a buffer of one thread or of a whole block, but got one of a group of threads");
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Blocks run in any order: different nests of the body must not exchange data through buffers when there are several
/// blocks.
LogicalResult ScheduleApplier::checkBlocks() {
  bool anyBlock = false;
  for (const AxisPlan &plan : plans) {
    if (!plan.attr.hasBinding(Binding::block))
      continue;
    anyBlock = true;
    for (OpFoldResult extent : llvm::map_range(plan.axes, [](const KernelAxis &axis) { return axis.getExtent(); }))
      if (auto value = dyn_cast<Value>(extent); value && value.getParentBlock() != kernel.getBodyBlock())
        return kernel.emitOpError("expected the extent of axis ")
               << schedule.getAxisName(plan.firstAxis) << ", which has a block factor, to be computed outside of loops";
  }
  if (!anyBlock)
    return success();
  llvm::DenseMap<Value, Operation *> writer, user;
  WalkResult result = kernel->walk([&](AccessOpInterface access) {
    Operation *nest = access;
    while (nest->getParentOp() != kernel)
      nest = nest->getParentOp();
    Value buffer = access.getBuffer();
    Operation *&firstUser = user.try_emplace(buffer, nest).first->second;
    Operation *&firstWriter = writer[buffer];
    if ((access.isStore() && firstUser != nest) || (firstWriter && firstWriter != nest)) {
      access.emitOpError("expected no block factors where several nests of a kernel touch a buffer that one writes");
      return WalkResult::interrupt();
    }
    if (access.isStore())
      firstWriter = nest;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

void ScheduleApplier::setUpPlan(AxisPlan &plan) {
  if (plan.total)
    return;
  plan.total = pool.constant(1);
  for (const KernelAxis &axis : plan.axes) {
    OpFoldResult extent = axis.getExtent();
    if (auto value = dyn_cast<Value>(extent))
      extent = lookup(value);
    plan.extents.push_back(pool.extent(extent));
    plan.total = plan.total * plan.extents.back();
  }
  int64_t inner = plan.attr.getInnerSize();
  plan.outerSize = plan.total.ceilDiv(inner);
  // A factor that is not a loop over the extent runs at least once, and masks what it must not do.
  if (auto constant = dyn_cast<AffineConstantExpr>(plan.outerSize); constant && constant.getValue() == 0 &&
                                                                    plan.getBinding(0) != Binding::block &&
                                                                    plan.getBinding(0) != Binding::sequential)
    plan.outerSize = pool.constant(1);
  int64_t total = plan.getStaticTotal(), outer = plan.getStaticSize(0);
  plan.masked = ShapedType::isDynamic(total) ? inner != 1 : outer * inner != total;
  plan.positions.resize(plan.getNumSplits());
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void ScheduleApplier::apply() {
  OperationState state(kernel.getLoc(), KernelOp::getOperationName());
  state.addOperands(kernel->getOperands());
  state.addTypes(kernel->getResultTypes());
  state.addAttributes(kernel->getAttrs());
  state.addAttribute("threads", builder.getI64IntegerAttr(schedule.getThreads()));
  Block *body = &state.addRegion()->emplaceBlock();
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments())
    mapping.map(argument, body->addArgument(argument.getType(), argument.getLoc()));
  scheduled = cast<KernelOp>(builder.create(state));

  builder.setInsertionPointToStart(body);
  YieldOp::create(builder, kernel.getLoc());
  builder.setInsertionPointToStart(body);
  // Index arithmetic and constants come first: the extents of the grid are made of them.
  for (Operation &op : *kernel.getBodyBlock())
    if (isMemoryEffectFree(&op) && op.getNumRegions() == 0 && !op.hasTrait<OpTrait::IsTerminator>() &&
        llvm::all_of(op.getOperands(), [&](Value operand) { return mapping.contains(operand); }))
      builder.clone(op, mapping);
  emitGrid();

  kernel.replaceAllUsesWith(scheduled.getResults());
  kernel.erase();
}

void ScheduleApplier::emitGrid() {
  // The block factors along one path of nested loops are the axes of the grid; different paths share the axes in order.
  SmallVector<SmallVector<AffineExpr>> sizes;
  for (auto [number, plan] : llvm::enumerate(plans)) {
    if (!plan.attr.hasBinding(Binding::block))
      continue;
    setUpPlan(plan);
    unsigned position = 0;
    Operation *loop = plan.axes.front().loop;
    for (unsigned other = 0; other < number; ++other)
      if (plans[other].attr.hasBinding(Binding::block) && plans[other].axes.front().loop->isAncestor(loop))
        ++position;
    blockPosition[number] = position;
    if (sizes.size() <= position)
      sizes.resize(position + 1);
    if (!llvm::is_contained(sizes[position], plan.outerSize))
      sizes[position].push_back(plan.outerSize);
  }
  auto emitNests = [&] {
    for (Operation &op : kernel.getBodyBlock()->without_terminator())
      if (op.getNumRegions() || op.getNumResults() == 0 ||
          llvm::any_of(op.getResults(), [&](Value result) { return !mapping.contains(result); }))
        emitOp(op);
  };
  if (sizes.empty())
    return emitNests();

  Location loc = kernel.getLoc();
  SmallVector<OpFoldResult> extents;
  for (ArrayRef<AffineExpr> candidates : sizes) {
    OpFoldResult extent = getSize(candidates.front(), loc);
    for (AffineExpr other : candidates.drop_front()) {
      Value a = getValueOrCreateConstantIndexOp(builder, loc, extent);
      Value b = getValueOrCreateConstantIndexOp(builder, loc, getSize(other, loc));
      extent = getAsOpFoldResult(arith::MaxSIOp::create(builder, getRoleLocation(loc, role::size), a, b).getResult());
      if (auto ca = getConstantIntValue(a), cb = getConstantIntValue(b); ca && cb)
        extent = builder.getIndexAttr(std::max(*ca, *cb));
    }
    extents.push_back(extent);
  }
  // Where the grid is larger than a nest needs, the nest masks the rest.
  for (auto [number, position] : blockPosition)
    if (sizes[position].size() > 1)
      plans[number].masked = true;
  ForOp::create(builder, loc, Binding::block, extents, [&](OpBuilder &, Location, ValueRange ivs) {
    llvm::append_range(blockIvs, ivs);
    for (auto [number, position] : blockPosition) {
      plans[number].positions[0] = pool.dim(ivs[position]);
      if (position < ivs.size()) {
        std::string name = "b_" + schedule.getAxisName(plans[number].firstAxis);
        cast<BlockArgument>(ivs[position]).setLoc(getRoleLocation(loc, name));
      }
    }
    emitNests();
  });
}
