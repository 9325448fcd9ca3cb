// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The index simplifier on affine expressions, maps and guards.

#include "Emmy/Analysis/IndexSimplifier.h"

#include "IndexAlgebra.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace emmy {

IndexRange IndexRange::getExtent(AffineExpr extent) {
  return {getAffineConstantExpr(0, extent.getContext()), extent - 1};
}

IndexRange IndexRange::getConstant(MLIRContext *context, int64_t min, std::optional<int64_t> max) {
  return {getAffineConstantExpr(min, context), max ? getAffineConstantExpr(*max, context) : AffineExpr()};
}

class IndexSimplifier::Impl : public IndexAlgebra {
public:
  using IndexAlgebra::IndexAlgebra;

  /// Whether `expr >= 0`, or `expr == 0`, holds or fails everywhere.
  std::optional<bool> evaluate(AffineExpr expr, bool isEquality) {
    Polynomial value = fromExpr(expr), one(1);
    if (!isEquality) {
      if (isNonNegative(value))
        return true;
      return isNonNegative(-value - one) ? std::optional(false) : std::nullopt;
    }
    if (isNonNegative(value) && isNonNegative(-value))
      return true;
    return isNonNegative(value - one) || isNonNegative(-value - one) ? std::optional(false) : std::nullopt;
  }
};

IndexSimplifier::IndexSimplifier(MLIRContext *context, ArrayRef<IndexRange> dims, ArrayRef<IndexRange> symbols)
    : impl(std::make_unique<Impl>(context, dims, symbols)) {}
IndexSimplifier::IndexSimplifier(IndexSimplifier &&) = default;
IndexSimplifier::~IndexSimplifier() = default;

void IndexSimplifier::assume(IntegerSet guard) {
  for (unsigned index = 0; index < guard.getNumConstraints(); ++index) {
    Polynomial constraint = impl->fromExpr(guard.getConstraint(index));
    impl->assume(constraint);
    if (guard.isEq(index))
      impl->assume(-constraint);
  }
}

AffineExpr IndexSimplifier::simplify(AffineExpr expr) { return impl->toExpr(impl->fromExpr(expr), expr); }

AffineMap IndexSimplifier::simplify(AffineMap map) {
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : map.getResults())
    exprs.push_back(simplify(expr));
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), exprs, map.getContext());
}

bool IndexSimplifier::isNonNegative(AffineExpr expr) { return impl->isNonNegative(impl->fromExpr(expr)); }

bool IndexSimplifier::areEqual(AffineExpr lhs, AffineExpr rhs) { return impl->fromExpr(lhs) == impl->fromExpr(rhs); }

std::optional<bool> IndexSimplifier::evaluate(IntegerSet guard) {
  bool isTrue = true;
  for (unsigned index = 0; index < guard.getNumConstraints(); ++index) {
    std::optional<bool> holds = impl->evaluate(guard.getConstraint(index), guard.isEq(index));
    if (holds == false)
      return false;
    isTrue &= holds.has_value();
  }
  return isTrue ? std::optional(true) : std::nullopt;
}

IntegerSet IndexSimplifier::simplify(IntegerSet guard) {
  SmallVector<std::pair<AffineExpr, bool>> constraints;
  for (unsigned index = 0; index < guard.getNumConstraints(); ++index) {
    std::pair<AffineExpr, bool> constraint(simplify(guard.getConstraint(index)), guard.isEq(index));
    if (impl->evaluate(constraint.first, constraint.second) != true && !llvm::is_contained(constraints, constraint))
      constraints.push_back(constraint);
  }
  // What follows from the others.
  for (unsigned index = 0; index < constraints.size() && constraints.size() > 1;) {
    Impl others(*impl);
    for (auto [other, constraint] : llvm::enumerate(constraints)) {
      if (other == index)
        continue;
      others.assume(others.fromExpr(constraint.first));
      if (constraint.second)
        others.assume(-others.fromExpr(constraint.first));
    }
    if (others.evaluate(constraints[index].first, constraints[index].second) == true)
      constraints.erase(constraints.begin() + index);
    else
      ++index;
  }
  if (constraints.empty())
    return guard;
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
  for (auto [expr, isEquality] : constraints) {
    exprs.push_back(expr);
    equalities.push_back(isEquality);
  }
  return IntegerSet::get(guard.getNumDims(), guard.getNumSymbols(), exprs, equalities);
}

unsigned countDivisions(AffineExpr expr) {
  unsigned count = 0;
  expr.walk([&](AffineExpr part) {
    AffineExprKind kind = part.getKind();
    count += kind == AffineExprKind::FloorDiv || kind == AffineExprKind::CeilDiv || kind == AffineExprKind::Mod;
  });
  return count;
}

unsigned countDivisions(AffineMap map) {
  unsigned count = 0;
  for (AffineExpr expr : map.getResults())
    count += countDivisions(expr);
  return count;
}

unsigned countDivisions(IntegerSet set) {
  unsigned count = 0;
  for (AffineExpr expr : set.getConstraints())
    count += countDivisions(expr);
  return count;
}

} // namespace emmy
