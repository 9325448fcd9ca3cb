// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter's own scalars: element types, storage, rounding, functions and monoids.

#ifndef EMMY_LIB_INTERPRETER_SCALAR_H
#define EMMY_LIB_INTERPRETER_SCALAR_H

#include "Emmy/Dialect/Base/IR/Laws.h"

namespace emmy::interpreter {

/// One number of some element type: floats (of every width, exactly) in `number`, integers in `integer`, sign- or
/// zero-extended as their type says.
struct Scalar {
  double number = 0;
  int64_t integer = 0;

  static Scalar getFloat(double number) { return {number, 0}; }
  static Scalar getInteger(int64_t integer) { return {0, integer}; }
};

/// An element type, taken apart once.
struct Element {
  mlir::FloatType floatType; ///< null for integers
  unsigned width;
  unsigned size;   ///< in bytes
  bool isUnsigned; ///< uiN and bool

  explicit Element(mlir::Type type);
  bool isFloat() const { return static_cast<bool>(floatType); }
  bool isBool() const { return !isFloat() && width == 1; }
  bool isF32() const { return isFloat() && width == 32; }
  bool isF64() const { return isFloat() && width == 64; }
};

/// The nearest number of the type, ties to even. A 16-bit type rounds through f32 when `throughF32`, as conversions do.
double roundTo(const Element &element, double number, bool throughF32 = false);
/// The integer modulo 2^width, in the type's range.
int64_t wrapTo(const Element &element, int64_t integer);

/// Reads and writes one element in memory.
Scalar loadScalar(const Element &element, const char *bytes);
void storeScalar(const Element &element, Scalar value, char *bytes);

/// The same bits, as an element of another type of that width; those of the quiet NaN for every NaN.
Scalar bitcast(Scalar value, const Element &from, const Element &to);

/// Applies a function of the laws table to operands of type `operand`, giving type `result`.
Scalar apply(ScalarFunction function, llvm::ArrayRef<Scalar> operands, const Element &operand, const Element &result);
Scalar convert(Scalar value, const Element &from, const Element &to, bool saturate = false);

/// The state of a monoid: a value and, for argmax and argmin, its position. Floats are states in f64.
struct State {
  Scalar value;
  int64_t position = 0;
};
State getIdentity(Monoid monoid, const Element &element);
/// `next` comes after `state` in order of position.
State combine(Monoid monoid, State state, State next, const Element &element);

} // namespace emmy::interpreter

#endif // EMMY_LIB_INTERPRETER_SCALAR_H
