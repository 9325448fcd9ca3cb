// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How elements lie around their mean, exactly and without overflow.

#include "Deviation.h"

using namespace mlir;
using namespace emmy;

/// Sums of up to 2^29 elements are exact in a type with that many more digits, unless the elements differ widely.
static bool sumsExactly(Type type, Type source) {
  auto sum = cast<FloatType>(type), element = cast<FloatType>(source);
  return sum.getFPMantissaWidth() >= element.getFPMantissaWidth() + 29;
}

/// The largest finite number of a type lies below this power of two, as far as the exponent goes.
static int getRange(Type type) { return APFloat::semanticsMaxExponent(cast<FloatType>(type).getFloatSemantics()) + 1; }

bool emmy::holdsSquares(Type type, Type source) { return 2 * getRange(source) <= getRange(type); }

/// A rounded mean m is off by some units in the last place, which is much where the elements lie close together far
/// from 0, and makes noise of a constant row. The distances d = x - m are (nearly) exact and small, so their own mean
/// is what m lacks, to the precision of d, and the elements lie at d - mean(d). As it is corrected, m may be inexact,
/// so its terms are divided before they are summed: it is in range where the elements are.
Expr emmy::getDistances(Expr x, ArrayRef<int64_t> dims, Type source) {
  auto total = [&](Expr value) { return sum(value, dims, /*keepDim=*/true); };
  Expr count = getCount(x, dims);
  if (sumsExactly(x.getElementType(), source))
    return x - total(x) / count;
  Expr distance = x - total(x * (1.0 / count));
  return distance - total(distance) / count;
}

/// With a range of 2^±r, numbers times 2^-(r/2 + 16) have squares of which 2^30 have a sum; times 2^(r/2 + 16), the
/// smallest number has a square that is not 0. A mean square of 2^(-3r/4) is far from both ends: squares that underflow
/// beside it are less than its rounding, and when they are scaled up, it is less than 2^(r/2).
SquareSum::SquareSum(Expr distance, ArrayRef<int64_t> dims, Type source, double negligible) {
  auto add = [&](int exponent) {
    Expr scaled = exponent == 0 ? distance : distance * std::ldexp(1.0, exponent);
    sums.push_back({exponent, sum(scaled * scaled, dims, /*keepDim=*/true)});
  };
  add(0);
  if (holdsSquares(distance.getElementType(), source))
    return;
  int range = getRange(distance.getElementType()), exponent = range / 2 + 16;
  add(-exponent);
  if (negligible < std::ldexp(1.0, -3 * range / 4))
    add(exponent);
}

Expr SquareSum::evaluate(Expr (*function)(Expr), int degree, Expr divisor, double summand) const {
  std::optional<Expr> plain, result;
  for (auto [exponent, sum] : sums) {
    Expr square = sum / divisor;
    if (summand != 0 && exponent >= 0)
      square = square + std::ldexp(summand, 2 * exponent);
    Expr value = function(square);
    // 2^(2 exponent) may be no number of the type.
    for (int step = 0; exponent != 0 && step < std::abs(degree); ++step)
      value = value * std::ldexp(1.0, degree > 0 ? -exponent : exponent);
    if (!plain) {
      plain = square;
      result = value;
      continue;
    }
    double smallest = std::ldexp(1.0, -3 * getRange(sum.getElementType()) / 4);
    result = select(exponent < 0 ? isInf(*plain) : *plain < smallest, value, *result);
  }
  return *result;
}
