// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter's scalar functions: the standard library in double, PyTorch's integers.

#include "Scalar.h"

#include <cmath>

using namespace mlir;

namespace emmy::interpreter {

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Whether one of the operands is NaN.
static bool anyNan(double lhs, double rhs) { return std::isnan(lhs) || std::isnan(rhs); }

/// The remainder with the sign of the divisor.
template <typename T>
static T floorRemainder(T lhs, T rhs) {
  T remainder = std::fmod(lhs, rhs);
  return remainder != 0 && (rhs < 0) != (remainder < 0) ? remainder + rhs : remainder;
}

/// The quotient that goes with that remainder: a whole number next to (lhs - remainder) / rhs.
template <typename T>
static T floorDivide(T lhs, T rhs) {
  if (rhs == 0)
    return lhs / rhs;
  T remainder = std::fmod(lhs, rhs), quotient = (lhs - remainder) / rhs;
  if (remainder != 0 && (rhs < 0) != (remainder < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(T(0), lhs / rhs);
  T whole = std::floor(quotient);
  return quotient - whole > T(0.5) ? whole + 1 : whole;
}

/// A function of floats that gives a float, before rounding to the type.
static double applyFloat(ScalarFunction function, ArrayRef<double> x, const Element &element) {
  bool isF64 = element.isF64();
  switch (function) {
  case ScalarFunction::negate:
    return -x[0];
  case ScalarFunction::absolute:
    return std::fabs(x[0]);
  case ScalarFunction::sign:
    return x[0] > 0 ? 1 : x[0] < 0 ? -1 : 0;
  case ScalarFunction::add:
    return x[0] + x[1];
  case ScalarFunction::subtract:
    return x[0] - x[1];
  case ScalarFunction::multiply:
    return x[0] * x[1];
  case ScalarFunction::divide:
    return x[0] / x[1];
  case ScalarFunction::trunc_divide:
    return std::trunc(roundTo(element, x[0] / x[1]));
  case ScalarFunction::floor_divide:
    return isF64 ? floorDivide(x[0], x[1]) : floorDivide(static_cast<float>(x[0]), static_cast<float>(x[1]));
  case ScalarFunction::remainder:
    return isF64 ? floorRemainder(x[0], x[1]) : floorRemainder(static_cast<float>(x[0]), static_cast<float>(x[1]));
  case ScalarFunction::fmod:
    return std::fmod(x[0], x[1]);
  case ScalarFunction::maximum:
    if (anyNan(x[0], x[1]))
      return std::numeric_limits<double>::quiet_NaN();
    return x[0] == x[1] ? (std::signbit(x[0]) ? x[1] : x[0]) : std::max(x[0], x[1]);
  case ScalarFunction::minimum:
    if (anyNan(x[0], x[1]))
      return std::numeric_limits<double>::quiet_NaN();
    return x[0] == x[1] ? (std::signbit(x[0]) ? x[0] : x[1]) : std::min(x[0], x[1]);
  case ScalarFunction::fma:
    return isF64 ? std::fma(x[0], x[1], x[2])
                 : std::fma(static_cast<float>(x[0]), static_cast<float>(x[1]), static_cast<float>(x[2]));
  case ScalarFunction::sqrt:
    return std::sqrt(x[0]);
  case ScalarFunction::rsqrt:
    return 1 / std::sqrt(x[0]);
  case ScalarFunction::exp:
    return std::exp(x[0]);
  case ScalarFunction::exp2:
    return std::exp2(x[0]);
  case ScalarFunction::expm1:
    return std::expm1(x[0]);
  case ScalarFunction::log:
    return std::log(x[0]);
  case ScalarFunction::log2:
    return std::log2(x[0]);
  case ScalarFunction::log10:
    return std::log10(x[0]);
  case ScalarFunction::log1p:
    return std::log1p(x[0]);
  case ScalarFunction::sin:
    return std::sin(x[0]);
  case ScalarFunction::cos:
    return std::cos(x[0]);
  case ScalarFunction::tan:
    return std::tan(x[0]);
  case ScalarFunction::asin:
    return std::asin(x[0]);
  case ScalarFunction::acos:
    return std::acos(x[0]);
  case ScalarFunction::atan:
    return std::atan(x[0]);
  case ScalarFunction::atan2:
    return std::atan2(x[0], x[1]);
  case ScalarFunction::sinh:
    return std::sinh(x[0]);
  case ScalarFunction::cosh:
    return std::cosh(x[0]);
  case ScalarFunction::tanh:
    return std::tanh(x[0]);
  case ScalarFunction::asinh:
    return std::asinh(x[0]);
  case ScalarFunction::acosh:
    return std::acosh(x[0]);
  case ScalarFunction::atanh:
    return std::atanh(x[0]);
  case ScalarFunction::erf:
    return std::erf(x[0]);
  case ScalarFunction::erfc:
    return std::erfc(x[0]);
  case ScalarFunction::pow:
    return std::pow(x[0], x[1]);
  case ScalarFunction::floor:
    return std::floor(x[0]);
  case ScalarFunction::ceil:
    return std::ceil(x[0]);
  case ScalarFunction::trunc:
    return std::trunc(x[0]);
  case ScalarFunction::round:
    return std::nearbyint(x[0]);
  case ScalarFunction::copysign:
    return std::copysign(x[0], x[1]);
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// A function of floats that gives a bool.
static bool testFloat(ScalarFunction function, ArrayRef<double> x) {
  switch (function) {
  case ScalarFunction::isnan:
    return std::isnan(x[0]);
  case ScalarFunction::isinf:
    return std::isinf(x[0]);
  case ScalarFunction::signbit:
    return !std::isnan(x[0]) && std::signbit(x[0]);
  case ScalarFunction::equal:
    return x[0] == x[1];
  case ScalarFunction::not_equal:
    return x[0] != x[1];
  case ScalarFunction::less:
    return x[0] < x[1];
  case ScalarFunction::less_equal:
    return x[0] <= x[1];
  case ScalarFunction::greater:
    return x[0] > x[1];
  case ScalarFunction::greater_equal:
    return x[0] >= x[1];
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// -1, 0 or 1 as lhs is below, at or above rhs.
static int compare(int64_t lhs, int64_t rhs, bool isUnsigned) {
  if (lhs == rhs)
    return 0;
  bool isLess = isUnsigned ? static_cast<uint64_t>(lhs) < static_cast<uint64_t>(rhs) : lhs < rhs;
  return isLess ? -1 : 1;
}

/// Truncating quotient and remainder, total: x / 0 is -1 with remainder x, and the smallest integer / -1 is itself.
static std::pair<int64_t, int64_t> divide(int64_t lhs, int64_t rhs, bool isUnsigned) {
  if (rhs == 0)
    return {-1, lhs};
  if (isUnsigned) {
    uint64_t left = static_cast<uint64_t>(lhs), right = static_cast<uint64_t>(rhs);
    return {static_cast<int64_t>(left / right), static_cast<int64_t>(left % right)};
  }
  if (rhs == -1)
    return {static_cast<int64_t>(0 - static_cast<uint64_t>(lhs)), 0};
  return {lhs / rhs, lhs % rhs};
}

static int64_t power(int64_t base, int64_t exponent, bool isUnsigned) {
  if (!isUnsigned && exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t result = 1, factor = static_cast<uint64_t>(base);
  for (uint64_t rest = static_cast<uint64_t>(exponent); rest; rest >>= 1, factor *= factor)
    if (rest & 1)
      result *= factor;
  return static_cast<int64_t>(result);
}

/// A function of integers, before wrapping to the type. Arithmetic is modulo 2^64.
static int64_t applyInteger(ScalarFunction function, ArrayRef<int64_t> x, const Element &element) {
  bool isUnsigned = element.isUnsigned;
  auto bits = [&](unsigned operand) { return static_cast<uint64_t>(x[operand]); };
  bool isInside = x.size() > 1 && bits(1) < element.width; // a shift that leaves something
  switch (function) {
  case ScalarFunction::negate:
    return 0 - bits(0);
  case ScalarFunction::absolute:
    return !isUnsigned && x[0] < 0 ? 0 - bits(0) : x[0];
  case ScalarFunction::sign:
    return compare(x[0], 0, isUnsigned);
  case ScalarFunction::add:
    return bits(0) + bits(1);
  case ScalarFunction::subtract:
    return bits(0) - bits(1);
  case ScalarFunction::multiply:
    return bits(0) * bits(1);
  case ScalarFunction::trunc_divide:
    return divide(x[0], x[1], isUnsigned).first;
  case ScalarFunction::fmod:
    return divide(x[0], x[1], isUnsigned).second;
  case ScalarFunction::floor_divide:
  case ScalarFunction::remainder: {
    auto [quotient, remainder] = divide(x[0], x[1], isUnsigned);
    if (!isUnsigned && x[1] != 0 && remainder != 0 && (remainder < 0) != (x[1] < 0)) {
      quotient -= 1;
      remainder += x[1];
    }
    return function == ScalarFunction::floor_divide ? quotient : remainder;
  }
  case ScalarFunction::maximum:
    return compare(x[0], x[1], isUnsigned) < 0 ? x[1] : x[0];
  case ScalarFunction::minimum:
    return compare(x[0], x[1], isUnsigned) > 0 ? x[1] : x[0];
  case ScalarFunction::pow:
    return power(x[0], x[1], isUnsigned);
  case ScalarFunction::bitwise_and:
    return x[0] & x[1];
  case ScalarFunction::bitwise_or:
    return x[0] | x[1];
  case ScalarFunction::bitwise_xor:
    return x[0] ^ x[1];
  case ScalarFunction::bitwise_not:
    return ~x[0];
  case ScalarFunction::shift_left:
    return isInside ? bits(0) << x[1] : 0;
  case ScalarFunction::shift_right:
    if (isUnsigned)
      return isInside ? bits(0) >> x[1] : 0;
    return x[0] >> (isInside ? x[1] : 63);
  case ScalarFunction::isnan:
  case ScalarFunction::isinf:
    return false;
  case ScalarFunction::signbit:
    return !isUnsigned && x[0] < 0;
  case ScalarFunction::equal:
    return x[0] == x[1];
  case ScalarFunction::not_equal:
    return x[0] != x[1];
  case ScalarFunction::less:
    return compare(x[0], x[1], isUnsigned) < 0;
  case ScalarFunction::less_equal:
    return compare(x[0], x[1], isUnsigned) <= 0;
  case ScalarFunction::greater:
    return compare(x[0], x[1], isUnsigned) > 0;
  case ScalarFunction::greater_equal:
    return compare(x[0], x[1], isUnsigned) >= 0;
  // floor, ceil, trunc, round
  default:
    return x[0];
  }
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

Scalar apply(ScalarFunction function, ArrayRef<Scalar> operands, const Element &operand, const Element &result) {
  if (function == ScalarFunction::select)
    return operands[0].integer ? operands[1] : operands[2];
  if (operand.isFloat()) {
    SmallVector<double, 3> numbers;
    for (Scalar scalar : operands)
      numbers.push_back(scalar.number);
    if (result.isFloat())
      return Scalar::getFloat(roundTo(result, applyFloat(function, numbers, operand)));
    return Scalar::getInteger(testFloat(function, numbers));
  }
  SmallVector<int64_t, 3> integers;
  for (Scalar scalar : operands)
    integers.push_back(scalar.integer);
  return Scalar::getInteger(wrapTo(result, applyInteger(function, integers, operand)));
}

} // namespace emmy::interpreter
