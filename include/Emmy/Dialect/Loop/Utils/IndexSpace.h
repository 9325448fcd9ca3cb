// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic of one kernel as affine expressions: induction variables and data-dependent indices are dims, sizes
// are symbols, and both know their ranges. Coordinates compose as expressions and become maps of loads, guards, or
// arithmetic at the end.

#ifndef EMMY_DIALECT_LOOP_UTILS_INDEXSPACE_H
#define EMMY_DIALECT_LOOP_UTILS_INDEXSPACE_H

#include "Emmy/Analysis/IndexSimplifier.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"

#include "llvm/ADT/DenseMap.h"

namespace emmy::loop {

/// A map or a guard with the values that it is applied to, dims first.
struct AppliedMap {
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
};
struct AppliedGuard {
  mlir::IntegerSet set;
  llvm::SmallVector<mlir::Value> operands;
};

/// A conjunction of constraints: always true (no set), never true, or the set.
struct Guard {
  mlir::IntegerSet set = {};
  bool isNever = false;

  bool isAlways() const { return !hasSet() && !isNever; }
  bool hasSet() const { return set != mlir::IntegerSet(); }
  bool operator==(const Guard &other) const { return set == other.set && isNever == other.isNever; }
};

class IndexSpace {
public:
  explicit IndexSpace(mlir::MLIRContext *context) : context(context) {}

  /// The expression of an index value, which becomes a dim or a symbol the first time it is seen.
  mlir::AffineExpr getDim(mlir::Value value, IndexRange range = {nullptr, nullptr});
  mlir::AffineExpr getSymbol(mlir::Value value, IndexRange range = {nullptr, nullptr});
  /// The value as it is known, or as a constant, or as a new dim.
  mlir::AffineExpr getExpr(mlir::Value value);
  mlir::AffineExpr getConstant(int64_t value) { return mlir::getAffineConstantExpr(value, context); }

  mlir::AffineExpr simplify(mlir::AffineExpr expr) const;
  /// Whether the expression is never negative, provided that all loops run.
  bool isProvablyNonNegative(mlir::AffineExpr expr) const;

  /// The guard with one more constraint, `expr >= 0` or `expr == 0`; what is proved is left out.
  Guard conjoin(Guard guard, mlir::AffineExpr expr, bool isEquality) const;
  Guard conjoin(Guard lhs, Guard rhs) const;
  /// The constraints of a set over other dims and symbols, as a guard of this space.
  Guard getGuard(mlir::IntegerSet set, llvm::ArrayRef<mlir::AffineExpr> dims,
                 llvm::ArrayRef<mlir::AffineExpr> symbols) const;

  /// The expressions with only the operands that they use.
  AppliedMap apply(llvm::ArrayRef<mlir::AffineExpr> exprs) const;
  AppliedGuard apply(mlir::IntegerSet guard) const;
  /// The values that an expression uses.
  void collectValues(mlir::AffineExpr expr, llvm::SmallVectorImpl<mlir::Value> &values) const;

  /// Arithmetic that computes an expression or a guard (an i1). A division by a symbol is by at least one.
  mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc, mlir::AffineExpr expr) const;
  mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc, mlir::IntegerSet guard) const;

  mlir::MLIRContext *getContext() const { return context; }

private:
  IndexSimplifier &getSimplifier() const;

  mlir::MLIRContext *context;
  /// Made when first needed, for the dims and symbols that there are.
  mutable std::shared_ptr<IndexSimplifier> simplifier;
  llvm::SmallVector<mlir::Value> dims, symbols;
  llvm::SmallVector<IndexRange> dimRanges, symbolRanges;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> known;
};

/// The extent as an expression; `getSymbol` gives the expression of a symbol or of an extent (min, max) that is
/// computed.
mlir::AffineExpr getExtentExpr(ExtentAttr extent, llvm::function_ref<mlir::AffineExpr(llvm::StringRef)> getSymbol,
                               llvm::function_ref<mlir::AffineExpr(ExtentAttr)> getComputed);

} // namespace emmy::loop

#endif // EMMY_DIALECT_LOOP_UTILS_INDEXSPACE_H
