// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients in lowest form. With y >= 1 proved, and q, r any polynomials:
//   (y*q + r) floordiv y               = q + r floordiv y
//   r floordiv y                       = k                       for k*y <= r < (k+1)*y
//   (g*a + r) floordiv (g*b)           = a floordiv b            for 0 <= r < g
//   (x floordiv a + r) floordiv b      = (x + a*r) floordiv (a*b)

#include "IndexAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

namespace emmy {

/// Quotients of quotients beyond this are left alone.
static constexpr unsigned maxNesting = 16;

/// Total degree; the leading term of a divisor has the highest.
static std::pair<Monomial, int64_t> getLeadingTerm(const Polynomial &polynomial) {
  std::pair<Monomial, int64_t> leading;
  for (const auto &[monomial, coefficient] : polynomial.getTerms())
    if (leading.second == 0 || monomial.size() > leading.first.size())
      leading = {monomial, coefficient};
  return leading;
}

/// dividend = divisor * quotient + remainder, with as much as possible in the quotient. Coefficients are divided
/// towards zero, so that a falling term keeps its sign, and the constant downwards.
std::pair<Polynomial, Polynomial> IndexAlgebra::divide(const Polynomial &dividend, const Polynomial &divisor) {
  Polynomial quotient, remainder = dividend;
  auto [leading, number] = getLeadingTerm(divisor);
  bool isMonomial = divisor.getTerms().size() == 1;
  // Each step removes the leading part of a term; more steps than this mean that the terms grow instead.
  for (unsigned step = 0; step < 32; ++step) {
    Polynomial part;
    for (const auto &[monomial, coefficient] : remainder.getTerms()) {
      std::optional<Monomial> ratio = divideMonomial(monomial, leading);
      if (!ratio)
        continue;
      int64_t share = monomial.empty() ? llvm::divideFloorSigned(coefficient, number) : coefficient / number;
      if (share == 0)
        continue;
      part.addTerm(*ratio, share);
      if (!isMonomial)
        break;
    }
    if (part.isZero())
      return {quotient, remainder};
    quotient = quotient + part;
    remainder = remainder - part * divisor;
  }
  return {Polynomial(), dividend};
}

bool IndexAlgebra::isWithin(const Polynomial &remainder, const Polynomial &divisor, int64_t multiple) {
  Polynomial offset = remainder - divisor * Polynomial(multiple);
  return isNonNegative(offset) && isNonNegative(divisor - Polynomial(1) - offset);
}

std::optional<Polynomial> IndexAlgebra::reduceByCommonFactor(const Polynomial &dividend, const Polynomial &divisor) {
  if (divisor.getTerms().size() != 1)
    return std::nullopt;
  auto [whole, number] = *divisor.getTerms().begin();
  // What the divisor shares with a term of the dividend, largest first.
  llvm::SmallVector<std::pair<Monomial, int64_t>> factors;
  for (const auto &[monomial, coefficient] : dividend.getTerms()) {
    std::pair<Monomial, int64_t> factor(getCommonFactor(monomial, whole), std::gcd(coefficient, number));
    bool isWhole = factor.first.size() == whole.size() && factor.second == number;
    bool isOne = factor.first.empty() && factor.second == 1;
    if (!monomial.empty() && !isWhole && !isOne && !llvm::is_contained(factors, factor))
      factors.push_back(factor);
  }
  llvm::stable_sort(factors, [](const auto &lhs, const auto &rhs) {
    return std::pair(lhs.first.size(), lhs.second) > std::pair(rhs.first.size(), rhs.second);
  });
  for (const auto &[monomial, coefficient] : factors) {
    Polynomial factor;
    factor.addTerm(monomial, coefficient);
    auto [quotient, remainder] = divide(dividend, factor);
    std::optional<Polynomial> rest = divisor.divideExactly(factor);
    if (rest && isNonNegative(factor - Polynomial(1)) && isWithin(remainder, factor, 0))
      return getQuotient(quotient, *rest);
  }
  return std::nullopt;
}

std::optional<Polynomial> IndexAlgebra::flattenNested(const Polynomial &dividend, const Polynomial &divisor) {
  std::optional<unsigned> nested;
  for (unsigned atom : dividend.getAtoms()) {
    if (!isQuotientLike(atom))
      continue;
    if (nested || atoms[atom].kind != AtomKind::quotient)
      return std::nullopt;
    nested = atom;
  }
  if (!nested)
    return std::nullopt;
  auto parts = dividend.split(*nested);
  if (!parts || parts->first.getConstant() != 1)
    return std::nullopt;
  Polynomial inner = atoms[*nested].dividend, innerDivisor = atoms[*nested].divisor;
  return getQuotient(inner + innerDivisor * parts->second, innerDivisor * divisor);
}

Polynomial IndexAlgebra::getQuotient(const Polynomial &dividend, const Polynomial &divisor) {
  if (divisor == Polynomial(1) || dividend.isZero())
    return dividend;
  if (!dividend.isValid() || !divisor.isValid() || nesting > maxNesting || !isNonNegative(divisor - Polynomial(1)))
    return Polynomial::getAtom(getAtom(AtomKind::opaqueQuotient, dividend, divisor));
  ++nesting;
  auto [quotient, remainder] = divide(dividend, divisor);
  std::optional<Polynomial> rest;
  for (int64_t multiple : {0, -1, 1})
    if (!rest && isWithin(remainder, divisor, multiple))
      rest = Polynomial(multiple);
  if (!rest)
    rest = reduceByCommonFactor(remainder, divisor);
  if (!rest)
    rest = flattenNested(remainder, divisor);
  if (!rest)
    rest = Polynomial::getAtom(getAtom(AtomKind::quotient, remainder, divisor));
  --nesting;
  return quotient + *rest;
}

} // namespace emmy
