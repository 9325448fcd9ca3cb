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
static SmallVector<Lanes> combineLanes(ReductionOpInterface op, ArrayRef<Lanes> lhs, ArrayRef<Lanes> rhs,
                                       function_ref<SmallVector<Lanes>(Region &, ArrayRef<Lanes>)> lowerRegion) {
  SmallVector<Lanes> arguments(lhs);
  llvm::append_range(arguments, rhs);
  return lowerRegion(op.getCombine(), arguments);
}

SmallVector<Value> KernelLowering::emitCombine(ReductionOpInterface op, ValueRange lhs, ValueRange rhs, Scope &scope) {
  SmallVector<Lanes> arguments;
  for (ValueRange side : {lhs, rhs})
    for (Value value : side)
      arguments.push_back({value});
  Scope single(&scope, 1, scope.getNumLanes() > 1 ? std::optional<unsigned>(0) : std::nullopt);
  return flatten(lowerRegion(op.getCombine(), arguments, single), 1);
}

/// The final state of every lane, flat.
SmallVector<Value> KernelLowering::emitSerialReduce(tile::ReduceOp op, Scope &scope) {
  auto nest = cast<LoopNestOpInterface>(*op);
  auto reduction = cast<ReductionOpInterface>(*op);
  unsigned lanes = scope.getNumLanes();
  auto lower = [&](Region &region, ArrayRef<Lanes> arguments) { return lowerRegion(region, arguments, scope); };
  SmallVector<Lanes> state = lookupInits(reduction, scope);

  // The lanes of a vector reduction are lifted together, then combined one after the other.
  if (op.getBinding() == Binding::vector && lanes == 1 && !isContainer(op)) {
    SmallVector<Lanes> indices(nest.getNumAxes());
    forEachPoint(nest.getStaticExtents(), [&](ArrayRef<Lanes> point) {
      for (auto [all, index] : llvm::zip_equal(indices, point))
        all.push_back(index.front());
    });
    unsigned count = indices.empty() ? 1 : indices.front().size();
    if (count == 0)
      return flatten(state, lanes);
    Scope inner(&scope, count);
    SmallVector<Lanes> lifted = lowerRegion(reduction.getLift(), indices, inner);
    SmallVector<Value> result = flatten(state, 1);
    for (unsigned lane = 0; lane < count; ++lane) {
      SmallVector<Value> part;
      for (const Lanes &component : lifted)
        part.push_back(component.size() == 1 ? component.front() : component[lane]);
      result = emitCombine(reduction, result, part, scope);
    }
    return result;
  }

  auto step = [&](ArrayRef<Lanes> indices, ArrayRef<Lanes> current) {
    return combineLanes(reduction, current, lower(reduction.getLift(), indices), lower);
  };
  if (op.getBinding() == Binding::vector || op.getBinding() == Binding::unroll) {
    forEachPoint(nest.getStaticExtents(), [&](ArrayRef<Lanes> indices) { state = step(indices, state); });
    return flatten(state, lanes);
  }
  return emitLoops(nest, scope, flatten(state, lanes), [&](ArrayRef<Lanes> indices, ValueRange carried) {
    return flatten(step(indices, unflatten(carried, lanes)), lanes);
  });
}

void KernelLowering::lowerReduce(tile::ReduceOp op, Scope &scope) {
  auto reduction = cast<ReductionOpInterface>(*op);
  bool isThread = op.getBinding() == Binding::thread;
  unsigned lanes = scope.getNumLanes();
  if (lanes > 1 && !hasUniformExtents(cast<LoopNestOpInterface>(*op), scope)) {
    // One lane after the other; their results are put together.
    SmallVector<Lanes> results(op->getNumResults());
    forEachLane(scope, [&](Scope &lane, unsigned) {
      lowerReduce(op, lane);
      for (auto [all, result] : llvm::zip_equal(results, op->getResults()))
        all.push_back(lane.lookup(result, 0));
    });
    for (auto [all, result] : llvm::zip_equal(results, op->getResults()))
      scope.map(result, all);
    return;
  }

  Touches before = pending;
  bool isPhased = phaseDepth == 0;
  if (isPhased && !isThread)
    addPending(getTouches(op));
  SmallVector<Value> state = isThread ? emitThreadReduce(op, scope) : emitSerialReduce(op, scope);
  if (isPhased && !isThread)
    addPending(before);
  SmallVector<Lanes> results = unflatten(state, lanes);
  if (Region *finish = reduction.getFinishRegion())
    results = lowerRegion(*finish, results, scope);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    scope.map(result, value);
}

void KernelLowering::lowerScan(tile::ScanOp op, Scope &scope) {
  auto nest = cast<LoopNestOpInterface>(*op);
  auto reduction = cast<ReductionOpInterface>(*op);
  unsigned lanes = scope.getNumLanes();
  if (!hasUniformExtents(nest, scope))
    return forEachLane(scope, [&](Scope &lane, unsigned) { return lowerScan(op, lane); });
  auto lower = [&](Region &region, ArrayRef<Lanes> arguments) { return lowerRegion(region, arguments, scope); };
  Value last;
  if (op.getReverse()) {
    OpFoldResult extent = nest.getMixedExtents().front();
    Value size = isa<Value>(extent) ? scope.lookup(cast<Value>(extent), 0) : getIndex(*getConstantIntValue(extent));
    last = arith::SubIOp::create(builder, getLoc(role::index), size, getIndex(1), arith::IntegerOverflowFlags::nsw);
  }
  auto body = [&](ArrayRef<Lanes> position, ValueRange carried) {
    SmallVector<Lanes> indices(position);
    if (last)
      indices[0] = {arith::SubIOp::create(builder, getLoc(role::index), last, indices[0].front(),
                                          arith::IntegerOverflowFlags::nsw)};
    SmallVector<Lanes> state = unflatten(carried, lanes);
    auto emit = [&](ArrayRef<Lanes> prefix) {
      SmallVector<Lanes> arguments(indices);
      llvm::append_range(arguments, prefix);
      lower(*reduction.getEmitRegion(), arguments);
    };
    if (op.getExclusive())
      emit(state);
    SmallVector<Lanes> next = combineLanes(reduction, state, lower(reduction.getLift(), indices), lower);
    if (!op.getExclusive())
      emit(next);
    return flatten(next, lanes);
  };
  emitLoops(nest, scope, flatten(lookupInits(reduction, scope), lanes), body);
}
