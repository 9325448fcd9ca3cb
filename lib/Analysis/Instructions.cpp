// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the code that operations become. Constants are operands of instructions, and loops are the code inside.

#include "Emmy/Analysis/Instructions.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Laws.h"

using namespace mlir;

/// Whether the application is a call of the math library.
static bool isCall(emmy::ApplyOp apply) {
  StringRef operation =
      emmy::getLaws(apply.getFunction()).getOperation(apply.getOperands().back().getType(), apply.getIsUnsigned());
  return operation == "library";
}

int64_t emmy::countInstructions(Operation *op) {
  int64_t count = 0;
  op->walk([&](Operation *inner) {
    if (inner == op || inner->getNumRegions() || inner->hasTrait<OpTrait::ConstantLike>() ||
        inner->hasTrait<OpTrait::IsTerminator>())
      return;
    auto apply = dyn_cast<ApplyOp>(inner);
    count += apply && isCall(apply) ? kInstructionsPerCall : 1;
  });
  return count;
}
