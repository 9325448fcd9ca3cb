// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine and semi-affine expressions as index arithmetic.

#include "Emmy/Conversion/LoopToScf/NestToScf.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineExprVisitor.h"

using namespace mlir;
using namespace emmy;

namespace {
/// Emits the operations of an expression, operands before users.
class Expander : public AffineExprVisitor<Expander, Value> {
public:
  Expander(OpBuilder &builder, Location loc, ValueRange dims, ValueRange symbols)
      : builder(builder), loc(loc), dims(dims), symbols(symbols) {}

  Value visitConstantExpr(AffineConstantExpr expr) {
    return arith::ConstantIndexOp::create(builder, loc, expr.getValue());
  }
  Value visitDimExpr(AffineDimExpr expr) { return dims[expr.getPosition()]; }
  Value visitSymbolExpr(AffineSymbolExpr expr) { return symbols[expr.getPosition()]; }
  Value visitAddExpr(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = visit(expr.getRHS());
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  }
  Value visitMulExpr(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = visit(expr.getRHS());
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  }
  Value visitFloorDivExpr(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = getDivisor(expr.getRHS());
    return arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = getDivisor(expr.getRHS());
    return arith::CeilDivSIOp::create(builder, loc, lhs, rhs);
  }
  Value visitModExpr(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = getDivisor(expr.getRHS());
    Value remainder = arith::RemSIOp::create(builder, loc, lhs, rhs);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value isNegative = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, remainder, zero);
    Value wrapped = arith::AddIOp::create(builder, loc, remainder, rhs);
    return arith::SelectOp::create(builder, loc, isNegative, wrapped, remainder);
  }

private:
  Value getDivisor(AffineExpr expr) {
    // A size that became a constant may be zero as well.
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (constant)
      return arith::ConstantIndexOp::create(builder, loc, std::max<int64_t>(constant.getValue(), 1));
    Value divisor = visit(expr);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    return arith::MaxSIOp::create(builder, loc, divisor, one);
  }

  OpBuilder &builder;
  Location loc;
  ValueRange dims, symbols;
};
} // namespace

SmallVector<Value> emmy::expandIndexMap(OpBuilder &builder, Location loc, AffineMap map, ValueRange operands) {
  Expander expander(builder, loc, operands.take_front(map.getNumDims()), operands.drop_front(map.getNumDims()));
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) { return expander.visit(expr); });
}

Value emmy::expandGuard(OpBuilder &builder, Location loc, IntegerSet guard, ValueRange operands) {
  Expander expander(builder, loc, operands.take_front(guard.getNumDims()), operands.drop_front(guard.getNumDims()));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value all;
  for (auto [expr, isEquality] : llvm::zip_equal(guard.getConstraints(), guard.getEqFlags())) {
    auto predicate = isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value value = expander.visit(expr);
    Value holds = arith::CmpIOp::create(builder, loc, predicate, value, zero);
    all = all ? arith::AndIOp::create(builder, loc, all, holds).getResult() : holds;
  }
  return all;
}
