// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts floating-point operations.

#include "Flops.h"

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

static bool isFloat(Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }

int64_t emmy::report::countFlops(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0)
    return 0;
  Type type = op->getResult(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  int64_t lanes = vector ? vector.getNumElements() : 1;
  if (auto apply = dyn_cast<ApplyOp>(op))
    return isFloat(op->getOperand(op->getNumOperands() - 1).getType()) ? lanes * getLaws(apply.getFunction()).flops : 0;
  if (isa<arith::SelectOp, arith::ExtFOp, arith::TruncFOp, arith::BitcastOp>(op))
    return 0;
  if (isa<math::FmaOp>(op))
    return 2 * lanes;
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return 0;
  bool isOnFloats = llvm::all_of(op->getOperandTypes(), isFloat);
  return isOnFloats && (isFloat(type) || isa<arith::CmpFOp>(op)) ? lanes : 0;
}

int64_t emmy::report::countFlops(KernelOpInterface kernel, const SymbolValues &symbols, bool &isEstimate) {
  Bindings sizes = bindSizes(kernel, symbols);
  int64_t total = 0;
  kernel->walk([&](Block *block) {
    int64_t flops = 0;
    for (Operation &op : *block)
      flops += countFlops(&op);
    if (flops)
      total += flops * countExecutions(block, kernel, sizes, isEstimate);
  });
  return total;
}
