// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about the inside of kernels: extents of loops, index spaces at a point, how many times a point runs,
// contractions.

#ifndef EMMY_DIALECT_LOOP_UTILS_KERNELANALYSIS_H
#define EMMY_DIALECT_LOOP_UTILS_KERNELANALYSIS_H

#include "Emmy/Dialect/Loop/Utils/IndexSpace.h"

namespace emmy::loop {

/// The extent that an index value inside a kernel computes; nothing where it is no arithmetic on sizes.
std::optional<ExtentAttr> getExtent(mlir::OpFoldResult value);

/// Whether two lists of extents are known to be equal.
bool haveSameExtents(llvm::ArrayRef<mlir::OpFoldResult> lhs, llvm::ArrayRef<mlir::OpFoldResult> rhs);

/// The index space at an operation inside a kernel: the induction variables around it, outermost first.
IndexSpace getIndexSpace(mlir::Operation *op);
/// The expression of an index value at a point of the space: a constant, a size as a symbol, anything else as a dim.
mlir::AffineExpr getIndexExpr(IndexSpace &space, mlir::Value value);
/// The coordinates of an access, and its guard.
llvm::SmallVector<mlir::AffineExpr> getCoordinates(IndexSpace &space, AccessOpInterface access);
Guard getGuard(IndexSpace &space, AccessOpInterface access);

/// The loops around an operation, outermost first.
llvm::SmallVector<LoopNestOpInterface> getEnclosingLoops(mlir::Operation *op);

/// Whether the load reads a buffer that the kernel never writes.
bool isFromConstantBuffer(LoadOp load, KernelOp kernel);

/// Whether the reduction reads two operands of which each has an axis of the surrounding loops that the other has not,
/// so that tiles of both are reused: a matmul, a convolution.
bool isContraction(ReductionOpInterface reduction);
/// The contractions in a kernel.
unsigned countContractions(KernelOp kernel);

} // namespace emmy::loop

#endif // EMMY_DIALECT_LOOP_UTILS_KERNELANALYSIS_H
