// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index expressions as polynomials, and back.

#include "IndexAlgebra.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace emmy {

IndexAlgebra::IndexAlgebra(MLIRContext *context, ArrayRef<IndexRange> dims, ArrayRef<IndexRange> symbols)
    : context(context), numDims(dims.size()), numSymbols(symbols.size()) {
  for (unsigned dim = 0; dim < numDims; ++dim)
    atoms.push_back({AtomKind::dim, {}, {}});
  for (unsigned symbol = 0; symbol < numSymbols; ++symbol)
    atoms.push_back({AtomKind::symbol, {}, {}});
  bounds.resize(atoms.size());
  for (auto [index, range] : llvm::enumerate(symbols)) {
    Bounds &bound = bounds[numDims + index];
    if (auto lower = dyn_cast_or_null<AffineConstantExpr>(range.lower))
      bound.lower = Polynomial(lower.getValue());
    if (auto upper = dyn_cast_or_null<AffineConstantExpr>(range.upper))
      bound.upper = Polynomial(upper.getValue());
  }
  // Extents with divisions profit from what the other extents say about the symbols.
  for (bool withDivisions : {false, true})
    for (auto [index, range] : llvm::enumerate(dims)) {
      bool hasDivision = range.upper && countDivisions(range.upper) > 0;
      if (hasDivision != withDivisions)
        continue;
      if (range.lower)
        bounds[index].lower = fromExpr(range.lower);
      if (range.upper)
        bounds[index].upper = fromExpr(range.upper);
      assumeNonEmpty(index);
    }
}

void IndexAlgebra::assumeNonEmpty(unsigned dim) {
  if (!bounds[dim].lower || !bounds[dim].upper)
    return;
  // 1 <= extent; with one term, each of its non-negative factors is at least 1.
  Polynomial extent = *bounds[dim].upper - *bounds[dim].lower + Polynomial(1);
  auto raise = [&](unsigned symbol, int64_t lower) {
    std::optional<Polynomial> &known = bounds[symbol].lower;
    if (!known || *known->getConstant() < lower) {
      known = Polynomial(lower);
      proved.clear();
    }
  };
  const auto &terms = extent.getTerms();
  if (terms.size() == 1 && terms.begin()->second > 0) {
    const Monomial &factors = terms.begin()->first;
    if (llvm::all_of(factors, [&](unsigned atom) { return isNonNegativeAtom(atom, 0); }))
      for (unsigned atom : factors)
        if (atoms[atom].kind == AtomKind::symbol)
          raise(atom, 1);
    return;
  }
  // symbol + constant
  if (terms.size() == 2 && terms.begin()->first.empty()) {
    const auto &[factors, coefficient] = *std::next(terms.begin());
    if (factors.size() == 1 && coefficient == 1 && atoms[factors[0]].kind == AtomKind::symbol)
      raise(factors[0], 1 - terms.begin()->second);
  }
}

unsigned IndexAlgebra::getAtom(AtomKind kind, const Polynomial &dividend, const Polynomial &divisor) {
  auto [known, isNew] = quotients.try_emplace({kind, dividend, divisor}, atoms.size());
  if (isNew)
    atoms.push_back({kind, dividend, divisor});
  return known->second;
}

Polynomial IndexAlgebra::fromExpr(AffineExpr expr) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return Polynomial(cast<AffineConstantExpr>(expr).getValue());
  case AffineExprKind::DimId:
    return Polynomial::getAtom(cast<AffineDimExpr>(expr).getPosition());
  case AffineExprKind::SymbolId:
    return Polynomial::getAtom(numDims + cast<AffineSymbolExpr>(expr).getPosition());
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Polynomial lhs = fromExpr(binary.getLHS()), rhs = fromExpr(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return lhs + rhs;
  if (expr.getKind() == AffineExprKind::Mul)
    return lhs * rhs;
  if (std::optional<int64_t> constant = rhs.getConstant(); constant && *constant < 1)
    rhs = Polynomial(1);
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return getQuotient(lhs, rhs);
  bool isPositive = isNonNegative(rhs - Polynomial(1));
  if (expr.getKind() == AffineExprKind::CeilDiv)
    return isPositive ? getQuotient(lhs + rhs - Polynomial(1), rhs)
                      : Polynomial::getAtom(getAtom(AtomKind::opaqueCeiling, lhs, rhs));
  return isPositive ? lhs - rhs * getQuotient(lhs, rhs)
                    : Polynomial::getAtom(getAtom(AtomKind::opaqueRemainder, lhs, rhs));
}

void IndexAlgebra::assume(const Polynomial &constraint) {
  for (unsigned dim = 0; dim < numDims; ++dim) {
    auto parts = constraint.split(dim);
    if (!parts || !constraint.contains(dim))
      continue;
    auto &[cofactor, rest] = *parts;
    std::optional<int64_t> sign = cofactor.getConstant();
    if (!sign || (*sign != 1 && *sign != -1) ||
        llvm::any_of(rest.getAtoms(), [&](unsigned atom) { return atoms[atom].kind != AtomKind::symbol; }))
      continue;
    Bounds &bound = bounds[dim];
    if (*sign == 1 && (!bound.lower || isNonNegative(-rest - *bound.lower)))
      bound.lower = -rest;
    if (*sign == -1 && (!bound.upper || isNonNegative(*bound.upper - rest)))
      bound.upper = rest;
    proved.clear();
  }
}

//===----------------------------------------------------------------------===//
// Back to expressions
//===----------------------------------------------------------------------===//

/// Writes y - E * (y floordiv E) as y mod E where that leaves fewer terms.
Polynomial IndexAlgebra::extractRemainders(Polynomial polynomial) {
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (unsigned atom : polynomial.getAtoms()) {
      if (atoms[atom].kind != AtomKind::quotient)
        continue;
      auto parts = polynomial.split(atom);
      if (!parts)
        continue;
      Polynomial cofactor = parts->first, rest = parts->second;
      // Candidates for (y, E): the dividend and divisor themselves, and other quotients whose quotient by a number this
      // one is.
      SmallVector<std::pair<Polynomial, Polynomial>> candidates = {{atoms[atom].dividend, atoms[atom].divisor}};
      for (unsigned other : rest.getAtoms()) {
        if (atoms[other].kind != AtomKind::quotient)
          continue;
        std::optional<Polynomial> ratio = atoms[atom].divisor.divideExactly(atoms[other].divisor);
        if (ratio && getQuotient(Polynomial::getAtom(other), *ratio) == Polynomial::getAtom(atom))
          candidates.push_back({Polynomial::getAtom(other), *ratio});
      }
      for (auto &[value, modulus] : candidates) {
        auto [factor, left] = divide(-cofactor, modulus);
        if (factor.isZero() || !left.isZero())
          continue;
        Polynomial remainder = Polynomial::getAtom(getAtom(AtomKind::remainder, value, modulus));
        Polynomial candidate = rest - factor * value + factor * remainder;
        if (candidate.isValid() && candidate.getTerms().size() < polynomial.getTerms().size()) {
          polynomial = candidate;
          hasChanged = true;
          break;
        }
      }
      if (hasChanged)
        break;
    }
  }
  return polynomial;
}

AffineExpr IndexAlgebra::getAtomExpr(unsigned atom) {
  if (atom < numDims)
    return getAffineDimExpr(atom, context);
  if (atom < numDims + numSymbols)
    return getAffineSymbolExpr(atom - numDims, context);
  Atom parts = atoms[atom];
  AffineExpr dividend = toExpr(parts.dividend), divisor = toExpr(parts.divisor);
  switch (parts.kind) {
  case AtomKind::remainder:
  case AtomKind::opaqueRemainder:
    return dividend % divisor;
  case AtomKind::opaqueCeiling:
    return dividend.ceilDiv(divisor);
  default:
    return dividend.floorDiv(divisor);
  }
}

AffineExpr IndexAlgebra::toExpr(const Polynomial &polynomial, AffineExpr fallback) {
  if (!polynomial.isValid())
    return fallback;
  Polynomial readable = extractRemainders(polynomial);
  AffineExpr sum = getAffineConstantExpr(0, context);
  int64_t constant = 0;
  for (const auto &[monomial, coefficient] : readable.getTerms()) {
    if (monomial.empty()) {
      constant = coefficient;
      continue;
    }
    // What is not symbolic comes first: a product is an expression times a symbol.
    AffineExpr product, symbolic;
    for (unsigned atom : monomial) {
      AffineExpr factor = getAtomExpr(atom);
      AffineExpr &target = factor.isSymbolicOrConstant() ? symbolic : product;
      target = target ? target * factor : factor;
    }
    if (!product)
      std::swap(product, symbolic);
    sum = sum + (symbolic ? product * symbolic : product) * coefficient;
  }
  return sum + constant;
}

} // namespace emmy
