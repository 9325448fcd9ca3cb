// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops by binding: threads, vector lanes, unrolled and sequential ones.

#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

static LoopNestOpInterface getNest(Operation *op) { return cast<LoopNestOpInterface>(op); }

void KernelLowering::lowerFor(tile::ForOp op, Scope &scope) {
  LoopNestOpInterface nest = getNest(op);
  switch (op.getBinding()) {
  case Binding::thread:
    return lowerThreadFor(op, scope);
  case Binding::vector:
    return lowerVectorFor(op, scope);
  case Binding::unroll:
    return forEachPoint(nest.getStaticExtents(),
                        [&](ArrayRef<Lanes> indices) { lowerRegion(nest.getIterationRegion(), indices, scope); });
  default:
    assert(op.getBinding() == Binding::sequential && "the verifier and the check leave no other binding");
  }
  if (!hasUniformExtents(nest, scope))
    return forEachLane(scope, [&](Scope &lane, unsigned) { return lowerFor(op, lane); });
  auto body = [&](ArrayRef<Lanes> indices, ValueRange) {
    lowerRegion(nest.getIterationRegion(), indices, scope);
    return SmallVector<Value>();
  };
  // A phase of one iteration meets those of the next.
  Touches before = pending;
  bool isPhased = phaseDepth == 0;
  if (isPhased)
    addPending(getTouches(op));
  emitLoops(nest, scope, {}, body);
  if (isPhased)
    addPending(before);
}

//===----------------------------------------------------------------------===//
// In order
//===----------------------------------------------------------------------===//

void KernelLowering::forEachPoint(ArrayRef<int64_t> extents, PointFn body) {
  int64_t count = 1;
  for (int64_t extent : extents)
    count *= extent;
  for (int64_t point = 0; point < count; ++point) {
    SmallVector<Lanes> indices(extents.size());
    int64_t rest = point;
    for (unsigned axis = extents.size(); axis-- > 0;) {
      indices[axis] = {getIndex(rest % extents[axis])};
      rest /= extents[axis];
    }
    body(indices);
  }
}

bool KernelLowering::hasUniformExtents(LoopNestOpInterface op, Scope &scope) {
  return llvm::all_of(op.getDynamicExtents(), [&](Value extent) { return scope.lookup(extent).size() == 1; });
}

void KernelLowering::forEachLane(Scope &scope, function_ref<void(Scope &, unsigned)> body) {
  for (unsigned lane = 0; lane < scope.getNumLanes(); ++lane) {
    Scope inner(&scope, 1, lane);
    body(inner, lane);
  }
}

SmallVector<Value> KernelLowering::emitLoops(LoopNestOpInterface op, Scope &scope, ValueRange inits, StateFn body) {
  Location loc = op.getLoc();
  OpBuilder::InsertionGuard insertion(builder);
  SmallVector<scf::ForOp> loops;
  SmallVector<Lanes> indices;
  SmallVector<Value> state(inits);
  SmallVector<std::string> names = getNames(op);
  for (OpFoldResult extent : op.getMixedExtents()) {
    // An axis of one iteration is no loop.
    if (getConstantIntValue(extent) == 1) {
      indices.push_back({getIndex(0)});
      continue;
    }
    Value upper = isa<Value>(extent) ? scope.lookup(cast<Value>(extent), 0) : getIndex(*getConstantIntValue(extent));
    Value zero = getIndex(0), one = getIndex(1);
    auto loop = scf::ForOp::create(builder, loc, zero, upper, one, state);
    loop.getInductionVar().setLoc(getLoc(names[indices.size()]));
    loops.push_back(loop);
    indices.push_back({loop.getInductionVar()});
    state.assign(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
    builder.setInsertionPointToEnd(loop.getBody());
    if (inits.empty())
      builder.setInsertionPoint(loop.getBody()->getTerminator());
  }
  SmallVector<Value> results = body(indices, state);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    if (!inits.empty()) {
      builder.setInsertionPointToEnd(loop.getBody());
      scf::YieldOp::create(builder, loc, results);
      results.assign(loop.getResults().begin(), loop.getResults().end());
    }
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

void KernelLowering::lowerVectorFor(tile::ForOp op, Scope &scope) {
  LoopNestOpInterface nest = getNest(op);
  ArrayRef<int64_t> extents = nest.getStaticExtents();
  // Lanes of an outer vector loop take their turns; a phase is never entered by lanes.
  if (scope.getNumLanes() > 1)
    return forEachLane(scope, [&](Scope &lane, unsigned) { return lowerVectorFor(op, lane); });
  if (isContainer(op))
    return forEachPoint(extents,
                        [&](ArrayRef<Lanes> indices) { lowerRegion(nest.getIterationRegion(), indices, scope); });
  SmallVector<Lanes> indices(extents.size());
  forEachPoint(extents, [&](ArrayRef<Lanes> point) {
    for (auto [all, index] : llvm::zip_equal(indices, point))
      all.push_back(index.front());
  });
  unsigned count = indices.empty() ? 1 : indices.front().size();
  if (count == 0)
    return;
  Scope inner(&scope, count);
  lowerRegion(nest.getIterationRegion(), indices, inner);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

int64_t KernelLowering::getPeriod(int64_t stride, ArrayRef<int64_t> strides) {
  int64_t period = numThreads;
  for (int64_t other : strides)
    if (other > stride)
      period = std::min(period, other);
  // One iteration of a loop around is run by as many threads as its smallest stride.
  for (int64_t other : threadStrides)
    period = std::min(period, other);
  return period;
}

std::pair<Value, bool> KernelLowering::getThreadPosition(int64_t stride, int64_t extent, ArrayRef<int64_t> strides,
                                                         StringRef name) {
  int64_t period = getPeriod(stride, strides);
  Location loc = getLoc(name);
  Value position = threadId;
  if (period < numThreads)
    position = arith::RemSIOp::create(builder, loc, position, getIndex(period));
  if (stride > 1)
    position = arith::DivSIOp::create(builder, loc, position, getIndex(stride));
  return {position, llvm::divideCeil(period, stride) > extent};
}

void KernelLowering::lowerThreadFor(tile::ForOp op, Scope &scope) {
  assert(scope.getNumLanes() == 1 && "a vector loop around a thread loop is run lane by lane");
  LoopNestOpInterface nest = getNest(op);
  Location loc = getLoc(role::inside);
  SmallVector<Lanes> indices;
  SmallVector<std::string> names = getNames(nest);
  Value condition;
  // All threads take part in what a container synchronizes: those without work repeat the last iteration and store
  // nothing.
  bool isShared = phaseDepth == 0 && isContainer(op);
  for (auto [extent, stride] : llvm::zip_equal(nest.getStaticExtents(), nest.getStrides())) {
    auto [position, mayExceed] = getThreadPosition(stride, extent, nest.getStrides(), names[indices.size()]);
    if (mayExceed) {
      Value limit = getIndex(extent);
      condition = emitAnd(condition, arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, position, limit));
      if (isShared)
        position = arith::MinSIOp::create(builder, getLoc(names[indices.size()]), position,
                                          getIndex(std::max<int64_t>(extent - 1, 0)));
    }
    indices.push_back({position});
  }
  size_t depth = threadStrides.size();
  llvm::append_range(threadStrides, nest.getStrides());
  OpBuilder::InsertionGuard insertion(builder);
  if (condition && isShared) {
    storeConditions.push_back(condition);
  } else if (condition) {
    auto branch = scf::IfOp::create(builder, op.getLoc(), condition, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  lowerRegion(nest.getIterationRegion(), indices, scope);
  if (condition && isShared)
    storeConditions.pop_back();
  threadStrides.resize(depth);
}
