// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor dialect: elementwise functions, combinations, index maps, sources of data, data-dependent coordinates.

#ifndef EMMY_DIALECT_TENSOR_IR_TENSOR_H
#define EMMY_DIALECT_TENSOR_IR_TENSOR_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

namespace emmy::tensor {

/// Whether the type is a tensor of this level: ranked, of numbers or bools, every dynamic dim with a named extent.
bool isTensorType(mlir::Type type);

/// Whether two tensors have the same rank and the same extents.
bool haveSameShape(mlir::RankedTensorType lhs, mlir::RankedTensorType rhs);

/// A tensor type of the same shape with another element type.
mlir::RankedTensorType withElementType(mlir::RankedTensorType type, mlir::Type elementType);

/// One piece of an index map: where its guard holds, elements are `source[map]`. The last piece has a null guard.
struct IndexPiece {
  mlir::Value source;
  mlir::AffineMap map;
  mlir::IntegerSet guard = {};

  bool isGuarded() const { return guard != mlir::IntegerSet(); }
};

} // namespace emmy::tensor

#include "Emmy/Dialect/Tensor/IR/TensorDialect.h.inc"
#include "Emmy/Dialect/Tensor/IR/TensorEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Tensor/IR/TensorAttributes.h.inc"

#define GET_OP_CLASSES
#include "Emmy/Dialect/Tensor/IR/TensorOps.h.inc"

#endif // EMMY_DIALECT_TENSOR_IR_TENSOR_H
