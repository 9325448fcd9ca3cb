// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA C++ from the kernel level.

#ifndef EMMY_TARGET_CUDA_CUDA_H
#define EMMY_TARGET_CUDA_CUDA_H

#include "mlir/Support/LLVM.h"

#include <functional>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace emmy {

/// Prints the kernels in `op`, the math functions that they call, and, where there is one, the host entry as one CUDA
/// C++ file:
///  * `extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream)`
///    with the entry's memref arguments in order as buffers and its index arguments in order as sizes;
///  * `extern "C" int64_t emmy_workspace_bytes(const int64_t *sizes)`: what the intermediate results need.
/// The text depends on the IR only. Fails, with a diagnostic, on operations that are not of the kernel level.
mlir::LogicalResult translateKernelToCuda(mlir::Operation *op, llvm::raw_ostream &os);

/// Registers `--emmy-kernel-to-cuda`; `registerDialects` adds what its input may be written in.
void registerKernelToCudaTranslation(const std::function<void(mlir::DialectRegistry &)> &registerDialects);

} // namespace emmy

#endif // EMMY_TARGET_CUDA_CUDA_H
