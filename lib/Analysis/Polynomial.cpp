// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Polynomials with integer coefficients over numbered atoms.

#include "Polynomial.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace emmy {

void Polynomial::addTerm(const Monomial &monomial, int64_t coefficient) {
  if (coefficient == 0)
    return;
  auto [term, isNew] = terms.try_emplace(monomial, coefficient);
  if (isNew)
    return;
  valid &= !llvm::AddOverflow(term->second, coefficient, term->second);
  if (term->second == 0)
    terms.erase(term);
}

std::optional<int64_t> Polynomial::getConstant() const {
  if (!valid)
    return std::nullopt;
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

bool Polynomial::contains(unsigned atom) const {
  return llvm::any_of(terms, [&](const auto &term) { return llvm::is_contained(term.first, atom); });
}

llvm::SmallVector<unsigned> Polynomial::getAtoms() const {
  llvm::SmallVector<unsigned> atoms;
  for (const auto &[monomial, coefficient] : terms)
    atoms.append(monomial.begin(), monomial.end());
  llvm::sort(atoms);
  atoms.erase(llvm::unique(atoms), atoms.end());
  return atoms;
}

std::optional<std::pair<Polynomial, Polynomial>> Polynomial::split(unsigned atom) const {
  Polynomial cofactor, rest;
  cofactor.valid = rest.valid = valid;
  for (const auto &[monomial, coefficient] : terms) {
    std::optional<Monomial> quotient = divideMonomial(monomial, {atom});
    if (!quotient)
      rest.addTerm(monomial, coefficient);
    else if (llvm::is_contained(*quotient, atom))
      return std::nullopt;
    else
      cofactor.addTerm(*quotient, coefficient);
  }
  return std::pair(cofactor, rest);
}

std::optional<Polynomial> Polynomial::divideExactly(const Polynomial &divisor) const {
  if (divisor.terms.size() != 1 || !valid || !divisor.valid)
    return std::nullopt;
  const auto &[factor, number] = *divisor.terms.begin();
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    std::optional<Monomial> quotient = divideMonomial(monomial, factor);
    if (!quotient || coefficient % number != 0)
      return std::nullopt;
    result.addTerm(*quotient, coefficient / number);
  }
  return result;
}

Polynomial operator+(const Polynomial &lhs, const Polynomial &rhs) {
  Polynomial result = lhs;
  result.valid &= rhs.valid;
  for (const auto &[monomial, coefficient] : rhs.terms)
    result.addTerm(monomial, coefficient);
  return result;
}

Polynomial operator-(const Polynomial &lhs, const Polynomial &rhs) { return lhs + rhs * Polynomial(-1); }

Polynomial operator*(const Polynomial &lhs, const Polynomial &rhs) {
  Polynomial result;
  result.valid = lhs.valid && rhs.valid;
  for (const auto &[leftMonomial, leftCoefficient] : lhs.terms)
    for (const auto &[rightMonomial, rightCoefficient] : rhs.terms) {
      Monomial monomial(leftMonomial);
      monomial.append(rightMonomial.begin(), rightMonomial.end());
      llvm::sort(monomial);
      int64_t coefficient;
      result.valid &= !llvm::MulOverflow(leftCoefficient, rightCoefficient, coefficient);
      result.addTerm(monomial, coefficient);
    }
  return result;
}

std::optional<Monomial> divideMonomial(const Monomial &dividend, const Monomial &divisor) {
  Monomial result(dividend);
  for (unsigned atom : divisor) {
    auto *found = llvm::find(result, atom);
    if (found == result.end())
      return std::nullopt;
    result.erase(found);
  }
  return result;
}

Monomial getCommonFactor(const Monomial &lhs, const Monomial &rhs) {
  Monomial common, rest(rhs);
  for (unsigned atom : lhs) {
    auto *found = llvm::find(rest, atom);
    if (found == rest.end())
      continue;
    common.push_back(atom);
    rest.erase(found);
  }
  return common;
}

} // namespace emmy
