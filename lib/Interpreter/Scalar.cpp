// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types, storage and rounding of the interpreter's scalars.

#include "Scalar.h"

#include "Emmy/Support/NanBits.h"

#include <cstring>

using namespace mlir;

namespace emmy::interpreter {

Element::Element(Type type)
    : floatType(dyn_cast<FloatType>(type)), width(type.getIntOrFloatBitWidth()), size(llvm::divideCeil(width, 8)),
      isUnsigned(type.isUnsignedInteger() || type.isInteger(1)) {}

double roundTo(const Element &element, double number, bool throughF32) {
  if (element.isF64())
    return number;
  if (element.isF32())
    return static_cast<float>(number);
  if (throughF32)
    number = static_cast<float>(number);
  llvm::APFloat value(number);
  bool losesInfo;
  value.convert(element.floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

int64_t wrapTo(const Element &element, int64_t integer) {
  if (element.width == 64)
    return integer;
  uint64_t bits = static_cast<uint64_t>(integer) << (64 - element.width);
  return element.isUnsigned ? static_cast<int64_t>(bits >> (64 - element.width))
                            : static_cast<int64_t>(bits) >> (64 - element.width);
}

Scalar loadScalar(const Element &element, const char *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, element.size);
  if (!element.isFloat())
    return Scalar::getInteger(element.isBool() ? bits != 0 : wrapTo(element, static_cast<int64_t>(bits)));
  if (element.isF64()) {
    double number;
    std::memcpy(&number, bytes, sizeof number);
    return Scalar::getFloat(number);
  }
  if (element.isF32()) {
    float number;
    std::memcpy(&number, bytes, sizeof number);
    return Scalar::getFloat(number);
  }
  llvm::APFloat value(element.floatType.getFloatSemantics(), llvm::APInt(element.width, bits));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return Scalar::getFloat(value.convertToDouble());
}

void storeScalar(const Element &element, Scalar value, char *bytes) {
  if (!element.isFloat()) {
    std::memcpy(bytes, &value.integer, element.size);
    return;
  }
  if (element.isF64()) {
    std::memcpy(bytes, &value.number, element.size);
    return;
  }
  if (element.isF32()) {
    float number = static_cast<float>(value.number);
    std::memcpy(bytes, &number, element.size);
    return;
  }
  llvm::APFloat number(value.number);
  bool losesInfo;
  number.convert(element.floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  uint64_t bits = number.bitcastToAPInt().getZExtValue();
  std::memcpy(bytes, &bits, element.size);
}

Scalar bitcast(Scalar value, const Element &from, const Element &to) {
  char bytes[8];
  if (from.isFloat() && std::isnan(value.number)) {
    uint64_t bits = getNanBits(from.floatType.getFloatSemantics()).getZExtValue();
    std::memcpy(bytes, &bits, from.size);
  } else {
    storeScalar(from, value, bytes);
  }
  return loadScalar(to, bytes);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Truncation to a signed integer of this width; the smallest one for NaN and whatever is out of range.
static int64_t truncate(double number, unsigned width) {
  double limit = std::ldexp(1.0, static_cast<int>(width) - 1), whole = std::trunc(number);
  if (!(whole >= -limit && whole < limit))
    return width == 64 ? std::numeric_limits<int64_t>::min() : -(int64_t(1) << (width - 1));
  return static_cast<int64_t>(whole);
}

Scalar convert(Scalar value, const Element &from, const Element &to, bool saturate) {
  if (to.isBool())
    return Scalar::getInteger(from.isFloat() ? value.number != 0 : value.integer != 0);
  if (!to.isFloat()) {
    if (!from.isFloat())
      return Scalar::getInteger(wrapTo(to, value.integer));
    // Through i32, or i64 where that does not hold every value of the target.
    unsigned wide = to.width + (to.isUnsigned ? 1 : 0) <= 32 ? 32 : 64;
    return Scalar::getInteger(wrapTo(to, truncate(value.number, wide)));
  }
  double number = value.number;
  if (!from.isFloat()) {
    uint64_t bits = static_cast<uint64_t>(value.integer);
    if (to.isF64())
      return Scalar::getFloat(from.isUnsigned ? static_cast<double>(bits) : static_cast<double>(value.integer));
    number = from.isUnsigned ? static_cast<float>(bits) : static_cast<float>(value.integer);
  }
  if (saturate && !std::isnan(number)) {
    llvm::APFloat largest = llvm::APFloat::getLargest(to.floatType.getFloatSemantics());
    bool losesInfo;
    largest.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    number = std::min(std::max(number, -largest.convertToDouble()), largest.convertToDouble());
  }
  return Scalar::getFloat(roundTo(to, number, /*throughF32=*/true));
}

//===----------------------------------------------------------------------===//
// Monoids
//===----------------------------------------------------------------------===//

/// The ends of a type's order.
static Scalar getEnd(const Element &element, bool isLowest) {
  if (element.isFloat())
    return Scalar::getFloat(isLowest ? -std::numeric_limits<double>::infinity()
                                     : std::numeric_limits<double>::infinity());
  if (element.isUnsigned)
    return Scalar::getInteger(isLowest ? 0 : wrapTo(element, -1));
  int64_t smallest = element.width == 64 ? std::numeric_limits<int64_t>::min() : -(int64_t(1) << (element.width - 1));
  return Scalar::getInteger(isLowest ? smallest : -(smallest + 1));
}

State getIdentity(Monoid monoid, const Element &element) {
  switch (monoid) {
  case Monoid::sum:
  case Monoid::any:
  case Monoid::bitwise_xor:
    return {};
  case Monoid::product:
    return {{1.0, 1}};
  case Monoid::all:
    return {Scalar::getInteger(wrapTo(element, -1))};
  // A position that loses every tie.
  case Monoid::max:
  case Monoid::argmax:
    return {getEnd(element, /*isLowest=*/true), std::numeric_limits<int64_t>::max()};
  case Monoid::min:
  case Monoid::argmin:
    return {getEnd(element, /*isLowest=*/false), std::numeric_limits<int64_t>::max()};
  }
  llvm_unreachable("every monoid has a case");
}

/// Whether `next` is beyond `value`, or is NaN where `value` is not.
static bool replaces(Scalar value, Scalar next, bool isMax, const Element &element) {
  if (element.isFloat()) {
    if (std::isnan(value.number) || std::isnan(next.number))
      return !std::isnan(value.number);
    return isMax ? next.number > value.number : next.number < value.number;
  }
  if (element.isUnsigned) {
    uint64_t left = static_cast<uint64_t>(value.integer), right = static_cast<uint64_t>(next.integer);
    return isMax ? right > left : right < left;
  }
  return isMax ? next.integer > value.integer : next.integer < value.integer;
}

State combine(Monoid monoid, State state, State next, const Element &element) {
  switch (monoid) {
  case Monoid::sum:
    if (element.isFloat())
      return {Scalar::getFloat(state.value.number + next.value.number)};
    return {apply(ScalarFunction::add, {state.value, next.value}, element, element)};
  case Monoid::product:
    if (element.isFloat())
      return {Scalar::getFloat(state.value.number * next.value.number)};
    return {apply(ScalarFunction::multiply, {state.value, next.value}, element, element)};
  case Monoid::max:
    return {apply(ScalarFunction::maximum, {state.value, next.value}, element, element)};
  case Monoid::min:
    return {apply(ScalarFunction::minimum, {state.value, next.value}, element, element)};
  case Monoid::all:
    return {Scalar::getInteger(state.value.integer & next.value.integer)};
  case Monoid::any:
    return {Scalar::getInteger(state.value.integer | next.value.integer)};
  case Monoid::bitwise_xor:
    return {Scalar::getInteger(state.value.integer ^ next.value.integer)};
  case Monoid::argmax:
  case Monoid::argmin:
    // A tie, that is, neither takes the other's place, goes to the first position.
    if (!replaces(next.value, state.value, monoid == Monoid::argmax, element) &&
        (next.position < state.position || replaces(state.value, next.value, monoid == Monoid::argmax, element)))
      return next;
    return state;
  }
  return state;
}

} // namespace emmy::interpreter
