// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of one kernel in the LLVM and NVVM dialects: each kernel operation has exactly one translation.

#ifndef EMMY_LIB_TARGET_NVVM_KERNELCONVERTER_H
#define EMMY_LIB_TARGET_NVVM_KERNELCONVERTER_H

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace emmy::nvvm {

/// LLVM's numbers of the memory spaces.
constexpr unsigned kGlobalSpace = static_cast<unsigned>(mlir::NVVM::NVVMMemorySpace::Global);
constexpr unsigned kSharedSpace = static_cast<unsigned>(mlir::NVVM::NVVMMemorySpace::Shared);

/// The module that kernels are converted to, with all of its functions.
struct DeviceModule {
  explicit DeviceModule(mlir::ModuleOp op) : symbols(op) {}

  /// Gives what is added a name that nothing has.
  mlir::SymbolTable symbols;
  /// The memory that launches provide, of no size that is known here; null where no kernel uses it. All share it: it is
  /// where the memory of a block starts, behind its static part.
  mlir::LLVM::GlobalOp dynamicShared;
};

/// Replaces the operations of one kernel, in place.
class KernelConverter {
public:
  KernelConverter(mlir::LLVM::LLVMFuncOp function, DeviceModule &module, kernel::FuncOp source)
      : function(function), module(module), block(source.getBlock()), isDynamic(kernel::hasDynamicShared(source)),
        builder(function) {}
  void convert();

private:
  mlir::Value convertId(mlir::Operation *op, kernel::Dimension dimension, bool isThread);
  mlir::Value getInteger(mlir::Location loc, unsigned bits, int64_t value);

  // Memory (Memory.cpp).
  mlir::Value getAddress(mlir::Operation *op, mlir::Value pointer, mlir::Value index, mlir::Type accessType);
  void convertLoad(kernel::LoadOp op);
  void convertStore(kernel::StoreOp op);
  void convertShared(kernel::SharedOp op);
  mlir::LLVM::GlobalOp getDynamicShared(mlir::Location loc);
  void convertLocal(kernel::LocalOp op);
  void convertAtomic(kernel::AtomicOp op);
  void convertAsyncCopy(kernel::AsyncCopyOp op);

  // Threads together (Threads.cpp).
  mlir::Value shuffleWord(kernel::ShuffleOp op, mlir::Value word);
  void convertShuffle(kernel::ShuffleOp op);
  void convertBarrier(kernel::BarrierOp op);

  mlir::LLVM::LLVMFuncOp function;
  DeviceModule &module;
  llvm::ArrayRef<int32_t> block;
  /// Whether shared buffers are parts of memory that the launch provides; and where.
  bool isDynamic;
  llvm::DenseMap<mlir::Operation *, int64_t> sharedOffsets;
  /// What asynchronous copies copy, which the pointers do not tell.
  llvm::DenseMap<mlir::Operation *, mlir::Type> elementTypes;
  mlir::OpBuilder builder;
};

} // namespace emmy::nvvm

#endif // EMMY_LIB_TARGET_NVVM_KERNELCONVERTER_H
