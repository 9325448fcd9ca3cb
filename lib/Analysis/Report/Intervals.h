// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers that are known to lie in a range, and the arithmetic of `arith` on them. A range of one value is that value,
// with the wrap-around of its type, so that evaluating over points is exact.

#ifndef EMMY_LIB_ANALYSIS_REPORT_INTERVALS_H
#define EMMY_LIB_ANALYSIS_REPORT_INTERVALS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

namespace emmy::report {

/// low <= value <= high. Values of i1 are 0 and 1; other integers are signed.
struct Interval {
  int64_t low = std::numeric_limits<int64_t>::min();
  int64_t high = std::numeric_limits<int64_t>::max();

  static Interval getPoint(int64_t value) { return {value, value}; }
  /// All values of an integer type, or of index.
  static Interval getAll(mlir::Type type);
  bool isPoint() const { return low == high; }
  bool operator==(const Interval &other) const { return low == other.low && high == other.high; }
};

/// The sum and the product; everything where the bounds overflow.
Interval add(Interval lhs, Interval rhs);
Interval multiply(Interval lhs, Interval rhs);
/// The truth of a comparison as a range of 0 and 1; unsigned predicates are read as their signed counterparts.
Interval compareSigned(mlir::arith::CmpIPredicate predicate, Interval lhs, Interval rhs);
/// The smallest range that holds both.
Interval join(Interval lhs, Interval rhs);

/// Whether evaluate() knows the operation: integer arithmetic, comparison, selection and conversion of `arith`, on
/// scalars.
bool isEvaluated(mlir::Operation *op);

/// The result of an operation that isEvaluated for operands in these ranges.
Interval evaluate(mlir::Operation *op, llvm::ArrayRef<Interval> operands);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_INTERVALS_H
