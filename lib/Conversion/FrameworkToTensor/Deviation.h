// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How elements lie around their mean: what variances and normalisations are made of.

#ifndef EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_DEVIATION_H
#define EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_DEVIATION_H

#include "Expr.h"

namespace emmy {

/// Each element of x less the mean along dims. Exactly 0 for equal elements, whatever the order of summation. `source`
/// is the type that the elements were in before they were converted to that of x.
Expr getDistances(Expr x, llvm::ArrayRef<int64_t> dims, mlir::Type source);

/// Whether the squares of the numbers of type `source`, and of their distances, are in the range of a type.
bool holdsSquares(mlir::Type type, mlir::Type source);

/// A sum of squares along dims (which stay with extent 1), where the squares may leave the range of their type,
/// although the numbers do not: it is summed in several scales, in one sweep, and what is made of it takes the one that
/// is in range.
class SquareSum {
public:
  /// The squares of distances of numbers of type `source`. Nothing is lost of a mean square of `negligible` and more.
  SquareSum(Expr distance, llvm::ArrayRef<int64_t> dims, mlir::Type source, double negligible = 0);

  /// function(sum / divisor + summand), of a function with f(s² x) = s^degree f(x). The summand is 0, or not much less
  /// than what is negligible.
  Expr evaluate(Expr (*function)(Expr), int degree, Expr divisor, double summand = 0) const;

private:
  /// The sum of the squares of the numbers times 2^exponent.
  struct Scaled {
    int exponent;
    Expr sum;
  };
  llvm::SmallVector<Scaled, 3> sums;
};

} // namespace emmy

#endif // EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_DEVIATION_H
