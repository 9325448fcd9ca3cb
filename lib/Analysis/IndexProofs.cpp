// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs that a polynomial is never negative. Every step replaces an atom by something that makes the polynomial
// smaller or leaves it, until only symbols remain, whose coefficients decide:
//  * a quotient q = x floordiv y lies between (x - y + 1) / y and x / y; y >= 1 is a factor that does not change a
//  sign;
//  * a dim with a cofactor of known sign stands at one of its ends.

#include "IndexAlgebra.h"

#include "llvm/ADT/STLExtras.h"

namespace emmy {

/// Deeper and longer proofs than any map in practice asks for are given up.
static constexpr unsigned maxDepth = 12;
static constexpr unsigned maxSteps = 4000;

bool IndexAlgebra::prove(const Polynomial &polynomial, unsigned depth) {
  if (std::optional<int64_t> constant = polynomial.getConstant())
    return *constant >= 0;
  if (!polynomial.isValid() || depth > maxDepth || numSteps > maxSteps)
    return false;
  // While it is being proved it counts as not proved, which breaks cycles.
  auto [known, isNew] = proved.try_emplace(polynomial, false);
  if (!isNew)
    return known->second;
  numSteps = activeProofs++ == 0 ? 0 : numSteps + 1;
  bool answer = proveUncached(polynomial, depth);
  --activeProofs;
  // A failure at some depth need not be one at less depth.
  if (answer)
    proved[polynomial] = true;
  else
    proved.erase(polynomial);
  return answer;
}

bool IndexAlgebra::isNonNegativeAtom(unsigned atom, unsigned depth) {
  switch (atoms[atom].kind) {
  case AtomKind::dim:
  case AtomKind::symbol:
    return bounds[atom].lower && prove(*bounds[atom].lower, depth + 1);
  case AtomKind::remainder:
  case AtomKind::opaqueRemainder:
    return true;
  default: {
    Polynomial dividend = atoms[atom].dividend;
    return prove(dividend, depth + 1);
  }
  }
}

bool IndexAlgebra::proveUncached(const Polynomial &polynomial, unsigned depth) {
  bool areCoefficientsPositive = llvm::all_of(polynomial.getTerms(), [](const auto &term) { return term.second > 0; });
  llvm::SmallVector<unsigned> present = polynomial.getAtoms();
  if (areCoefficientsPositive && llvm::all_of(present, [&](unsigned atom) { return isNonNegativeAtom(atom, depth); }))
    return true;

  // Quotients come after what they are made of: the last one first.
  if (isQuotientLike(present.back()))
    return proveOverQuotient(polynomial, present.back(), depth);

  for (unsigned atom : present) {
    if (atoms[atom].kind != AtomKind::dim)
      break;
    auto parts = polynomial.split(atom);
    if (!parts)
      continue;
    auto &[cofactor, rest] = *parts;
    const Bounds &bound = bounds[atom];
    if (bound.lower && prove(cofactor, depth + 1))
      return prove(rest + cofactor * *bound.lower, depth + 1);
    if (bound.upper && prove(-cofactor, depth + 1))
      return prove(rest + cofactor * *bound.upper, depth + 1);
  }
  return atoms[present.front()].kind == AtomKind::symbol && proveOverSymbols(polynomial, depth);
}

bool IndexAlgebra::proveOverQuotient(const Polynomial &polynomial, unsigned atom, unsigned depth) {
  auto parts = polynomial.split(atom);
  if (!parts)
    return false;
  auto &[cofactor, rest] = *parts;
  Polynomial dividend = atoms[atom].dividend, divisor = atoms[atom].divisor;
  bool isPositive = prove(cofactor, depth + 1), isNegative = !isPositive && prove(-cofactor, depth + 1);
  if (!isPositive && !isNegative)
    return false;
  if (atoms[atom].kind == AtomKind::quotient) {
    // divisor * polynomial >= 1 - divisor is enough, since the polynomial is whole.
    Polynomial least = isPositive ? dividend - divisor + Polynomial(1) : dividend;
    if (prove(divisor * rest + cofactor * least + divisor - Polynomial(1), depth + 1))
      return true;
    // The quotient alone, apart from what else holds its dividend.
    if (isNegative) {
      std::optional<Polynomial> upper = getUpperBound(dividend, depth + 1);
      return upper && prove(rest + cofactor * getQuotient(*upper, divisor), depth + 1);
    }
  }
  return isPositive && isNonNegativeAtom(atom, depth) && prove(rest, depth + 1);
}

bool IndexAlgebra::proveOverSymbols(const Polynomial &polynomial, unsigned depth) {
  // With each symbol counted from its lower bound, no negative coefficient may remain.
  Polynomial shifted;
  for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
    Polynomial product(coefficient);
    for (unsigned atom : monomial) {
      if (!bounds[atom].lower)
        return false;
      product = product * (Polynomial::getAtom(atom) + *bounds[atom].lower);
    }
    shifted = shifted + product;
  }
  if (shifted.isValid() && llvm::all_of(shifted.getTerms(), [](const auto &term) { return term.second > 0; }))
    return true;
  // A symbol with a largest value, where the polynomial falls.
  for (unsigned atom : polynomial.getAtoms()) {
    auto parts = polynomial.split(atom);
    if (!parts || !bounds[atom].upper)
      continue;
    auto &[cofactor, rest] = *parts;
    if (prove(-cofactor, depth + 1))
      return prove(rest + cofactor * *bounds[atom].upper, depth + 1);
  }
  return false;
}

std::optional<Polynomial> IndexAlgebra::getUpperBound(Polynomial polynomial, unsigned depth) {
  llvm::SmallVector<unsigned> present = polynomial.getAtoms();
  for (unsigned atom : llvm::reverse(present)) {
    if (atoms[atom].kind == AtomKind::symbol)
      continue;
    auto parts = polynomial.split(atom);
    if (!parts || depth > maxDepth)
      return std::nullopt;
    auto &[cofactor, rest] = *parts;
    bool isPositive = prove(cofactor, depth + 1);
    if (!isPositive && !prove(-cofactor, depth + 1))
      return std::nullopt;
    std::optional<Polynomial> end;
    if (atoms[atom].kind == AtomKind::dim) {
      end = isPositive ? bounds[atom].upper : bounds[atom].lower;
    } else if (isPositive && atoms[atom].kind == AtomKind::quotient) {
      Polynomial dividend = atoms[atom].dividend, divisor = atoms[atom].divisor;
      if (std::optional<Polynomial> upper = getUpperBound(dividend, depth + 1))
        end = getQuotient(*upper, divisor);
    } else if (!isPositive && isNonNegativeAtom(atom, depth)) {
      end = Polynomial();
    }
    if (!end)
      return std::nullopt;
    polynomial = rest + cofactor * *end;
  }
  assert(llvm::none_of(polynomial.getAtoms(), [&](unsigned atom) { return atoms[atom].kind == AtomKind::dim; }) &&
         "bounds of dims and of quotients are without dims");
  return polynomial;
}

} // namespace emmy
