// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders of index maps: reshape, broadcast, transpose, slice, pad, concat, and maps written as expressions. Extents
// may be symbolic; the sizes that a map needs become its symbols (`emmy.size`), each once.

#ifndef EMMY_DIALECT_TENSOR_IR_INDEXMAPS_H
#define EMMY_DIALECT_TENSOR_IR_INDEXMAPS_H

#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/IR/Builders.h"

namespace emmy::tensor {

/// The symbols of one index map while it is built. Sizes are read where the builder stands.
class IndexSymbols {
public:
  IndexSymbols(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  /// The extent as an expression of the symbols. Its program symbols become map symbols, so that expressions stay
  /// comparable; only `min` and `max`, which affine expressions lack, are computed outside.
  mlir::AffineExpr getExpr(ExtentAttr extent);
  /// Any index value as a symbol.
  mlir::AffineExpr getExpr(mlir::Value index);
  /// A number.
  mlir::AffineExpr getExpr(int64_t value);

  mlir::ArrayRef<mlir::Value> getValues() const { return values; }

private:
  mlir::Value getSize(llvm::StringRef symbol);
  mlir::AffineExpr getAtomExpr(mlir::Attribute atom);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<std::pair<std::string, mlir::Value>> sizes;
  llvm::SmallVector<std::pair<ExtentAttr, mlir::Value>> computed;
};

/// Gives the source coordinates at the result coordinates `dims`.
using CoordinateBuilder = llvm::function_ref<llvm::SmallVector<mlir::AffineExpr>(llvm::ArrayRef<mlir::AffineExpr> dims,
                                                                                 IndexSymbols &symbols)>;

/// One piece whose map is written as expressions.
mlir::Value buildIndexMap(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType result,
                          mlir::Value source, CoordinateBuilder coordinates);

/// The same elements in row-major order. Extents that multiply to the same product are matched first, so that dims
/// which stay keep plain coordinates.
mlir::Value buildReshape(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                         mlir::RankedTensorType result);

/// Source dim k lies along result dim `dims[k]`; where its extent is 1 and the result's is not, its element is
/// repeated.
mlir::Value buildBroadcast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                           mlir::RankedTensorType result, llvm::ArrayRef<int64_t> dims);
/// Dims aligned at the end, as in PyTorch.
mlir::Value buildBroadcast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                           mlir::RankedTensorType result);

/// Result dim i is source dim `permutation[i]`.
mlir::Value buildTranspose(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                           llvm::ArrayRef<int64_t> permutation);

/// `result[i…] = source[starts + i * steps…]`; a step may be negative (flip) or 0.
mlir::Value buildSlice(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source, mlir::RankedTensorType result,
                       llvm::ArrayRef<ExtentAttr> starts, llvm::ArrayRef<int64_t> steps);

/// `low` elements of fill before, `high` after and `interior` between neighbours of every dim (none where the list is
/// empty); a negative `low` or `high` crops. The result type follows.
mlir::Value buildPad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source, mlir::Value fill,
                     llvm::ArrayRef<ExtentAttr> low, llvm::ArrayRef<ExtentAttr> high,
                     llvm::ArrayRef<int64_t> interior = {});

/// The sources one after the other along `dim`. The result type follows.
mlir::Value buildConcat(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange sources, int64_t dim);

} // namespace emmy::tensor

#endif // EMMY_DIALECT_TENSOR_IR_INDEXMAPS_H
