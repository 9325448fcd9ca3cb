// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index expressions over the values of a kernel under construction: affine expressions whose dims and symbols are
// numbers in one growing pool of values, so that expressions can be composed freely and become maps with operands at
// the end.

#ifndef EMMY_LIB_DIALECT_TILE_TRANSFORMS_INDEXPOOL_H
#define EMMY_LIB_DIALECT_TILE_TRANSFORMS_INDEXPOOL_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"

namespace emmy::tile {

class IndexPool {
public:
  explicit IndexPool(mlir::MLIRContext *context) : context(context) {}

  mlir::AffineExpr constant(int64_t value) const { return mlir::getAffineConstantExpr(value, context); }
  /// The expression of a value that varies, such as an induction variable.
  mlir::AffineExpr dim(mlir::Value value);
  /// The expression of a value that is fixed in the kernel, such as an extent; products with it and divisions by it are
  /// allowed.
  mlir::AffineExpr symbol(mlir::Value value);
  /// A constant, or the symbol of a value.
  mlir::AffineExpr extent(mlir::OpFoldResult size);

  /// Replaces the dims and symbols of a map's expression by expressions of its operands.
  mlir::AffineExpr compose(mlir::AffineExpr expr, unsigned numDims, llvm::ArrayRef<mlir::AffineExpr> operands) const;

  struct Map {
    mlir::AffineMap map;
    llvm::SmallVector<mlir::Value> operands;
  };
  struct Set {
    mlir::IntegerSet set;
    llvm::SmallVector<mlir::Value> operands;
  };
  /// The expressions with the operands that they use: dims, then symbols, each in order of first use.
  Map finish(llvm::ArrayRef<mlir::AffineExpr> results) const;
  Set finish(llvm::ArrayRef<mlir::AffineExpr> constraints, llvm::ArrayRef<bool> isEquality) const;

  /// Arithmetic that computes an expression that is never negative in its parts.
  mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc, mlir::AffineExpr expr) const;

private:
  mlir::MLIRContext *context;
  llvm::SmallVector<mlir::Value> dims, symbols;
  llvm::DenseMap<mlir::Value, unsigned> dimNumbers, symbolNumbers;
};

} // namespace emmy::tile

#endif // EMMY_LIB_DIALECT_TILE_TRANSFORMS_INDEXPOOL_H
