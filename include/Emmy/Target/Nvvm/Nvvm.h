// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX from the kernel level, with LLVM alone: no CUDA toolkit and no device library is needed.

#ifndef EMMY_TARGET_NVVM_NVVM_H
#define EMMY_TARGET_NVVM_NVVM_H

#include "mlir/Support/LLVM.h"

#include <functional>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace emmy {

/// Prints the kernels in `op` as PTX for the target of their module (the default where it has none). Arithmetic is
/// rounded operation by operation (.rn, no contraction, no flushing of subnormals). Fails, with a diagnostic, where a
/// kernel calls a function that has no body.
mlir::LogicalResult translateKernelToPtx(mlir::Operation *op, llvm::raw_ostream &os);

/// Prints the same kernels as LLVM IR for NVPTX, before optimization: the input of executors that retarget it.
mlir::LogicalResult translateKernelToLlvmIr(mlir::Operation *op, llvm::raw_ostream &os);

/// The LLVM IR that PTX is made of: the same kernels, optimized for NVPTX as they are for PTX. Null, with a diagnostic,
/// where translateKernelToPtx fails.
std::unique_ptr<llvm::Module> buildPtxModule(mlir::Operation *op, llvm::LLVMContext &context);

/// Registers `--emmy-kernel-to-ptx` and `--emmy-kernel-to-llvmir`; `registerDialects` adds what their input may be
/// written in.
void registerKernelToPtxTranslations(const std::function<void(mlir::DialectRegistry &)> &registerDialects);

} // namespace emmy

#endif // EMMY_TARGET_NVVM_NVVM_H
