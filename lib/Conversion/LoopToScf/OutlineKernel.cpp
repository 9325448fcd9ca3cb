// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as functions of buffers, for levels that are executed in order.

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Conversion/LoopToScf/NestToScf.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace emmy;

/// Larger buffers of a function are allocated rather than put on the stack.
static constexpr int64_t maxStackBytes = 64 * 1024;

/// What a kernel may hold beside operations of its level: all that is left after the conversion.
static constexpr llvm::StringLiteral lowerDialects[] = {"arith", "emmy", "func", "math", "memref", "scf", "vector"};

/// Whether every kernel holds operations of its level and scalar code alone; lists what is not.
static LogicalResult checkBodies(ModuleOp module) {
  bool isLegal = true;
  module.walk([&](KernelOpInterface kernel) {
    StringRef level = kernel->getName().getDialectNamespace();
    kernel->getRegion(0).walk([&](Operation *op) {
      StringRef dialect = op->getName().getDialectNamespace();
      if (dialect == level || llvm::is_contained(lowerDialects, dialect))
        return;
      op->emitOpError("expected scalar code and operations of ")
          << level << " in a kernel, but got '" << op->getName() << "'";
      isLegal = false;
    });
  });
  return success(isLegal);
}

/// Moves a kernel's body to a private function of the module and calls it with `arguments` at the builder's position.
static func::FuncOp outlineKernel(OpBuilder &builder, KernelOpInterface kernel, ValueRange arguments,
                                  SymbolTable &symbols) {
  Location loc = kernel.getLoc();
  Block *body = kernel.getBodyBlock();
  auto type = builder.getFunctionType(body->getArgumentTypes(), {});
  auto function = func::FuncOp::create(loc, getKernelName(kernel), type);
  function.setPrivate();
  function.getBody().takeBody(kernel->getRegion(0));
  Operation *yield = body->getTerminator();
  OpBuilder end(yield);
  func::ReturnOp::create(end, yield->getLoc());
  yield->erase();
  symbols.insert(function);
  func::CallOp::create(builder, loc, function, arguments);
  return function;
}

FailureOr<SmallVector<func::FuncOp>> emmy::outlineKernels(ModuleOp module, StringRef kernelName, StringRef remedy) {
  if (failed(checkKernelLevel(module, kernelName, remedy)) || failed(checkBodies(module)))
    return failure();
  SymbolTable symbols(module);
  SmallVector<func::FuncOp> kernels;
  auto lowerKernel = [&](OpBuilder &builder, KernelOpInterface kernel, ValueRange arguments) {
    kernels.push_back(outlineKernel(builder, kernel, arguments, symbols));
  };
  if (failed(convertHostProgram(module, lowerKernel)))
    return failure();
  return kernels;
}

void emmy::lowerNests(func::FuncOp kernel, const FrozenRewritePatternSet &patterns) {
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false).setRegionSimplificationLevel(
      GreedySimplifyRegionLevel::Disabled);
  [[maybe_unused]] LogicalResult converged = applyPatternsGreedily(kernel, patterns, config);
  assert(succeeded(converged) && "every pattern removes an operation of the level and makes none");
}

Value emmy::createFunctionBuffer(OpBuilder &builder, Operation *op, MemRefType type) {
  auto function = op->getParentOfType<func::FuncOp>();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  int64_t bytes = type.getNumElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  if (bytes <= maxStackBytes)
    return memref::AllocaOp::create(builder, op->getLoc(), type, builder.getI64IntegerAttr(64));
  Value buffer = memref::AllocOp::create(builder, op->getLoc(), type, builder.getI64IntegerAttr(64));
  builder.setInsertionPoint(function.getBody().front().getTerminator());
  memref::DeallocOp::create(builder, op->getLoc(), buffer);
  return buffer;
}
