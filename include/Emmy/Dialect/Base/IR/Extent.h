// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on symbolic extents, and the tensor types that carry them.

#ifndef EMMY_DIALECT_BASE_IR_EXTENT_H
#define EMMY_DIALECT_BASE_IR_EXTENT_H

#include "Emmy/Dialect/Base/IR/Base.h"

namespace emmy {

/// Sums, differences and products of extents, in canonical form.
ExtentAttr operator+(ExtentAttr lhs, ExtentAttr rhs);
ExtentAttr operator-(ExtentAttr lhs, ExtentAttr rhs);
ExtentAttr operator*(ExtentAttr lhs, ExtentAttr rhs);

/// lhs / rhs when rhs divides lhs as a polynomial (a constant or a single monomial), nothing otherwise.
std::optional<ExtentAttr> divideExactly(ExtentAttr lhs, ExtentAttr rhs);

/// The extents of a ranked tensor: its encoding, or its static sizes. A dynamic dim without an encoding has no extent:
/// failure.
mlir::FailureOr<llvm::SmallVector<ExtentAttr>> getExtents(mlir::RankedTensorType type);

/// The tensor type with these extents: a plain static type, or a dynamic one that carries them as its encoding.
mlir::RankedTensorType getTensorType(llvm::ArrayRef<ExtentAttr> extents, mlir::Type elementType);

/// The number of elements.
ExtentAttr getNumElements(mlir::MLIRContext *context, llvm::ArrayRef<ExtentAttr> extents);

} // namespace emmy

#endif // EMMY_DIALECT_BASE_IR_EXTENT_H
