// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes behind index symbols: index values and extents as expressions of one list of sizes, with ranges for the
// simplifier.

#ifndef EMMY_DIALECT_TENSOR_TRANSFORMS_INDEXSIZES_H
#define EMMY_DIALECT_TENSOR_TRANSFORMS_INDEXSIZES_H

#include "Emmy/Analysis/IndexSimplifier.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/StringMap.h"

namespace emmy::tensor {

/// What the module's `emmy.symbol` ops declare, by name.
llvm::StringMap<IndexRange> getDeclaredRanges(mlir::Operation *module);

/// One list of sizes. Index values that are computed by `arith` from other index values, and extents, become
/// expressions of them; a size is an `emmy.size`, by name, or any other index value.
class IndexSizes {
public:
  IndexSizes(mlir::MLIRContext *context, const llvm::StringMap<IndexRange> &declared)
      : context(context), declared(declared) {}

  mlir::AffineExpr getExpr(mlir::Value index);
  mlir::AffineExpr getExpr(ExtentAttr extent);

  unsigned size() const { return sizes.size(); }
  /// The ranges of all sizes so far.
  llvm::SmallVector<IndexRange> getRanges() const;
  /// The ranges of the coordinates of a tensor. May add sizes.
  llvm::SmallVector<IndexRange> getCoordinateRanges(mlir::RankedTensorType type);
  /// The value of a size; an `emmy.size` is made where there is none yet.
  mlir::Value getValue(unsigned position, mlir::OpBuilder &builder, mlir::Location loc);

private:
  struct Size {
    mlir::Value value;    ///< null where only an extent names it
    mlir::Attribute name; ///< the symbol, or the extent function that expressions cannot hold; null for other values
  };
  mlir::AffineExpr getSize(Size size);

  mlir::MLIRContext *context;
  const llvm::StringMap<IndexRange> &declared;
  llvm::SmallVector<Size> sizes;
};

} // namespace emmy::tensor

#endif // EMMY_DIALECT_TENSOR_TRANSFORMS_INDEXSIZES_H
