// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic of one kernel as affine expressions: what ranges prove, and arithmetic that computes expressions.

#include "Emmy/Dialect/Loop/Utils/IndexSpace.h"
#include "Emmy/Support/Locations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

IndexSimplifier &IndexSpace::getSimplifier() const {
  if (!simplifier)
    simplifier = std::make_shared<IndexSimplifier>(context, dimRanges, symbolRanges);
  return *simplifier;
}

AffineExpr IndexSpace::simplify(AffineExpr expr) const { return getSimplifier().simplify(expr); }

bool IndexSpace::isProvablyNonNegative(AffineExpr expr) const { return getSimplifier().isNonNegative(expr); }

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value IndexSpace::materialize(OpBuilder &builder, Location loc, AffineExpr expr) const {
  loc = getRoleLocation(loc, role::index);
  auto getConstantIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), value);
  };
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return getConstantIndex(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = materialize(builder, loc, binary.getLHS());
  if (expr.getKind() == AffineExprKind::Add) {
    // a - b is written a + b * -1.
    auto product = dyn_cast<AffineBinaryOpExpr>(binary.getRHS());
    if (product && product.getKind() == AffineExprKind::Mul)
      if (auto factor = dyn_cast<AffineConstantExpr>(product.getRHS()); factor && factor.getValue() == -1)
        return arith::SubIOp::create(builder, loc, lhs, materialize(builder, loc, product.getLHS()));
    return arith::AddIOp::create(builder, loc, lhs, materialize(builder, loc, binary.getRHS()));
  }
  Value rhs = materialize(builder, loc, binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul)
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  // Code may run where its loops do not, so only what holds everywhere counts.
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || constant.getValue() < 1)
    rhs = arith::MaxSIOp::create(builder, loc, rhs, getConstantIndex(1));
  if (expr.getKind() == AffineExprKind::CeilDiv)
    return arith::CeilDivSIOp::create(builder, loc, lhs, rhs);
  // Non-negative dividends are the rule, and cheaper.
  bool isNonNegative = isProvablyNonNegative(binary.getLHS());
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return isNonNegative ? Value(arith::DivUIOp::create(builder, loc, lhs, rhs))
                         : Value(arith::FloorDivSIOp::create(builder, loc, lhs, rhs));
  if (isNonNegative)
    return arith::RemUIOp::create(builder, loc, lhs, rhs);
  Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  return arith::SubIOp::create(builder, loc, lhs, arith::MulIOp::create(builder, loc, quotient, rhs));
}

Value IndexSpace::materialize(OpBuilder &builder, Location loc, IntegerSet guard) const {
  loc = getRoleLocation(loc, role::inside);
  Value condition;
  Value zero = arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), 0);
  for (auto [expr, isEquality] : llvm::zip_equal(guard.getConstraints(), guard.getEqFlags())) {
    Value holds = arith::CmpIOp::create(builder, loc, isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge,
                                        materialize(builder, loc, expr), zero);
    condition = condition ? Value(arith::AndIOp::create(builder, loc, condition, holds)) : holds;
  }
  return condition;
}
