// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic of one kernel as affine expressions: naming of values, guards, applied maps.

#include "Emmy/Dialect/Loop/Utils/IndexSpace.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

AffineExpr IndexSpace::getDim(Value value, IndexRange range) {
  AffineExpr &expr = known[value];
  if (!expr) {
    expr = getAffineDimExpr(dims.size(), context);
    dims.push_back(value);
    dimRanges.push_back(range);
    simplifier.reset();
  }
  return expr;
}

AffineExpr IndexSpace::getSymbol(Value value, IndexRange range) {
  AffineExpr &expr = known[value];
  if (!expr) {
    expr = getAffineSymbolExpr(symbols.size(), context);
    symbols.push_back(value);
    symbolRanges.push_back(range);
    simplifier.reset();
  }
  return expr;
}

AffineExpr IndexSpace::getExpr(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getConstant(constant.getSExtValue());
  return getDim(value);
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// The set with exactly the dims and symbols that its constraints need, so that equal conditions are one attribute.
static IntegerSet getSet(ArrayRef<AffineExpr> constraints, ArrayRef<bool> isEquality, MLIRContext *context) {
  AffineMap map = AffineMap::inferFromExprList({constraints}, context).front();
  return IntegerSet::get(map.getNumDims(), map.getNumSymbols(), constraints, isEquality);
}

/// The expression, which is no constant, as a part without one and a constant. Simplified sums have it last.
static std::pair<AffineExpr, int64_t> splitConstant(AffineExpr expr) {
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr); sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS()))
      return {sum.getLHS(), constant.getValue()};
  return {expr, 0};
}

Guard IndexSpace::conjoin(Guard guard, AffineExpr expr, bool isEquality) const {
  if (guard.isNever)
    return guard;
  expr = simplify(expr);
  if (std::optional<bool> known = getSimplifier().evaluate(getSet({expr}, {isEquality}, context)))
    return *known ? guard : Guard{{}, true};
  if (!guard.hasSet())
    return {getSet({expr}, {isEquality}, context)};
  SmallVector<AffineExpr> constraints(guard.set.getConstraints());
  SmallVector<bool> equalities(guard.set.getEqFlags());
  // Of two bounds of one value the closer one says both. So the n-th of many pieces beside each other, which stands
  // behind the ends of all pieces before it, has a guard of two bounds and not of n.
  auto [value, constant] = splitConstant(expr);
  for (auto [other, flag] : llvm::zip_equal(constraints, equalities)) {
    auto [otherValue, otherConstant] = splitConstant(other);
    if (otherValue != value)
      continue;
    // `value + constant` is 0 or more, or 0, and so is `value + otherConstant`.
    if (flag)
      return otherConstant == constant || (!isEquality && constant > otherConstant) ? guard : Guard{{}, true};
    if (isEquality && constant > otherConstant)
      return {{}, true};
    if (!isEquality && constant >= otherConstant)
      return guard;
    other = expr;
    flag = isEquality;
    return {getSet(constraints, equalities, context)};
  }
  constraints.push_back(expr);
  equalities.push_back(isEquality);
  return {getSet(constraints, equalities, context)};
}

Guard IndexSpace::conjoin(Guard lhs, Guard rhs) const {
  if (lhs.isNever || rhs.isAlways())
    return lhs;
  if (rhs.isNever || lhs.isAlways())
    return rhs;
  for (auto [expr, flag] : llvm::zip_equal(rhs.set.getConstraints(), rhs.set.getEqFlags()))
    lhs = conjoin(lhs, expr, flag);
  return lhs;
}

Guard IndexSpace::getGuard(IntegerSet set, ArrayRef<AffineExpr> dims, ArrayRef<AffineExpr> symbols) const {
  Guard guard;
  for (auto [expr, flag] : llvm::zip_equal(set.getConstraints(), set.getEqFlags()))
    guard = conjoin(guard, expr.replaceDimsAndSymbols(dims, symbols), flag);
  return guard;
}

//===----------------------------------------------------------------------===//
// Applied maps and guards
//===----------------------------------------------------------------------===//

namespace {
/// Renumbers the dims and symbols that expressions use, in order of their first numbers.
struct Compressor {
  Compressor(ArrayRef<AffineExpr> exprs, ArrayRef<Value> dims, ArrayRef<Value> symbols, MLIRContext *context)
      : usedDims(dims.size()), usedSymbols(symbols.size()) {
    for (AffineExpr expr : exprs)
      expr.walk([&](AffineExpr leaf) {
        if (auto dim = dyn_cast<AffineDimExpr>(leaf))
          usedDims[dim.getPosition()] = true;
        if (auto symbol = dyn_cast<AffineSymbolExpr>(leaf))
          usedSymbols[symbol.getPosition()] = true;
      });
    for (auto [used, value] : llvm::zip_equal(usedDims, dims)) {
      newDims.push_back(used ? getAffineDimExpr(numDims++, context) : AffineExpr());
      if (used)
        operands.push_back(value);
    }
    for (auto [used, value] : llvm::zip_equal(usedSymbols, symbols)) {
      newSymbols.push_back(used ? getAffineSymbolExpr(numSymbols++, context) : AffineExpr());
      if (used)
        operands.push_back(value);
    }
  }
  AffineExpr get(AffineExpr expr) const { return expr.replaceDimsAndSymbols(newDims, newSymbols); }

  SmallVector<bool> usedDims, usedSymbols;
  SmallVector<AffineExpr> newDims, newSymbols;
  SmallVector<Value> operands;
  unsigned numDims = 0, numSymbols = 0;
};
} // namespace

AppliedMap IndexSpace::apply(ArrayRef<AffineExpr> exprs) const {
  Compressor compressor(exprs, dims, symbols, context);
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : exprs)
    results.push_back(compressor.get(expr));
  return {AffineMap::get(compressor.numDims, compressor.numSymbols, results, context), compressor.operands};
}

AppliedGuard IndexSpace::apply(IntegerSet guard) const {
  Compressor compressor(guard.getConstraints(), dims, symbols, context);
  SmallVector<AffineExpr> constraints;
  for (AffineExpr expr : guard.getConstraints())
    constraints.push_back(compressor.get(expr));
  return {IntegerSet::get(compressor.numDims, compressor.numSymbols, constraints, guard.getEqFlags()),
          compressor.operands};
}

void IndexSpace::collectValues(AffineExpr expr, SmallVectorImpl<Value> &values) const {
  expr.walk([&](AffineExpr leaf) {
    if (auto dim = dyn_cast<AffineDimExpr>(leaf))
      values.push_back(dims[dim.getPosition()]);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(leaf))
      values.push_back(symbols[symbol.getPosition()]);
  });
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

AffineExpr loop::getExtentExpr(ExtentAttr extent, function_ref<AffineExpr(StringRef)> getSymbol,
                               function_ref<AffineExpr(ExtentAttr)> getComputed) {
  MLIRContext *context = extent.getContext();
  auto getAtom = [&](Attribute atom) -> AffineExpr {
    if (auto symbol = dyn_cast<StringAttr>(atom))
      return getSymbol(symbol.getValue());
    auto function = cast<ExtentAtomAttr>(atom);
    if (function.getFunction() == ExtentFunction::min || function.getFunction() == ExtentFunction::max)
      return getComputed(ExtentAttr::getFunction(function.getFunction(), function.getLhs(), function.getRhs()));
    AffineExpr lhs = getExtentExpr(function.getLhs(), getSymbol, getComputed);
    AffineExpr rhs = getExtentExpr(function.getRhs(), getSymbol, getComputed);
    if (function.getFunction() == ExtentFunction::floordiv)
      return lhs.floorDiv(rhs);
    return function.getFunction() == ExtentFunction::ceildiv ? lhs.ceilDiv(rhs) : lhs % rhs;
  };
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (auto [coefficient, monomial] : llvm::zip_equal(extent.getCoefficients(), extent.getMonomials())) {
    AffineExpr product = getAffineConstantExpr(coefficient, context);
    for (Attribute atom : monomial)
      product = getAtom(atom) * product;
    sum = sum + product;
  }
  return sum;
}
