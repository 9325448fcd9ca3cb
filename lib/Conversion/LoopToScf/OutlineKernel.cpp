// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as functions of buffers, for levels that are executed in order.

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Conversion/LoopToScf/NestToScf.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace emmy;

/// Larger buffers of a function are allocated rather than put on the stack.
static constexpr int64_t maxStackBytes = 64 * 1024;

func::FuncOp emmy::outlineKernel(OpBuilder &builder, KernelOpInterface kernel, ValueRange arguments,
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
