// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host program in buffer form: the entry function over tensors becomes one over buffers, shared by every path below
// kernels.

#ifndef EMMY_CONVERSION_HOSTPROGRAM_HOSTPROGRAM_H
#define EMMY_CONVERSION_HOSTPROGRAM_HOSTPROGRAM_H

#include "Emmy/Interfaces/NestInterfaces.h"
#include "Emmy/Support/Entry.h"

#include <string>

namespace emmy {

/// Creates what runs a kernel, at the builder's position. `arguments` are one per argument of the kernel's body: a
/// buffer per input (that of the result where one is tied to it), the scalars, the sizes, a buffer per fresh result.
using LowerKernelFn = llvm::function_ref<void(mlir::OpBuilder &, KernelOpInterface kernel, mlir::ValueRange arguments)>;

/// Whether every kernel of the module is a `kernelName`. Lists those of other levels; `remedy` says what to run.
llvm::LogicalResult checkKernelLevel(mlir::ModuleOp module, llvm::StringRef kernelName, llvm::StringRef remedy);

/// Turns the entry `f(tensors) -> tensors` into `f(input buffers, output buffers, one index per emmy.symbol in module
/// order)`:
///  * a kernel becomes what `lowerKernel` makes of it, which has checked before that it can;
///  * an intermediate result is a memref.alloc that is freed after its last use; a returned one is the output's buffer;
///  * a returned input, and a value that is returned again, is copied; so is the input of a tied result that is used
///  elsewhere;
///  * emmy.size becomes the argument of its symbol, a constant tensor a global.
/// Buffers of dynamic shape keep their extents in the argument attribute `emmy.dims`, output buffers are marked
/// `emmy.result`, index arguments name their symbol in `emmy.symbol`.
llvm::LogicalResult convertHostProgram(mlir::ModuleOp module, LowerKernelFn lowerKernel);

/// Whether everything in the module lowers to the LLVM dialect; lists what does not.
llvm::LogicalResult checkHostOperations(mlir::ModuleOp module);

/// The extents of a buffer that is an argument with these attributes; nothing where those of dynamic dims are not
/// named.
std::optional<llvm::SmallVector<ExtentAttr>> getBufferExtents(mlir::MemRefType type, mlir::DictionaryAttr attributes);

/// A contiguous buffer of a shape at an address: its descriptor in the LLVM dialect, cast to the memref.
mlir::Value buildBuffer(mlir::OpBuilder &builder, mlir::Location loc, mlir::MemRefType type, mlir::Value base,
                        llvm::ArrayRef<mlir::Value> shape);

/// k_<names>: the names that the kernel's location carries, in order; `k_kernel` where it has none. Not unique.
std::string getKernelName(mlir::Operation *kernel);

} // namespace emmy

#endif // EMMY_CONVERSION_HOSTPROGRAM_HOSTPROGRAM_H
