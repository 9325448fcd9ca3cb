// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers that an extent can be, by what every size is: not negative. Of two operands of a minimum or maximum that
// lie on one side of each other whatever the symbols are, one is left.

#include "ExtentAtoms.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace emmy;
using emmy::detail::ExtentRange;

/// Beyond all numbers, on either side. So are coefficients that have saturated.
static constexpr int64_t infinity = std::numeric_limits<int64_t>::max();

static int64_t multiply(int64_t lhs, int64_t rhs) {
  int64_t product;
  if (llvm::MulOverflow(lhs, rhs, product))
    return (lhs < 0) == (rhs < 0) ? infinity : -infinity;
  return std::max(product, -infinity);
}

static ExtentRange multiply(ExtentRange lhs, ExtentRange rhs) {
  auto [low, high] = std::minmax({multiply(lhs.low, rhs.low), multiply(lhs.low, rhs.high), multiply(lhs.high, rhs.low),
                                  multiply(lhs.high, rhs.high)});
  return {low, high};
}

/// The sum of two lower ends, or of two upper ones: where one of them is `unknown`, so is the sum.
static int64_t addEnds(int64_t lhs, int64_t rhs, int64_t unknown) {
  int64_t sum;
  return lhs == unknown || rhs == unknown || llvm::AddOverflow(lhs, rhs, sum) ? unknown : sum;
}

/// Quotients by what is positive, since others have no value.
static ExtentRange divide(ExtentFunction function, ExtentRange lhs, ExtentRange rhs) {
  if (rhs.low == rhs.high && rhs.low > 0) {
    auto end = [&](int64_t value) {
      bool isKnown = value != infinity && value != -infinity;
      return isKnown ? *emmy::detail::evaluateFunction(function, value, rhs.low) : value;
    };
    return {end(lhs.low), end(lhs.high)};
  }
  return {lhs.low < 0 ? lhs.low : 0, lhs.high < 0 ? 0 : lhs.high};
}

static ExtentRange getRange(Attribute atom) {
  auto function = dyn_cast<ExtentAtomAttr>(atom);
  if (!function)
    return {0, infinity};
  ExtentRange lhs = emmy::detail::getRange(function.getLhs()), rhs = emmy::detail::getRange(function.getRhs());
  switch (function.getFunction()) {
  case ExtentFunction::min:
    return {std::min(lhs.low, rhs.low), std::min(lhs.high, rhs.high)};
  case ExtentFunction::max:
    return {std::max(lhs.low, rhs.low), std::max(lhs.high, rhs.high)};
  case ExtentFunction::mod: {
    int64_t below = rhs.high == infinity ? infinity : rhs.high - 1;
    return {0, lhs.low < 0 ? below : std::min(below, lhs.high)};
  }
  case ExtentFunction::floordiv:
  case ExtentFunction::ceildiv:
    return divide(function.getFunction(), lhs, rhs);
  }
  llvm_unreachable("every function has a case");
}

ExtentRange emmy::detail::getRange(ExtentAttr extent) {
  ExtentRange sum = {0, 0};
  for (auto [coefficient, monomial] : llvm::zip_equal(extent.getCoefficients(), extent.getMonomials())) {
    ExtentRange product = {coefficient, coefficient};
    for (Attribute atom : monomial)
      product = ::multiply(product, ::getRange(atom));
    sum = {addEnds(sum.low, product.low, -infinity), addEnds(sum.high, product.high, infinity)};
  }
  return sum;
}
