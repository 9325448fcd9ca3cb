// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module of kernels in the LLVM dialect.

#ifndef EMMY_LIB_TARGET_NVVM_KERNELTOLLVM_H
#define EMMY_LIB_TARGET_NVVM_KERNELTOLLVM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace emmy::nvvm {

/// The kernels below `op`, and the functions that they call, in the LLVM and NVVM dialects; null, with a diagnostic,
/// where an operation is not of the kernel level. `op` is not changed.
mlir::OwningOpRef<mlir::ModuleOp> convertKernelsToLlvm(mlir::Operation *op);

} // namespace emmy::nvvm

#endif // EMMY_LIB_TARGET_NVVM_KERNELTOLLVM_H
