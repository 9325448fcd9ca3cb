// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the entry function as the two C functions that callers of the file use.

#ifndef EMMY_LIB_TARGET_CUDA_HOSTPRINTER_H
#define EMMY_LIB_TARGET_CUDA_HOSTPRINTER_H

#include "FunctionPrinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace emmy::cuda {

/// Prints `emmy_workspace_bytes` and `emmy_main` for the entry, or `emmy_prepare_workspace_bytes` and `emmy_prepare`
/// for what runs once.
mlir::LogicalResult printHost(mlir::func::FuncOp entry, bool isPreparation, Prelude &prelude,
                              const NameTable &fileNames, mlir::raw_indented_ostream &os);

} // namespace emmy::cuda

#endif // EMMY_LIB_TARGET_CUDA_HOSTPRINTER_H
