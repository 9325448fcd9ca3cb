// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter's index arithmetic: functions of coordinates, and index values computed by `arith`.

#ifndef EMMY_LIB_INTERPRETER_INDEXARITHMETIC_H
#define EMMY_LIB_INTERPRETER_INDEXARITHMETIC_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Value.h"

#include "llvm/ADT/StringMap.h"

#include <vector>

namespace emmy::interpreter {

/// An affine expression whose symbols have values: a sum of coordinates times factors, and of divisions of such sums.
/// It is taken apart once, since it is evaluated at every element.
class IndexFunction {
public:
  /// A divisor is at least 1.
  IndexFunction(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> symbols);

  int64_t operator()(llvm::ArrayRef<int64_t> coordinates) const;

private:
  struct Division;

  void add(const IndexFunction &other, int64_t factor);
  bool isConstant() const { return terms.empty() && divisions.empty(); }

  int64_t constant = 0;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 2> terms; ///< (dim, factor)
  std::vector<Division> divisions;
};

/// A division of a sum by a positive constant, or the remainder, times a factor.
struct IndexFunction::Division {
  mlir::AffineExprKind kind;
  IndexFunction numerator;
  int64_t divisor;
  int64_t factor;
};

/// An integer set whose symbols have values.
class IndexSet {
public:
  IndexSet(mlir::IntegerSet set, llvm::ArrayRef<int64_t> symbols);

  /// Whether all constraints hold.
  bool contains(llvm::ArrayRef<int64_t> coordinates) const;

private:
  llvm::SmallVector<std::pair<IndexFunction, bool>> constraints; ///< (value, whether it is 0 rather than at least 0)
};

/// The value of an index computed from sizes and constants; nothing, after an error at the op, where an op is not
/// known.
std::optional<int64_t> evaluate(mlir::Value index, const llvm::StringMap<int64_t> &sizes);

} // namespace emmy::interpreter

#endif // EMMY_LIB_INTERPRETER_INDEXARITHMETIC_H
