// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C++ expression as text, with what is needed to put it into another one.

#ifndef EMMY_LIB_TARGET_CUDA_EXPRESSION_H
#define EMMY_LIB_TARGET_CUDA_EXPRESSION_H

#include "llvm/ADT/Twine.h"

#include <string>

namespace emmy::cuda {

/// How tightly an operator binds, loosest first.
enum class Precedence {
  ternary,
  logicalOr,
  logicalAnd,
  bitOr,
  bitXor,
  bitAnd,
  equality,
  relational,
  shift,
  additive,
  multiplicative,
  unary,
  primary
};

/// The text of an expression. `isUnsigned` says that its C++ type is the unsigned counterpart of the value's integer
/// type: a chain of wrapping operations casts to unsigned at its leaves and back once at its end.
struct Expression {
  std::string text;
  Precedence precedence = Precedence::primary;
  bool isUnsigned = false;
  bool readsMemory = false; ///< must not move past another statement

  /// The text where an operand must bind at least as tightly as `least`.
  std::string in(Precedence least) const { return precedence < least ? "(" + text + ")" : text; }
};

/// `lhs op rhs` for a left-associative operator. The order of evaluation of the tree is kept by parentheses.
inline Expression makeBinary(llvm::StringRef op, Precedence precedence, const Expression &lhs, const Expression &rhs) {
  Precedence tighter = static_cast<Precedence>(static_cast<int>(precedence) + 1);
  // Mixed bitwise and logical operators are hard to read (and warned about), so their operands are always bracketed.
  bool isArithmetic = precedence == Precedence::additive || precedence == Precedence::multiplicative;
  bool isComparison = precedence == Precedence::relational || precedence == Precedence::equality;
  Precedence left = isArithmetic ? precedence : isComparison ? Precedence::additive : Precedence::unary;
  Precedence right = isArithmetic ? tighter : left;
  if (precedence == Precedence::logicalAnd || precedence == Precedence::logicalOr) {
    left = lhs.precedence == precedence ? precedence : Precedence::equality;
    right = Precedence::equality;
  }
  return {(llvm::Twine(lhs.in(left)) + " " + op + " " + rhs.in(right)).str(), precedence};
}

/// `function(text)`.
inline Expression makeCall(llvm::StringRef function, const llvm::Twine &arguments) {
  return {(llvm::Twine(function) + "(" + arguments + ")").str()};
}

/// `type(text)`: a conversion.
inline Expression makeCast(llvm::StringRef type, const Expression &value) { return makeCall(type, value.text); }

} // namespace emmy::cuda

#endif // EMMY_LIB_TARGET_CUDA_EXPRESSION_H
