// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order-dependence of combines, by the laws of what they compute.

#include "Emmy/Interfaces/CombineOrder.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace emmy;

bool emmy::dependsOnOrder(Region &combine) {
  WalkResult result = combine.walk([](Operation *op) {
    bool makesFloats = llvm::any_of(op->getResultTypes(), llvm::IsaPred<FloatType>);
    if (!makesFloats || isa<arith::SelectOp, arith::ConstantOp>(op))
      return WalkResult::advance();
    auto apply = dyn_cast<ApplyOp>(op);
    return apply && getLaws(apply.getFunction()).associativeFloat ? WalkResult::advance() : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}
