// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values and accesses of the scheduled kernel: positions along old axes are composed into maps, and what lies beyond an
// extent is guarded.

#include "ScheduleApplier.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

Value ScheduleApplier::lookup(Value old) {
  if (auto it = planOfInductionVar.find(old); it != planOfInductionVar.end() && !mapping.contains(old)) {
    auto [number, axis] = it->second;
    return pool.materialize(builder, old.getLoc(), plans[number].getIndex(pool, axis));
  }
  if (!mapping.contains(old))
    rematerialize(old);
  return mapping.lookup(old);
}

/// The expression of an index operand. `used` collects the plans whose positions it depends on; `opaque` is set where
/// it depends on more than positions and sizes.
AffineExpr ScheduleApplier::getExpr(Value old, bool isSymbol, bool &opaque, SmallVectorImpl<AxisPlan *> &used) {
  if (auto it = planOfInductionVar.find(old); it != planOfInductionVar.end() && !mapping.contains(old)) {
    AxisPlan &plan = plans[it->second.first];
    used.push_back(&plan);
    return plan.getIndex(pool, it->second.second);
  }
  Value value = lookup(old);
  // What is computed outside of the loops is the same in every iteration.
  if (value.getParentBlock() != scheduled.getBodyBlock())
    opaque = true;
  return isSymbol ? pool.symbol(value) : pool.dim(value);
}

Value ScheduleApplier::getZero(Type type) {
  Value &zero = zeros[type];
  if (!zero) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(scheduled.getBodyBlock());
    zero = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getZeroAttr(type));
  }
  return zero;
}

ScheduleApplier::Access ScheduleApplier::getAccess(AccessOpInterface op) {
  Access access;
  bool opaque = false;
  SmallVector<AxisPlan *> used;
  auto getExprs = [&](ValueRange operands, unsigned numDims) {
    SmallVector<AffineExpr> exprs;
    for (auto [i, operand] : llvm::enumerate(operands))
      exprs.push_back(getExpr(operand, i >= numDims, opaque, used));
    return exprs;
  };
  AffineMap map = op.getMap();
  SmallVector<AffineExpr> operands = getExprs(op.getIndices(), map.getNumDims());
  for (AffineExpr result : map.getResults())
    access.exprs.push_back(pool.compose(result, map.getNumDims(), operands));
  if (std::optional<IntegerSet> guard = op.getGuard()) {
    SmallVector<AffineExpr> guardOperands = getExprs(op.getGuardOperands(), guard->getNumDims());
    for (auto [constraint, isEquality] : llvm::zip_equal(guard->getConstraints(), guard->getEqFlags())) {
      access.constraints.push_back(pool.compose(constraint, guard->getNumDims(), guardOperands));
      access.isEquality.push_back(isEquality);
    }
  }
  for (unsigned number : active) {
    AxisPlan &plan = plans[number];
    if (!plan.masked || !(op.isStore() || opaque || llvm::is_contained(used, &plan)))
      continue;
    auto [position, limit] = plan.getBound(pool);
    access.constraints.push_back(limit - 1 - position);
    access.isEquality.push_back(false);
  }
  if (!op.isStore() || !isa<BlockArgument>(op.getBuffer()))
    return access;
  // Of the blocks along grid axes that do not run this store's loops, one stores.
  for (unsigned position = 0; position < blockIvs.size(); ++position) {
    if (llvm::any_of(active, [&](unsigned number) {
          auto it = blockPosition.find(number);
          return it != blockPosition.end() && it->second == position;
        }))
      continue;
    access.constraints.push_back(pool.dim(blockIvs[position]));
    access.isEquality.push_back(true);
  }
  return access;
}

Value ScheduleApplier::createLoad(LoadOp old, Type type) {
  Access access = getAccess(old);
  IndexPool::Map map = pool.finish(access.exprs);
  if (access.constraints.empty())
    return LoadOp::create(builder, old.getLoc(), lookup(old.getBuffer()), map.map, map.operands, IntegerSet(),
                          ValueRange(), Value(), type);
  IndexPool::Set guard = pool.finish(access.constraints, access.isEquality);
  Value other = old.getElseValue() ? lookup(old.getElseValue()) : getZero(type);
  return LoadOp::create(builder, old.getLoc(), lookup(old.getBuffer()), map.map, map.operands, guard.set,
                        guard.operands, other, type);
}

void ScheduleApplier::emitLoad(LoadOp op) {
  if (!emitStagedLoad(op))
    mapping.map(op.getResult(), createLoad(op, op.getResult().getType()));
}

void ScheduleApplier::emitStore(StoreOp op) {
  auto create = [&] {
    Access access = getAccess(op);
    IndexPool::Map map = pool.finish(access.exprs);
    IndexPool::Set guard;
    if (!access.constraints.empty())
      guard = pool.finish(access.constraints, access.isEquality);
    StoreOp::create(builder, op.getLoc(), lookup(op.getValue()), lookup(op.getBuffer()), map.map, map.operands,
                    guard.set, guard.operands);
  };
  // What all threads of a group agree on is stored by one of them.
  if (groupThreads != 1)
    return emitInOneThread(op.getLoc(), create);
  create();
}

/// True where the positions of all these plans are inside their extents; null where none is masked.
Value ScheduleApplier::getInsideCondition(Location loc, ArrayRef<unsigned> numbers) {
  loc = getRoleLocation(loc, role::inside);
  Value condition;
  for (unsigned number : numbers) {
    AxisPlan &plan = plans[number];
    if (!plan.masked)
      continue;
    auto [position, limit] = plan.getBound(pool);
    Value a = pool.materialize(builder, loc, position), b = pool.materialize(builder, loc, limit);
    Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, a, b);
    condition = condition ? arith::AndIOp::create(builder, loc, condition, inside).getResult() : inside;
  }
  return condition;
}
