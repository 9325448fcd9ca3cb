// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each loop around kernels carries the number of its step.

#include "LoopLimit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

static void limitLoop(scf::WhileOp loop, int64_t maxSteps) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  auto getNumber = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(number));
  };
  SmallVector<Value> inits(loop.getInits());
  inits.push_back(getNumber(0));
  SmallVector<Type> types(loop.getResultTypes());
  types.push_back(builder.getI64Type());
  auto limited = scf::WhileOp::create(builder, loc, types, inits);
  limited.getBefore().takeBody(loop.getBefore());
  limited.getAfter().takeBody(loop.getAfter());

  Value step = limited.getBeforeBody()->addArgument(builder.getI64Type(), loc);
  scf::ConditionOp condition = limited.getConditionOp();
  builder.setInsertionPoint(condition);
  Value isFew = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, step, getNumber(maxSteps));
  Value holds = arith::AndIOp::create(builder, loc, condition.getCondition(), isFew);
  condition.getConditionMutable().assign(holds);
  condition.getArgsMutable().append(step);

  Value current = limited.getAfterBody()->addArgument(builder.getI64Type(), loc);
  scf::YieldOp yield = limited.getYieldOp();
  builder.setInsertionPoint(yield);
  Value next = arith::AddIOp::create(builder, loc, current, getNumber(1));
  yield.getResultsMutable().append(next);
  loop.replaceAllUsesWith(limited.getResults().drop_back());
  loop.erase();
}

void emmy::limitLoops(ModuleOp module, int64_t maxSteps) {
  SmallVector<scf::WhileOp> loops;
  // Kernels have none.
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    function.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
  for (scf::WhileOp loop : loops)
    limitLoop(loop, maxSteps);
}
