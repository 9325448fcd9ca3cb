// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic of one kernel as affine expressions: what ranges prove, and arithmetic that computes expressions.

#include "Emmy/Dialect/Loop/Utils/IndexSpace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static std::optional<int64_t> add(std::optional<int64_t> lhs, std::optional<int64_t> rhs) {
  int64_t sum;
  if (!lhs || !rhs || llvm::AddOverflow(*lhs, *rhs, sum))
    return std::nullopt;
  return sum;
}

/// Products of all ends; an unknown end makes both unknown, unless both factors are known to be non-negative.
static IndexRange multiply(const IndexRange &lhs, const IndexRange &rhs) {
  auto product = [](std::optional<int64_t> a, std::optional<int64_t> b) -> std::optional<int64_t> {
    int64_t result;
    if (!a || !b || llvm::MulOverflow(*a, *b, result))
      return std::nullopt;
    return result;
  };
  if (lhs.min && rhs.min && *lhs.min >= 0 && *rhs.min >= 0)
    return {product(lhs.min, rhs.min), product(lhs.max, rhs.max)};
  if (lhs.min && lhs.min == lhs.max) {
    IndexRange result = {product(lhs.min, rhs.min), product(lhs.min, rhs.max)};
    if (*lhs.min < 0)
      std::swap(result.min, result.max);
    return result;
  }
  if (rhs.min && rhs.min == rhs.max)
    return multiply(rhs, lhs);
  std::optional<int64_t> ends[] = {product(lhs.min, rhs.min), product(lhs.min, rhs.max), product(lhs.max, rhs.min),
                                   product(lhs.max, rhs.max)};
  IndexRange result = {ends[0], ends[0]};
  for (std::optional<int64_t> end : ends) {
    if (!end)
      return {};
    result.min = std::min(*result.min, *end);
    result.max = std::max(*result.max, *end);
  }
  return result;
}

IndexRange IndexSpace::getRange(AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dimRanges[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbolRanges[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  IndexRange lhs = getRange(binary.getLHS()), rhs = getRange(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return {add(lhs.min, rhs.min), add(lhs.max, rhs.max)};
  case AffineExprKind::Mul:
    return multiply(lhs, rhs);
  case AffineExprKind::Mod: {
    // By at least one.
    IndexRange result = {0, add(rhs.max, -1)};
    if (result.max && *result.max < 0)
      result.max = 0;
    if (lhs.min && *lhs.min >= 0 && lhs.max && (!result.max || *lhs.max < *result.max))
      result.max = lhs.max;
    return result;
  }
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv: {
    auto divide = [&](std::optional<int64_t> value) -> std::optional<int64_t> {
      if (!value || !rhs.min || rhs.min != rhs.max || *rhs.min <= 0)
        return std::nullopt;
      return expr.getKind() == AffineExprKind::FloorDiv ? llvm::divideFloorSigned(*value, *rhs.min)
                                                        : llvm::divideCeilSigned(*value, *rhs.min);
    };
    IndexRange result = {divide(lhs.min), divide(lhs.max)};
    if (!result.min && lhs.min && *lhs.min >= 0)
      result = {0, lhs.max};
    return result;
  }
  default:
    return {};
  }
}

/// The coefficient of dim `position` where it is a plain term of the sum, with the rest of the sum.
static std::optional<int64_t> splitDim(AffineExpr expr, unsigned position, AffineExpr &rest) {
  if (!expr.isFunctionOfDim(position)) {
    rest = expr;
    return 0;
  }
  rest = getAffineConstantExpr(0, expr.getContext());
  if (isa<AffineDimExpr>(expr))
    return 1;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mul) {
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!factor || !isa<AffineDimExpr>(binary.getLHS()))
      return std::nullopt;
    return factor.getValue();
  }
  if (expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  AffineExpr left, right;
  std::optional<int64_t> a = splitDim(binary.getLHS(), position, left), b = splitDim(binary.getRHS(), position, right);
  if (!a || !b)
    return std::nullopt;
  rest = left + right;
  return *a + *b;
}

bool IndexSpace::isProvablyNonNegative(AffineExpr expr) const {
  expr = simplify(expr);
  IndexRange range = getRange(expr);
  if (range.min)
    return *range.min >= 0;
  // An induction variable with a negative coefficient is largest at extent - 1.
  for (unsigned position = 0; position < dims.size(); ++position) {
    AffineExpr rest;
    std::optional<int64_t> coefficient = splitDim(expr, position, rest);
    if (!coefficient || *coefficient >= 0 || !dimRanges[position].extent)
      continue;
    expr = simplify(rest + (dimRanges[position].extent - 1) * *coefficient);
    range = getRange(expr);
    if (range.min)
      return *range.min >= 0;
  }
  return false;
}

AffineExpr IndexSpace::simplify(AffineExpr expr) const {
  expr = simplifyAffineExpr(expr, dims.size(), symbols.size());
  // Divisions that ranges decide.
  auto decide = [&](AffineExpr inner) -> AffineExpr {
    auto binary = dyn_cast<AffineBinaryOpExpr>(inner);
    if (!binary || (inner.getKind() != AffineExprKind::Mod && inner.getKind() != AffineExprKind::FloorDiv))
      return inner;
    IndexRange lhs = getRange(binary.getLHS()), rhs = getRange(binary.getRHS());
    if (lhs.min && *lhs.min >= 0 && lhs.max && rhs.min && *lhs.max < *rhs.min)
      return inner.getKind() == AffineExprKind::Mod ? binary.getLHS() : getAffineConstantExpr(0, context);
    return inner;
  };
  AffineExpr decided = expr;
  expr.walk([&](AffineExpr inner) {
    AffineExpr replacement = decide(inner);
    if (replacement != inner)
      decided = decided.replace(inner, replacement);
  });
  return decided == expr ? expr : simplifyAffineExpr(decided, dims.size(), symbols.size());
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value IndexSpace::materialize(OpBuilder &builder, Location loc, AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
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
  IndexRange range = getRange(binary.getRHS());
  if (!range.min || *range.min < 1)
    rhs = arith::MaxSIOp::create(builder, loc, rhs, arith::ConstantIndexOp::create(builder, loc, 1));
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
  Value condition;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [expr, isEquality] : llvm::zip_equal(guard.getConstraints(), guard.getEqFlags())) {
    Value holds = arith::CmpIOp::create(builder, loc, isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge,
                                        materialize(builder, loc, expr), zero);
    condition = condition ? Value(arith::AndIOp::create(builder, loc, condition, holds)) : holds;
  }
  return condition;
}
