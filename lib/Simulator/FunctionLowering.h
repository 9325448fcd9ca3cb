// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel, or a math function that kernels call, as a function that executes one warp in lock step.

#ifndef EMMY_LIB_SIMULATOR_FUNCTIONLOWERING_H
#define EMMY_LIB_SIMULATOR_FUNCTIONLOWERING_H

#include "Warp.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

#include <cstddef>

namespace emmy::simulator {

/// What the lowerings of all functions of a program share.
struct LoweringContext {
  LoweringContext(mlir::ModuleOp module, ProgramInfo &info, bool checked)
      : module(module), info(info), checked(checked) {}

  mlir::ModuleOp module; ///< where functions are made
  ProgramInfo &info;
  bool checked;
  /// The names of the lowered math functions.
  llvm::DenseMap<mlir::Operation *, std::string> functions;
  /// Integer operations that indices are computed from, or that promise not to wrap.
  llvm::DenseSet<mlir::Operation *> indexArithmetic;
};

/// The name that a hook has in generated code.
std::string getHookSymbol(llvm::StringRef hook);

class FunctionLowering {
public:
  FunctionLowering(LoweringContext &context, KernelInfo *kernel)
      : context(context), info(context.info), kernel(kernel), builder(context.module.getContext()) {}

  /// Makes the warp function of a kernel.
  mlir::LogicalResult lowerKernel(kernel::FuncOp source);
  /// Makes the lanes' function of a math function.
  mlir::LogicalResult lowerFunction(mlir::func::FuncOp source, llvm::StringRef name);

private:
  /// The active lanes: as a vector of i1, and as bits.
  struct Mask {
    mlir::Value lanes, bits;
  };
  /// A value of the kernel: one per element of a vector, else one. A scalar where all lanes have the same.
  using Parts = llvm::SmallVector<mlir::Value, 1>;

  // Values (FunctionLowering.cpp).
  mlir::Type convertType(mlir::Type type);
  mlir::VectorType getLanesType(mlir::Type type);
  bool isUniform(mlir::Value source);
  mlir::Value getScalar(mlir::Value source) { return values.lookup(source).front(); }
  /// The lanes of a value that is not a vector, or of all elements.
  mlir::Value getLanes(mlir::Value source) { return broadcast(values.lookup(source).front()); }
  Parts getAllLanes(mlir::Value source);
  mlir::Value broadcast(mlir::Value value);
  void set(mlir::Value source, mlir::Value value) { values[source] = {value}; }
  mlir::Value getInteger(mlir::Type type, int64_t value);
  mlir::Value getZero(mlir::Type type);
  Mask makeMask(mlir::Value bits);
  mlir::Value getBits(mlir::Value lanes);
  mlir::Value isAny(mlir::Value bits);
  mlir::Value getField(size_t offset);
  mlir::Value loadField(size_t offset, mlir::Type type);
  void storeField(size_t offset, mlir::Value value);

  // Operations.
  mlir::LogicalResult lowerBlock(mlir::Block &block);
  mlir::LogicalResult lowerOperation(mlir::Operation *op);
  mlir::LogicalResult lowerElementwise(mlir::Operation *op);
  mlir::LogicalResult lowerIndexCast(mlir::Operation *op, bool isUnsigned);
  mlir::LogicalResult lowerConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult lowerCall(mlir::func::CallOp op);
  mlir::LogicalResult lowerVector(mlir::Operation *op);
  mlir::LogicalResult refuse(mlir::Operation *op);

  // Checks of arithmetic (Arithmetic.cpp).
  void checkOverflow(mlir::Operation *op);
  mlir::Value makeDivisor(mlir::Operation *op, bool isUniform);
  void reportWhere(mlir::Value lanes, mlir::Operation *op, Fault fault);

  // Memory and other threads (Accesses.cpp).
  unsigned addSite(mlir::Operation *op, mlir::Value memref, mlir::Type type);
  void storeIndex(mlir::Value index, size_t field = offsetof(Warp, index));
  void callHook(llvm::StringRef hook, unsigned number, mlir::ValueRange more = {});
  mlir::LogicalResult lowerLoad(kernel::LoadOp op);
  mlir::LogicalResult lowerStore(kernel::StoreOp op);
  mlir::LogicalResult lowerAtomic(kernel::AtomicOp op);
  mlir::LogicalResult lowerShuffle(kernel::ShuffleOp op);
  mlir::LogicalResult lowerLdmatrix(kernel::LdmatrixOp op);
  mlir::LogicalResult lowerMma(kernel::MmaOp op);
  // Barriers and asynchronous copies (BarrierLowering.cpp).
  mlir::LogicalResult lowerBarrier(kernel::BarrierOp op);
  mlir::LogicalResult lowerAsyncCopy(kernel::AsyncCopyOp op);
  /// A wait, or the end of a group.
  mlir::LogicalResult lowerAsyncWait(mlir::Operation *op, llvm::StringRef hook, int32_t allBut);
  void addOnChip(mlir::Operation *op, mlir::MemRefType type, bool isShared);

  // Control flow (ControlFlow.cpp).
  void enterRegion(mlir::Block &block);
  mlir::LogicalResult lowerIf(mlir::scf::IfOp op);
  mlir::LogicalResult lowerFor(mlir::scf::ForOp op);
  mlir::LogicalResult lowerUniformFor(mlir::scf::ForOp op);
  mlir::LogicalResult lowerDivergentFor(mlir::scf::ForOp op);
  /// The lanes of an operation's operands, elements of vectors one after the other.
  Parts flatten(mlir::ValueRange sources);
  /// Makes values known for `sources`, from their lanes in order.
  void unflatten(mlir::ValueRange sources, mlir::ValueRange lanes);
  llvm::SmallVector<mlir::Type> flattenTypes(mlir::TypeRange types);
  /// The terminator's operands after lowering the block.
  mlir::FailureOr<Parts> lowerBody(mlir::Block &block);

  LoweringContext &context;
  ProgramInfo &info;
  KernelInfo *kernel; ///< null in a math function
  mlir::OpBuilder builder;
  mlir::Location loc = builder.getUnknownLoc();
  mlir::Value warp;
  Mask mask;
  llvm::DenseMap<mlir::Value, Parts> values;
  /// Numbers of the shared and local buffers by their values.
  llvm::DenseMap<mlir::Value, unsigned> onChip;
};

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_FUNCTIONLOWERING_H
