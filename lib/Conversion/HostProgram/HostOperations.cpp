// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code around kernels may consist of when it is compiled for the CPU.

#include "Emmy/Conversion/HostProgram/HostProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// Whether the passes that follow lower the operation. Views that compute strides are lowered by none of them.
static bool isHostOperation(Operation *op) {
  if (isa<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp, memref::ReallocOp>(op))
    return false;
  if (isa<ModuleOp, emmy::SymbolOp, UnrealizedConversionCastOp>(op))
    return true;
  // By name, since its header costs more than all others together.
  return op->getName().getDialectNamespace() == "llvm" ||
         isa_and_present<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect, math::MathDialect,
                         memref::MemRefDialect, scf::SCFDialect, vector::VectorDialect>(op->getDialect());
}

LogicalResult emmy::checkHostOperations(ModuleOp module) {
  bool isLegal = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isHostOperation(op))
      return WalkResult::advance();
    op->emitError("expected code around kernels to consist of arith, math, memref, scf, cf, vector and func, but got '")
        << op->getName() << "'; lower it to those first";
    isLegal = false;
    return WalkResult::skip();
  });
  return success(isLegal);
}
