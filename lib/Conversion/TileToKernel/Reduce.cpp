// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans inside one thread. The state of every lane of a vector loop around is carried side by side.

#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

/// Lanes side by side: component by component, each with all of its lanes.
static SmallVector<Value> flatten(ArrayRef<Lanes> state, unsigned numLanes) {
  SmallVector<Value> flat;
  for (const Lanes &component : state)
    for (unsigned lane = 0; lane < numLanes; ++lane)
      flat.push_back(component.size() == 1 ? component.front() : component[lane]);
  return flat;
}

static SmallVector<Lanes> unflatten(ValueRange flat, unsigned numLanes) {
  SmallVector<Lanes> state;
  for (unsigned i = 0; i < flat.size(); i += numLanes)
    state.push_back(Lanes(flat.slice(i, numLanes)));
  return state;
}

static SmallVector<Lanes> lookupInits(ReductionOpInterface op, Scope &scope) {
  return llvm::map_to_vector(op.getInits(), [&](Value init) { return scope.lookup(init); });
}

/// combine(lhs, rhs) in every lane of the scope.
static FailureOr<SmallVector<Lanes>>
combineLanes(ReductionOpInterface op, ArrayRef<Lanes> lhs, ArrayRef<Lanes> rhs,
             function_ref<FailureOr<SmallVector<Lanes>>(Region &, ArrayRef<Lanes>)> lowerRegion) {
  SmallVector<Lanes> arguments(lhs);
  llvm::append_range(arguments, rhs);
  return lowerRegion(op.getCombine(), arguments);
}

FailureOr<SmallVector<Value>> KernelLowering::emitCombine(ReductionOpInterface op, ValueRange lhs, ValueRange rhs,
                                                          Scope &scope) {
  SmallVector<Lanes> arguments;
  for (ValueRange side : {lhs, rhs})
    for (Value value : side)
      arguments.push_back({value});
  Scope single(&scope, 1, scope.getNumLanes() > 1 ? std::optional<unsigned>(0) : std::nullopt);
  FailureOr<SmallVector<Lanes>> results = lowerRegion(op.getCombine(), arguments, single);
  if (failed(results))
    return failure();
  return flatten(*results, 1);
}

/// The final state of every lane, flat.
FailureOr<SmallVector<Value>> KernelLowering::emitSerialReduce(tile::ReduceOp op, Scope &scope) {
  auto nest = cast<LoopNestOpInterface>(*op);
  auto reduction = cast<ReductionOpInterface>(*op);
  unsigned lanes = scope.getNumLanes();
  auto lower = [&](Region &region, ArrayRef<Lanes> arguments) { return lowerRegion(region, arguments, scope); };
  SmallVector<Lanes> state = lookupInits(reduction, scope);

  // The lanes of a vector reduction are lifted together, then combined one after the other.
  if (op.getBinding() == Binding::vector && lanes == 1 && !isContainer(op)) {
    SmallVector<Lanes> indices(nest.getNumAxes());
    (void)forEachPoint(nest.getStaticExtents(), [&](ArrayRef<Lanes> point) {
      for (auto [all, index] : llvm::zip_equal(indices, point))
        all.push_back(index.front());
      return success();
    });
    unsigned count = indices.empty() ? 1 : indices.front().size();
    if (count == 0)
      return flatten(state, lanes);
    Scope inner(&scope, count);
    FailureOr<SmallVector<Lanes>> lifted = lowerRegion(reduction.getLift(), indices, inner);
    if (failed(lifted))
      return failure();
    SmallVector<Value> result = flatten(state, 1);
    for (unsigned lane = 0; lane < count; ++lane) {
      SmallVector<Value> part;
      for (const Lanes &component : *lifted)
        part.push_back(component.size() == 1 ? component.front() : component[lane]);
      FailureOr<SmallVector<Value>> next = emitCombine(reduction, result, part, scope);
      if (failed(next))
        return failure();
      result = *next;
    }
    return result;
  }

  auto step = [&](ArrayRef<Lanes> indices, ArrayRef<Lanes> current) -> FailureOr<SmallVector<Lanes>> {
    FailureOr<SmallVector<Lanes>> lifted = lower(reduction.getLift(), indices);
    if (failed(lifted))
      return failure();
    return combineLanes(reduction, current, *lifted, lower);
  };
  if (op.getBinding() == Binding::vector || op.getBinding() == Binding::unroll) {
    LogicalResult result = forEachPoint(nest.getStaticExtents(), [&](ArrayRef<Lanes> indices) -> LogicalResult {
      FailureOr<SmallVector<Lanes>> next = step(indices, state);
      if (failed(next))
        return failure();
      state = *next;
      return success();
    });
    if (failed(result))
      return failure();
    return flatten(state, lanes);
  }
  return emitLoops(nest, scope, flatten(state, lanes), [&](ArrayRef<Lanes> indices, ValueRange carried) {
    FailureOr<SmallVector<Lanes>> next = step(indices, unflatten(carried, lanes));
    return failed(next) ? FailureOr<SmallVector<Value>>(failure()) : flatten(*next, lanes);
  });
}

LogicalResult KernelLowering::lowerReduce(tile::ReduceOp op, Scope &scope) {
  auto reduction = cast<ReductionOpInterface>(*op);
  bool isThread = op.getBinding() == Binding::thread;
  if (!isThread && !llvm::is_contained({Binding::sequential, Binding::vector, Binding::unroll}, op.getBinding()))
    return op.emitOpError("expected a reduction bound to threads, lanes or to nobody, but got '")
           << stringifyBinding(op.getBinding()) << "'; run emmy-tile-apply-schedule";
  unsigned lanes = scope.getNumLanes();
  if (lanes > 1 && (isThread || !hasUniformExtents(cast<LoopNestOpInterface>(*op), scope))) {
    // One lane after the other; their results are put together.
    SmallVector<Lanes> results(op->getNumResults());
    LogicalResult status = forEachLane(scope, [&](Scope &lane, unsigned) -> LogicalResult {
      if (failed(lowerReduce(op, lane)))
        return failure();
      for (auto [all, result] : llvm::zip_equal(results, op->getResults()))
        all.push_back(lane.lookup(result, 0));
      return success();
    });
    for (auto [all, result] : llvm::zip_equal(results, op->getResults()))
      scope.map(result, all);
    return status;
  }

  Touches before = pending;
  bool isPhased = phaseDepth == 0;
  if (isPhased && !isThread)
    addPending(getTouches(op));
  FailureOr<SmallVector<Value>> state = isThread ? emitThreadReduce(op, scope) : emitSerialReduce(op, scope);
  if (failed(state))
    return failure();
  if (isPhased && !isThread)
    addPending(before);
  SmallVector<Lanes> results = unflatten(*state, lanes);
  if (Region *finish = reduction.getFinishRegion()) {
    FailureOr<SmallVector<Lanes>> finished = lowerRegion(*finish, results, scope);
    if (failed(finished))
      return failure();
    results = *finished;
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    scope.map(result, value);
  return success();
}

LogicalResult KernelLowering::lowerScan(tile::ScanOp op, Scope &scope) {
  auto nest = cast<LoopNestOpInterface>(*op);
  auto reduction = cast<ReductionOpInterface>(*op);
  if (llvm::is_contained({Binding::block, Binding::warp, Binding::thread}, op.getBinding()))
    return op.emitOpError("expected a scan that runs in order, but got '") << stringifyBinding(op.getBinding()) << "'";
  unsigned lanes = scope.getNumLanes();
  if (!hasUniformExtents(nest, scope))
    return forEachLane(scope, [&](Scope &lane, unsigned) { return lowerScan(op, lane); });
  auto lower = [&](Region &region, ArrayRef<Lanes> arguments) { return lowerRegion(region, arguments, scope); };
  Value last;
  if (op.getReverse()) {
    OpFoldResult extent = nest.getMixedExtents().front();
    Value size = isa<Value>(extent) ? scope.lookup(cast<Value>(extent), 0) : getIndex(*getConstantIntValue(extent));
    last = arith::SubIOp::create(builder, op.getLoc(), size, getIndex(1), arith::IntegerOverflowFlags::nsw);
  }
  auto body = [&](ArrayRef<Lanes> position, ValueRange carried) -> FailureOr<SmallVector<Value>> {
    SmallVector<Lanes> indices(position);
    if (last)
      indices[0] = {
          arith::SubIOp::create(builder, op.getLoc(), last, indices[0].front(), arith::IntegerOverflowFlags::nsw)};
    SmallVector<Lanes> state = unflatten(carried, lanes);
    auto emit = [&](ArrayRef<Lanes> prefix) {
      SmallVector<Lanes> arguments(indices);
      llvm::append_range(arguments, prefix);
      return lower(*reduction.getEmitRegion(), arguments);
    };
    if (op.getExclusive() && failed(emit(state)))
      return failure();
    FailureOr<SmallVector<Lanes>> lifted = lower(reduction.getLift(), indices);
    if (failed(lifted))
      return failure();
    FailureOr<SmallVector<Lanes>> next = combineLanes(reduction, state, *lifted, lower);
    if (failed(next) || (!op.getExclusive() && failed(emit(*next))))
      return failure();
    return flatten(*next, lanes);
  };
  return success(succeeded(emitLoops(nest, scope, flatten(lookupInits(reduction, scope), lanes), body)));
}
