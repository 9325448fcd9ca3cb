// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplifies index expressions: affine expressions with products of symbols and divisions by them, under ranges of dims
// and symbols. What it cannot prove it leaves as it is.

#ifndef EMMY_ANALYSIS_INDEXSIMPLIFIER_H
#define EMMY_ANALYSIS_INDEXSIMPLIFIER_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

#include <memory>
#include <optional>

namespace emmy {

/// The inclusive bounds of a dim or symbol; null where there is none. A dim's bounds are expressions of the symbols; of
/// a symbol's bounds only constants are used.
struct IndexRange {
  mlir::AffineExpr lower, upper;

  /// 0 … extent - 1.
  static IndexRange getExtent(mlir::AffineExpr extent);
  /// min … max.
  static IndexRange getConstant(mlir::MLIRContext *context, int64_t min, std::optional<int64_t> max = std::nullopt);
};

/// Simplification under fixed ranges. The ranges of the dims hold at some point at least: nothing is claimed for an
/// empty box, so the symbols that are factors of an extent count as positive. A division or remainder by less than 1 is
/// by 1.
///
/// Expressions are compared as polynomials of dims, symbols and quotients, with remainders as x mod y = x - y * (x
/// floordiv y); so that, for 0 <= d1 < s0, `(d0*s0 + d1) floordiv s0` is `d0`, and the linearisation of a
/// delinearisation is what it was.
class IndexSimplifier {
public:
  IndexSimplifier(mlir::MLIRContext *context, llvm::ArrayRef<IndexRange> dims, llvm::ArrayRef<IndexRange> symbols);
  IndexSimplifier(IndexSimplifier &&);
  ~IndexSimplifier();

  /// Adds what a guard says about single dims to their ranges.
  void assume(mlir::IntegerSet guard);

  mlir::AffineExpr simplify(mlir::AffineExpr expr);
  mlir::AffineMap simplify(mlir::AffineMap map);

  /// Whether it is proved that the expression is never negative.
  bool isNonNegative(mlir::AffineExpr expr);
  /// Whether it is proved that the two are always equal.
  bool areEqual(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  /// True or false where the guard is proved to hold or to fail everywhere.
  std::optional<bool> evaluate(mlir::IntegerSet guard);
  /// The guard without constraints that are proved to hold, the others simplified. Not for a guard that `evaluate`
  /// knows.
  mlir::IntegerSet simplify(mlir::IntegerSet guard);

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// The number of divisions and remainders in an expression: what index arithmetic costs.
unsigned countDivisions(mlir::AffineExpr expr);
unsigned countDivisions(mlir::AffineMap map);
unsigned countDivisions(mlir::IntegerSet set);

} // namespace emmy

#endif // EMMY_ANALYSIS_INDEXSIMPLIFIER_H
