// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index values of a kernel of loops as linear forms of induction variables, where those lie in a box. Divisions and
// remainders are kept as quotients, which cancel out of most linear addresses, and become constants in boxes that are
// small enough.

#ifndef EMMY_LIB_ANALYSIS_REPORT_BOXFORMS_H
#define EMMY_LIB_ANALYSIS_REPORT_BOXFORMS_H

#include "Intervals.h"

#include "mlir/IR/AffineExpr.h"

#include <map>

namespace emmy::report {

/// constant + sum of coefficient * atom. An atom is a variable or a quotient, by number.
struct Form {
  int64_t constant = 0;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 4> terms; ///< sorted by atom, no zero coefficients

  static Form getConstant(int64_t value) { return {value, {}}; }
  static Form getAtom(unsigned atom) { return {0, {{atom, 1}}}; }
  bool isConstant() const { return terms.empty(); }
  bool operator<(const Form &other) const { return std::tie(constant, terms) < std::tie(other.constant, other.terms); }
};

/// lhs + factor * rhs
Form add(const Form &lhs, const Form &rhs, int64_t factor = 1);

/// What a box says about a value: a form, or which part of the box to ask instead, or that the value depends on data.
struct Answer {
  enum class Kind { known, split, data };

  static Answer getKnown(Form form) { return {Kind::known, std::move(form)}; }
  static Answer getData() { return {Kind::data}; }
  bool isKnown() const { return kind == Kind::known; }

  Kind kind;
  Form form = {};
  /// Of a split: the variable, and the value at which its upper part starts.
  unsigned variable = 0;
  int64_t start = 0;
};

/// What the values of a kernel stand for: variables and constants. Other values are computed from them, or are data.
using Bindings = llvm::DenseMap<mlir::Value, Form>;

/// A range for each variable.
class Box {
public:
  explicit Box(const Bindings &bindings) : bindings(&bindings) {}

  /// Variables are numbered from 0.
  void addVariable(Interval range) { variables.push_back(range); }
  unsigned getNumVariables() const { return variables.size(); }
  Interval getRange(unsigned variable) const { return variables[variable]; }
  Interval getRange(const Form &form) const;
  /// The part of the box below the start of a split, or from it on.
  Box getPart(const Answer &split, bool isUpper) const;

  /// The value of an index, or of an i1 as 0 or 1.
  Answer evaluate(mlir::Value value);
  Answer evaluate(mlir::AffineExpr expr, llvm::ArrayRef<Form> dims, llvm::ArrayRef<Form> symbols);
  /// The form without quotients.
  Answer resolve(const Form &form) const;
  /// The form as a constant.
  Answer getConstant(const Form &form) const;
  /// 1 where form >= 0 (isEquality: form = 0) holds in the whole box, 0 where it holds nowhere.
  Answer compare(const Form &form, bool isEquality) const;

private:
  /// dividend floordiv divisor, the divisor positive.
  struct Quotient {
    Form dividend;
    int64_t divisor;
    Interval range;
  };
  Form divide(const Form &dividend, int64_t divisor);
  Answer evaluateBinary(mlir::AffineExprKind kind, const Form &lhs, const Form &rhs);
  Answer evaluateArithmetic(mlir::Operation *op, llvm::ArrayRef<Form> operands);
  /// Splits the variable that widens the form most, near the value where the form becomes non-negative.
  Answer splitAtZero(const Form &form) const;
  Answer splitInHalf(const Form &form) const;

  const Bindings *bindings;
  llvm::SmallVector<Interval> variables;
  std::vector<Quotient> quotients;
  std::map<std::pair<Form, int64_t>, unsigned> quotientNumbers;
};

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_BOXFORMS_H
