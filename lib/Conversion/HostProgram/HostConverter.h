// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion of one entry to buffers, which has a file for straight-line code and one for loops.

#ifndef EMMY_LIB_CONVERSION_HOSTPROGRAM_HOSTCONVERTER_H
#define EMMY_LIB_CONVERSION_HOSTPROGRAM_HOSTCONVERTER_H

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Dialect/Base/IR/While.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <memory>

namespace emmy {

/// One emmy.while with functions of its own, which its conversion takes apart.
struct LoopInstance {
  /// How the buffer of a carried tensor becomes that of the next step.
  enum class Next {
    unchanged, ///< the body gives it back
    inPlace,   ///< the body's kernels write into it, and nothing else reads the old one
    swapped    ///< the next one is made in a second buffer, and the two change places
  };
  mlir::OwningOpRef<mlir::func::FuncOp> condition, body;
  llvm::SmallVector<Next> next; ///< one per carried tensor
};

class HostConverter {
public:
  HostConverter(mlir::ModuleOp module, mlir::func::FuncOp entry, LowerKernelFn lowerKernel)
      : module(module), entry(entry), lowerKernel(lowerKernel), builder(module.getContext()) {}

  mlir::LogicalResult run();

private:
  mlir::LogicalResult check();
  bool checkOperations(mlir::func::FuncOp function);
  bool checkTypes(mlir::func::FuncOp function);
  void addArguments();
  /// The first return of a result is computed in its target, and so is what it takes over. Targets may be null.
  void assignOutputs(mlir::Block &block, mlir::ValueRange returned, llvm::ArrayRef<mlir::Value> targets);
  /// Lowers what stands in a block, calls `finish` with the buffers of what it returns, and erases all of it.
  void lowerBlock(mlir::Block &block, llvm::function_ref<void(llvm::ArrayRef<mlir::Value>)> finish);
  void lower(KernelOpInterface kernel);
  void lowerConstant(mlir::arith::ConstantOp constant);
  mlir::Value allocate(mlir::Location loc, mlir::RankedTensorType type);
  void insertDeallocations();
  mlir::Value getSize(llvm::StringRef symbol) { return sizes.lookup(symbol); }

  /// The operand whose buffer a result is written into; null where it has one of its own.
  mlir::Value getTakenOver(mlir::OpResult result);
  /// Whether nothing but one use reads a value, and its buffer is the program's own.
  bool canTakeOver(mlir::Value value);

  // Loops (HostLoops.cpp).

  /// Copies the functions of all loops of a block.
  void instantiate(mlir::Block &block);
  /// What a value is at last written over.
  mlir::Value getOrigin(mlir::Value value);
  LoopInstance::Next getNext(mlir::OpResult result) {
    return loops.at(result.getOwner())->next[result.getResultNumber()];
  }
  void lower(WhileOp loop);
  /// Moves a function's operations to the end of a block, in which they are lowered.
  void lowerFunction(mlir::func::FuncOp function, mlir::Block *block, llvm::ArrayRef<mlir::Value> arguments,
                     llvm::function_ref<void(llvm::ArrayRef<mlir::Value>)> finish);

  mlir::ModuleOp module;
  mlir::func::FuncOp entry;
  LowerKernelFn lowerKernel;
  llvm::DenseSet<llvm::StringRef> symbols; ///< that the module declares
  mlir::OpBuilder builder;
  llvm::DenseMap<llvm::StringRef, mlir::Value> sizes;
  llvm::DenseMap<mlir::Value, mlir::Value> buffers; ///< tensor to buffer
  llvm::DenseMap<mlir::Value, mlir::Value> outputs; ///< tensor to the output that it is computed in
  llvm::SmallVector<mlir::Value> outputArguments;
  llvm::SmallVector<mlir::Value> owned;  ///< allocated here
  llvm::DenseSet<mlir::Value> exchanged; ///< of these, what changes places in a loop
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<LoopInstance>> loops;
  llvm::DenseSet<mlir::Value> carried;      ///< carried tensors in the bodies of instances
  mlir::Operation *outermostLoop = nullptr; ///< while what stands in it is lowered
};

} // namespace emmy

#endif // EMMY_LIB_CONVERSION_HOSTPROGRAM_HOSTCONVERTER_H
