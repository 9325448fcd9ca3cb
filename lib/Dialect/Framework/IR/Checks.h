// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of operands that several families of type inference share.

#ifndef EMMY_LIB_DIALECT_FRAMEWORK_IR_CHECKS_H
#define EMMY_LIB_DIALECT_FRAMEWORK_IR_CHECKS_H

#include "Emmy/Dialect/Framework/IR/Framework.h"

namespace emmy::framework {

inline mlir::Type getElementType(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType()).getElementType();
}

constexpr size_t anyRank = std::numeric_limits<size_t>::max();

mlir::LogicalResult checkFloat(mlir::Value operand, EmitError emitError);
mlir::LogicalResult checkSameElementType(mlir::ValueRange operands, EmitError emitError);
/// Operand number `index` has a rank from `least` to `most`.
mlir::LogicalResult checkRank(mlir::Value operand, unsigned index, size_t least, size_t most, EmitError emitError);
/// Operand number `index` holds i32 or i64.
mlir::LogicalResult checkIndices(mlir::Value indices, unsigned index, EmitError emitError);
/// A weight or bias (or nothing) has exactly this shape.
mlir::LogicalResult checkShape(mlir::Value operand, llvm::StringRef what, llvm::ArrayRef<ExtentAttr> shape,
                               EmitError emitError);

} // namespace emmy::framework

#endif // EMMY_LIB_DIALECT_FRAMEWORK_IR_CHECKS_H
