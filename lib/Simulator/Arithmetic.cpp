// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of integer arithmetic: 32-bit index arithmetic that wraps, and divisions by zero. Lanes that do not take part
// may hold anything, so a division has to be kept from trapping in them too.

#include "FunctionLowering.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy::simulator;

/// Calls the runtime where one of the active lanes is set.
void FunctionLowering::reportWhere(Value lanes, Operation *op, Fault fault) {
  info.sites.push_back({op});
  unsigned site = info.sites.size() - 1;
  Value active = arith::SelectOp::create(builder, loc, mask.lanes, lanes, getZero(lanes.getType()));
  Value bits = getBits(active);
  auto branch = scf::IfOp::create(builder, loc, isAny(bits), /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Mask outer = mask;
  mask.bits = bits;
  callHook("fault", site, getInteger(builder.getI32Type(), static_cast<int64_t>(fault)));
  mask = outer;
}

/// The same operation in 64 bits gives another value where 32 bits wrap.
void FunctionLowering::checkOverflow(Operation *op) {
  if (!op->getResult(0).getType().isInteger(32))
    return;
  Value lhs = getLanes(op->getOperand(0)), rhs = getLanes(op->getOperand(1));
  auto wide = VectorType::get({kWarpSize}, builder.getI64Type());
  auto extend = [&](Value value) -> Value { return arith::ExtSIOp::create(builder, loc, wide, value); };
  OperationState state(loc, op->getName(), {extend(lhs), extend(rhs)}, {wide});
  Value exact = builder.create(state)->getResult(0);
  Value kept = extend(arith::TruncIOp::create(builder, loc, lhs.getType(), exact));
  Value wraps = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, exact, kept);
  reportWhere(wraps, op, Fault::overflow);
}

/// The divisor with 1 in place of what a processor traps on: 0, and -1 below the smallest number, whose quotient with 1
/// is what wrapping gives.
Value FunctionLowering::makeDivisor(Operation *op, bool isUniform) {
  Value source = op->getOperand(1);
  APInt constant;
  if (matchPattern(source, m_ConstantInt(&constant)) && !constant.isZero() && !constant.isAllOnes())
    return values.lookup(source).front();
  Value divisor = getLanes(source), dividend = getLanes(op->getOperand(0));
  Type type = divisor.getType();
  unsigned bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  auto isEqual = [&](Value value, int64_t number) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value, getInteger(type, number));
  };
  Value isZero = isEqual(divisor, 0);
  if (context.checked)
    reportWhere(isZero, op, Fault::divisionByZero);
  Value traps = isZero;
  if (isa<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op)) {
    Value smallest = isEqual(dividend, llvm::APInt::getSignedMinValue(bits).getSExtValue());
    Value wraps = arith::AndIOp::create(builder, loc, smallest, isEqual(divisor, -1));
    traps = arith::OrIOp::create(builder, loc, traps, wraps);
  }
  // A select keeps what inactive lanes hold out of the result.
  Value keeps = arith::SelectOp::create(builder, loc, traps, getZero(mask.lanes.getType()), mask.lanes);
  Value result = arith::SelectOp::create(builder, loc, keeps, divisor, getInteger(type, 1));
  if (!isUniform)
    return result;
  // All lanes have the same; the first active one need not be lane 0.
  Value trapsInOne = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, getBits(traps),
                                           getInteger(builder.getI32Type(), 0));
  Value scalar = getScalar(source);
  return arith::SelectOp::create(builder, loc, trapsInOne, getInteger(scalar.getType(), 1), scalar);
}
