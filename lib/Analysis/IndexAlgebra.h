// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The algebra behind the index simplifier: expressions as polynomials over dims, symbols and quotients, proofs of sign,
// quotients in lowest form, and the way back to affine expressions.

#ifndef EMMY_LIB_ANALYSIS_INDEXALGEBRA_H
#define EMMY_LIB_ANALYSIS_INDEXALGEBRA_H

#include "Polynomial.h"

#include "Emmy/Analysis/IndexSimplifier.h"

namespace emmy {

class IndexAlgebra {
public:
  IndexAlgebra(mlir::MLIRContext *context, llvm::ArrayRef<IndexRange> dims, llvm::ArrayRef<IndexRange> symbols);

  Polynomial fromExpr(mlir::AffineExpr expr);
  /// Gives `fallback` for an invalid polynomial.
  mlir::AffineExpr toExpr(const Polynomial &polynomial, mlir::AffineExpr fallback = {});

  /// Whether it is proved that the polynomial is never negative.
  bool isNonNegative(const Polynomial &polynomial) { return prove(polynomial, 0); }
  /// x floordiv max(y, 1).
  Polynomial getQuotient(const Polynomial &dividend, const Polynomial &divisor);

  /// Narrows the range of a dim where `constraint >= 0` says something about it alone.
  void assume(const Polynomial &constraint);

private:
  enum class AtomKind {
    dim,
    symbol,
    quotient,       ///< dividend floordiv divisor, and divisor >= 1 is proved
    remainder,      ///< dividend mod divisor: only on the way out, where it shortens an expression
    opaqueQuotient, ///< the same with a divisor that may be less than 1: equal to itself, no more
    opaqueRemainder,
    opaqueCeiling,
  };
  struct Atom {
    AtomKind kind;
    Polynomial dividend, divisor;
  };
  struct Bounds {
    std::optional<Polynomial> lower, upper;
  };

  unsigned getAtom(AtomKind kind, const Polynomial &dividend, const Polynomial &divisor);
  bool isQuotientLike(unsigned atom) const { return atoms[atom].kind >= AtomKind::quotient; }
  /// Facts from the box not being empty: the symbols in an extent are positive.
  void assumeNonEmpty(unsigned dim);

  // Proofs.
  bool prove(const Polynomial &polynomial, unsigned depth);
  bool proveUncached(const Polynomial &polynomial, unsigned depth);
  bool proveOverQuotient(const Polynomial &polynomial, unsigned atom, unsigned depth);
  bool proveOverSymbols(const Polynomial &polynomial, unsigned depth);
  bool isNonNegativeAtom(unsigned atom, unsigned depth);
  /// A bound without dims; nothing where none is known.
  std::optional<Polynomial> getUpperBound(Polynomial polynomial, unsigned depth);

  // Quotients.
  bool isWithin(const Polynomial &remainder, const Polynomial &divisor, int64_t multiple);
  std::pair<Polynomial, Polynomial> divide(const Polynomial &dividend, const Polynomial &divisor);
  std::optional<Polynomial> reduceByCommonFactor(const Polynomial &dividend, const Polynomial &divisor);
  std::optional<Polynomial> flattenNested(const Polynomial &dividend, const Polynomial &divisor);

  // The way out.
  Polynomial extractRemainders(Polynomial polynomial);
  mlir::AffineExpr getAtomExpr(unsigned atom);

  mlir::MLIRContext *context;
  unsigned numDims, numSymbols;
  llvm::SmallVector<Atom> atoms;    ///< dims, symbols, then quotients as they come
  llvm::SmallVector<Bounds> bounds; ///< of dims and symbols
  std::map<std::tuple<AtomKind, Polynomial, Polynomial>, unsigned> quotients;
  std::map<Polynomial, bool> proved;
  unsigned nesting = 0;      ///< of quotients that are being built
  unsigned activeProofs = 0; ///< that wait for one another
  unsigned numSteps = 0;     ///< since the outermost of them began
};

} // namespace emmy

#endif // EMMY_LIB_ANALYSIS_INDEXALGEBRA_H
