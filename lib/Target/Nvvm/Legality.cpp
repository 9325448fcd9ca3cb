// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations and types that become PTX. Kernel operations do wherever they may stand.

#include "Legality.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
namespace kernel = emmy::kernel;

/// Whether the operation has a PTX form that is exact: what the CUDA printer writes, too. Other math operations are the
/// math library's, and LLVM knows no function to call for them.
static bool hasPtxForm(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  // LLVM makes remainders of floats of a rounded quotient, which is far off where that is large.
  return dialect == "emmy_kernel" || (dialect == "arith" && !isa<arith::RemFOp>(op)) ||
         isa<scf::ForOp, scf::IfOp, scf::YieldOp, func::FuncOp, func::CallOp, func::ReturnOp, vector::ExtractOp,
             vector::FromElementsOp, vector::BroadcastOp, math::FmaOp, math::SqrtOp, math::AbsFOp, math::AbsIOp,
             math::FloorOp, math::CeilOp, math::TruncOp, math::RoundEvenOp, math::CopySignOp,
             math::CountLeadingZerosOp>(op);
}

/// Whether a value of the operation, or an argument of a region, may be of the type. Buffers belong to kernels.
static bool hasPtxType(Operation *op, Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return isa<kernel::KernelDialect>(op->getDialect()) && kernel::isScalar(memref.getElementType());
  return kernel::isScalarOrVector(type);
}

LogicalResult emmy::nvvm::checkPtxForm(Operation *function) {
  bool isLegal = true;
  function->walk([&](Operation *op) {
    if (!hasPtxForm(op)) {
      op->emitOpError("expected an operation that has a PTX form, but got '") << op->getName() << "'";
      isLegal = false;
      return;
    }
    SmallVector<Type> types(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    for (Type type : types)
      if (!hasPtxType(op, type)) {
        op->emitOpError("expected a type that PTX can hold, but got ") << type;
        isLegal = false;
      }
  });
  return success(isLegal);
}
