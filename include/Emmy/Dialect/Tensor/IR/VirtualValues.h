// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of the tensor level are never stored.

#ifndef EMMY_DIALECT_TENSOR_IR_VIRTUALVALUES_H
#define EMMY_DIALECT_TENSOR_IR_VIRTUALVALUES_H

#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/DenseMap.h"

namespace emmy::tensor {

/// An index map of more pieces is stored: whoever computed one element of it would ask every piece whether it is there,
/// for each time that the element is read, and would have all sources among its operands.
inline constexpr unsigned maxVirtualPieces = 32;

/// Answers for the ops of one program, remembered. An answer holds until an op that the answer went through is changed.
///
/// Virtual are an index map of few pieces, a source of data (iota, constant), and an elementwise with more positions
/// than the stored values that it reads, through virtual values, have together. On symbolic extents "more" means for
/// large sizes: the terms of the highest degree of the difference are positive. A program output and an operand of
/// data-dependent coordinates are stored nevertheless: that is a property of the use, for whoever executes or lifts.
class VirtualValues {
public:
  bool isVirtual(mlir::Operation *op);
  bool isVirtual(mlir::Value value) { return value.getDefiningOp() && isVirtual(value.getDefiningOp()); }

private:
  bool hasMorePositionsThanInputs(ElementwiseOp op);

  llvm::DenseMap<mlir::Operation *, bool> answers;
};

/// One answer.
bool isVirtual(mlir::Operation *op);

} // namespace emmy::tensor

#endif // EMMY_DIALECT_TENSOR_IR_VIRTUALVALUES_H
