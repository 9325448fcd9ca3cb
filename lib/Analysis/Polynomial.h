// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Polynomials with integer coefficients over numbered atoms.

#ifndef EMMY_LIB_ANALYSIS_POLYNOMIAL_H
#define EMMY_LIB_ANALYSIS_POLYNOMIAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>

namespace emmy {

/// A product of atoms, in order; empty for 1.
using Monomial = llvm::SmallVector<unsigned, 4>;

/// A sum of monomials with coefficients other than 0. Arithmetic that overflows 64 bits gives an invalid polynomial,
/// about which nothing can be proved.
class Polynomial {
public:
  Polynomial() = default;
  Polynomial(int64_t constant) { addTerm({}, constant); }
  static Polynomial getAtom(unsigned atom) {
    Polynomial result;
    result.addTerm({atom}, 1);
    return result;
  }

  void addTerm(const Monomial &monomial, int64_t coefficient);
  const std::map<Monomial, int64_t> &getTerms() const { return terms; }
  bool isValid() const { return valid; }
  bool isZero() const { return terms.empty(); }
  std::optional<int64_t> getConstant() const;
  bool contains(unsigned atom) const;
  /// The atoms that occur, in increasing order.
  llvm::SmallVector<unsigned> getAtoms() const;

  /// Writes this as cofactor * atom + rest with neither containing the atom; nothing when a square occurs.
  std::optional<std::pair<Polynomial, Polynomial>> split(unsigned atom) const;
  /// The quotient where `divisor` has one term and divides every term.
  std::optional<Polynomial> divideExactly(const Polynomial &divisor) const;

  friend Polynomial operator+(const Polynomial &lhs, const Polynomial &rhs);
  friend Polynomial operator-(const Polynomial &lhs, const Polynomial &rhs);
  friend Polynomial operator*(const Polynomial &lhs, const Polynomial &rhs);
  Polynomial operator-() const { return Polynomial() - *this; }
  bool operator==(const Polynomial &other) const { return valid && other.valid && terms == other.terms; }
  bool operator<(const Polynomial &other) const { return terms < other.terms; }

private:
  std::map<Monomial, int64_t> terms;
  bool valid = true;
};

/// The quotient of monomials, where the divisor's atoms are among the dividend's.
std::optional<Monomial> divideMonomial(const Monomial &dividend, const Monomial &divisor);
/// The atoms that both have.
Monomial getCommonFactor(const Monomial &lhs, const Monomial &rhs);

} // namespace emmy

#endif // EMMY_LIB_ANALYSIS_POLYNOMIAL_H
