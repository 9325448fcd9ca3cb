// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter's index arithmetic.

#include "IndexArithmetic.h"

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace emmy::interpreter {

//===----------------------------------------------------------------------===//
// Functions of coordinates
//===----------------------------------------------------------------------===//

static int64_t divide(AffineExprKind kind, int64_t numerator, int64_t divisor) {
  switch (kind) {
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(numerator, divisor);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(numerator, divisor);
  default:
    return llvm::mod(numerator, divisor);
  }
}

IndexFunction::IndexFunction(AffineExpr expr, ArrayRef<int64_t> symbols) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    constant = cast<AffineConstantExpr>(expr).getValue();
    return;
  case AffineExprKind::DimId:
    terms.push_back({cast<AffineDimExpr>(expr).getPosition(), 1});
    return;
  case AffineExprKind::SymbolId:
    constant = symbols[cast<AffineSymbolExpr>(expr).getPosition()];
    return;
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  IndexFunction lhs(binary.getLHS(), symbols), rhs(binary.getRHS(), symbols);
  if (expr.getKind() == AffineExprKind::Add) {
    add(lhs, 1);
    add(rhs, 1);
    return;
  }
  // What multiplies or divides is a constant once the symbols have values.
  if (expr.getKind() == AffineExprKind::Mul) {
    assert((lhs.isConstant() || rhs.isConstant()) && "affine expressions multiply by constants and symbols");
    rhs.isConstant() ? add(lhs, rhs.constant) : add(rhs, lhs.constant);
    return;
  }
  assert(rhs.isConstant() && "affine expressions divide by constants and symbols");
  int64_t divisor = std::max<int64_t>(rhs.constant, 1);
  if (lhs.isConstant())
    constant = divide(expr.getKind(), lhs.constant, divisor);
  else
    divisions.push_back({expr.getKind(), std::move(lhs), divisor, /*factor=*/1});
}

void IndexFunction::add(const IndexFunction &other, int64_t factor) {
  constant += factor * other.constant;
  for (auto [dim, dimFactor] : other.terms)
    terms.push_back({dim, factor * dimFactor});
  for (const Division &division : other.divisions) {
    divisions.push_back(division);
    divisions.back().factor *= factor;
  }
}

int64_t IndexFunction::operator()(ArrayRef<int64_t> coordinates) const {
  int64_t sum = constant;
  for (auto [dim, factor] : terms)
    sum += factor * coordinates[dim];
  for (const Division &division : divisions)
    sum += division.factor * divide(division.kind, division.numerator(coordinates), division.divisor);
  return sum;
}

IndexSet::IndexSet(IntegerSet set, ArrayRef<int64_t> symbols) {
  for (unsigned index = 0; index < set.getNumConstraints(); ++index)
    constraints.push_back({IndexFunction(set.getConstraint(index), symbols), set.isEq(index)});
}

bool IndexSet::contains(ArrayRef<int64_t> coordinates) const {
  return llvm::all_of(constraints, [&](const auto &constraint) {
    int64_t value = constraint.first(coordinates);
    return constraint.second ? value == 0 : value >= 0;
  });
}

//===----------------------------------------------------------------------===//
// Index values
//===----------------------------------------------------------------------===//

std::optional<int64_t> evaluate(Value index, const llvm::StringMap<int64_t> &sizes) {
  Operation *op = index.getDefiningOp();
  IntegerAttr constant;
  if (matchPattern(index, m_Constant(&constant)))
    return constant.getInt();
  if (auto size = dyn_cast_or_null<SizeOp>(op)) {
    auto known = sizes.find(size.getSymbol());
    if (known != sizes.end())
      return known->second;
    op->emitOpError("expected a value for @") << size.getSymbol() << ", but got none";
    return std::nullopt;
  }
  auto failUnknown = [&]() -> std::optional<int64_t> {
    mlir::emitError(index.getLoc(), "expected index arithmetic that the interpreter knows, but got ") << index;
    return std::nullopt;
  };
  if (!op || op->getNumOperands() != 2)
    return failUnknown();
  std::optional<int64_t> left = evaluate(op->getOperand(0), sizes), right = evaluate(op->getOperand(1), sizes);
  if (!left || !right)
    return std::nullopt;
  int64_t lhs = *left, rhs = *right;
  bool isDivision =
      isa<arith::FloorDivSIOp, arith::CeilDivSIOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op);
  if (isDivision && rhs == 0) {
    op->emitOpError("expected a divisor other than 0, but got 0");
    return std::nullopt;
  }
  auto check = [&](bool overflows, int64_t result) -> std::optional<int64_t> {
    if (!overflows)
      return result;
    op->emitOpError("expected a result that 64 bits hold, but got operands ") << lhs << " and " << rhs;
    return std::nullopt;
  };
  int64_t result = 0;
  uint64_t unsignedLhs = lhs, unsignedRhs = rhs;
  bool isLargest = rhs == -1 && lhs == std::numeric_limits<int64_t>::min();
  if (isDivision && isLargest && !isa<arith::DivUIOp, arith::RemUIOp>(op))
    return check(/*overflows=*/true, 0);
  return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case<arith::AddIOp>([&](Operation *) {
        bool overflows = llvm::AddOverflow(lhs, rhs, result);
        return check(overflows, result);
      })
      .Case<arith::SubIOp>([&](Operation *) {
        bool overflows = llvm::SubOverflow(lhs, rhs, result);
        return check(overflows, result);
      })
      .Case<arith::MulIOp>([&](Operation *) {
        bool overflows = llvm::MulOverflow(lhs, rhs, result);
        return check(overflows, result);
      })
      .Case<arith::MaxSIOp>([&](Operation *) { return std::max(lhs, rhs); })
      .Case<arith::MinSIOp>([&](Operation *) { return std::min(lhs, rhs); })
      .Case<arith::FloorDivSIOp>([&](Operation *) { return llvm::divideFloorSigned(lhs, rhs); })
      .Case<arith::CeilDivSIOp>([&](Operation *) { return llvm::divideCeilSigned(lhs, rhs); })
      .Case<arith::DivSIOp>([&](Operation *) { return lhs / rhs; })
      .Case<arith::RemSIOp>([&](Operation *) { return lhs % rhs; })
      .Case<arith::DivUIOp>([&](Operation *) { return static_cast<int64_t>(unsignedLhs / unsignedRhs); })
      .Case<arith::RemUIOp>([&](Operation *) { return static_cast<int64_t>(unsignedLhs % unsignedRhs); })
      .Default([&](Operation *) { return failUnknown(); });
}

} // namespace emmy::interpreter
