// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions in the NVVM dialect.

#ifndef EMMY_LIB_TARGET_NVVM_MATRICES_H
#define EMMY_LIB_TARGET_NVVM_MATRICES_H

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "mlir/IR/Builders.h"

namespace emmy::nvvm {

/// The fragments that the operation loads from `address`.
mlir::Value convertMatrixLoad(kernel::LdmatrixOp op, mlir::Value address, mlir::OpBuilder &builder);
/// The fragment of the sum.
mlir::Value convertMatrixMultiply(kernel::MmaOp op, mlir::OpBuilder &builder);

} // namespace emmy::nvvm

#endif // EMMY_LIB_TARGET_NVVM_MATRICES_H
