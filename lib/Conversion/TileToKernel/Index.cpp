// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic: affine expressions over the values of one lane. Values that are constants there are folded into the
// expression first, so that unrolled code has constant offsets.

#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

Value KernelLowering::getIndex(int64_t value) {
  return arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getIntegerAttr(indexType, value));
}

Value KernelLowering::castIndex(Value value, Type type, bool isUnsigned) {
  unsigned from = value.getType().getIntOrFloatBitWidth(), to = type.getIntOrFloatBitWidth();
  Location loc = value.getLoc();
  if (from == to)
    return value;
  if (from > to)
    return builder.createOrFold<arith::TruncIOp>(loc, type, value);
  if (isUnsigned)
    return builder.createOrFold<arith::ExtUIOp>(loc, type, value);
  return builder.createOrFold<arith::ExtSIOp>(loc, type, value);
}

SmallVector<std::string> KernelLowering::getNames(LoopNestOpInterface op) {
  SmallVector<std::string> names;
  nest::nameInductionVars(op, op.getIterationRegion(), [&](Value, StringRef name) { names.push_back(name.str()); });
  return names;
}

Value KernelLowering::emitAnd(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return builder.createOrFold<arith::AndIOp>(getLoc(role::inside), lhs, rhs);
}

/// The expression with the operands that are constants written as such.
static AffineExpr foldConstants(AffineExpr expr, unsigned numDims, ValueRange operands) {
  SmallVector<AffineExpr> dims, symbols;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    bool isDim = index < numDims;
    AffineExpr part =
        isDim ? getAffineDimExpr(index, expr.getContext()) : getAffineSymbolExpr(index - numDims, expr.getContext());
    if (APInt constant; matchPattern(operand, m_ConstantInt(&constant)))
      part = getAffineConstantExpr(constant.getSExtValue(), expr.getContext());
    (isDim ? dims : symbols).push_back(part);
  }
  return simplifyAffineExpr(expr.replaceDimsAndSymbols(dims, symbols), numDims, operands.size() - numDims);
}

Value KernelLowering::emitExpr(AffineExpr expr, unsigned numDims, ValueRange operands, ValueRange tileValues) {
  return emitPart(foldConstants(expr, numDims, operands), numDims, operands, tileValues);
}

/// floordiv, ceildiv and mod: one instruction where the numerator is a natural number.
Value KernelLowering::emitDivision(AffineBinaryOpExpr expr, unsigned numDims, ValueRange operands,
                                   ValueRange tileValues) {
  Location loc = getLoc(role::index);
  auto nsw = arith::IntegerOverflowFlags::nsw;
  IndexRange range = facts.getRange(expr.getLHS(), tileValues, numDims);
  IndexRange divisorRange = facts.getRange(expr.getRHS(), tileValues, numDims);
  bool isMod = expr.getKind() == AffineExprKind::Mod;
  if (range.low >= 0 && range.high < divisorRange.low && expr.getKind() != AffineExprKind::CeilDiv)
    return isMod ? emitPart(expr.getLHS(), numDims, operands, tileValues) : getIndex(0);

  Value numerator = emitPart(expr.getLHS(), numDims, operands, tileValues);
  Value divisor = emitPart(expr.getRHS(), numDims, operands, tileValues);
  if (divisorRange.low < 1)
    divisor = arith::MaxSIOp::create(builder, loc, divisor, getIndex(1));
  if (expr.getKind() == AffineExprKind::CeilDiv) {
    // ceil(x / d) = floor((x + d - 1) / d).
    Value one = arith::SubIOp::create(builder, loc, divisor, getIndex(1), nsw);
    numerator = arith::AddIOp::create(builder, loc, numerator, one, nsw);
    range.low = range.low >= 0 ? 0 : range.low;
  }
  if (range.low >= 0)
    return isMod ? arith::RemSIOp::create(builder, loc, numerator, divisor).getResult()
                 : arith::DivSIOp::create(builder, loc, numerator, divisor).getResult();
  // x mod d is the remainder, plus d where that is negative; x floordiv d divides x - (x mod d).
  Value remainder = arith::RemSIOp::create(builder, loc, numerator, divisor);
  Value isNegative = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, remainder, getIndex(0));
  Value shifted = arith::AddIOp::create(builder, loc, remainder, divisor, nsw);
  Value modulo = arith::SelectOp::create(builder, loc, isNegative, shifted, remainder);
  if (isMod)
    return modulo;
  return arith::DivSIOp::create(builder, loc, arith::SubIOp::create(builder, loc, numerator, modulo, nsw), divisor);
}

Value KernelLowering::emitPart(AffineExpr expr, unsigned numDims, ValueRange operands, ValueRange tileValues) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return getIndex(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Location loc = getLoc(role::index);
  auto nsw = arith::IntegerOverflowFlags::nsw;
  if (expr.getKind() != AffineExprKind::Add && expr.getKind() != AffineExprKind::Mul)
    return emitDivision(binary, numDims, operands, tileValues);

  Value lhs = emitPart(binary.getLHS(), numDims, operands, tileValues);
  if (expr.getKind() == AffineExprKind::Mul) {
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (factor && factor.getValue() == -1)
      return arith::SubIOp::create(builder, loc, getIndex(0), lhs, nsw);
    return arith::MulIOp::create(builder, loc, lhs, emitPart(binary.getRHS(), numDims, operands, tileValues), nsw);
  }
  // a + -c and a + b * -c are subtractions.
  if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS()); constant && constant.getValue() < 0)
    return arith::SubIOp::create(builder, loc, lhs, getIndex(-constant.getValue()), nsw);
  if (auto product = dyn_cast<AffineBinaryOpExpr>(binary.getRHS()); product && product.getKind() == AffineExprKind::Mul)
    if (auto factor = dyn_cast<AffineConstantExpr>(product.getRHS()); factor && factor.getValue() < 0) {
      Value term = emitPart(product.getLHS() * -factor.getValue(), numDims, operands, tileValues);
      return arith::SubIOp::create(builder, loc, lhs, term, nsw);
    }
  return arith::AddIOp::create(builder, loc, lhs, emitPart(binary.getRHS(), numDims, operands, tileValues), nsw);
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// Splits a sum into its positive terms, its negative terms (negated) and its constant.
static void splitTerms(AffineExpr expr, AffineExpr &positive, AffineExpr &negative, int64_t &constant) {
  if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
    constant += value.getValue();
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && expr.getKind() == AffineExprKind::Add) {
    splitTerms(binary.getLHS(), positive, negative, constant);
    splitTerms(binary.getRHS(), positive, negative, constant);
    return;
  }
  auto addTo = [](AffineExpr &sum, AffineExpr term) { sum = sum ? sum + term : term; };
  if (binary && expr.getKind() == AffineExprKind::Mul)
    if (auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS()); factor && factor.getValue() < 0) {
      // A negated sum is the sum of its negated terms.
      if (binary.getLHS().getKind() == AffineExprKind::Add) {
        auto sum = cast<AffineBinaryOpExpr>(binary.getLHS());
        splitTerms(sum.getLHS() * factor.getValue(), positive, negative, constant);
        splitTerms(sum.getRHS() * factor.getValue(), positive, negative, constant);
        return;
      }
      addTo(negative, binary.getLHS() * -factor.getValue());
      return;
    }
  addTo(positive, expr);
}

/// `expr >= 0` (or `== 0`) as a comparison of what is added with what is subtracted.
Value KernelLowering::emitConstraint(AffineExpr expr, bool isEquality, unsigned numDims, ValueRange operands,
                                     ValueRange tileValues) {
  Location loc = getLoc(role::inside);
  expr = foldConstants(expr, numDims, operands);
  IndexRange range = facts.getRange(expr, tileValues, numDims);
  if (isEquality ? range.low == 0 && range.high == 0 : range.low >= 0)
    return {};
  if (isEquality ? range.low > 0 || range.high < 0 : range.high < 0)
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getBoolAttr(false));
  AffineExpr positive, negative;
  int64_t constant = 0;
  splitTerms(expr, positive, negative, constant);
  MLIRContext *context = builder.getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  AffineExpr left = negative ? negative : zero, right = positive ? positive : zero;
  arith::CmpIPredicate predicate = isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sle;
  if (!isEquality && !positive) {
    // left <= c is left < c + 1.
    predicate = arith::CmpIPredicate::slt;
    right = getAffineConstantExpr(constant + 1, context);
  } else if (!isEquality && !negative) {
    predicate = arith::CmpIPredicate::sge;
    left = positive;
    right = getAffineConstantExpr(-constant, context);
  } else if (!isEquality && constant == -1) {
    predicate = arith::CmpIPredicate::slt;
  } else if (constant < 0) {
    left = left - constant;
  } else {
    right = right + constant;
  }
  Value lhs = emitPart(left, numDims, operands, tileValues);
  Value rhs = emitPart(right, numDims, operands, tileValues);
  return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
}

Value KernelLowering::emitGuard(IntegerSet set, ValueRange operands, ValueRange tileValues) {
  Value all;
  for (auto [index, expr] : llvm::enumerate(set.getConstraints()))
    all = emitAnd(all, emitConstraint(expr, set.isEq(index), set.getNumDims(), operands, tileValues));
  return all;
}
