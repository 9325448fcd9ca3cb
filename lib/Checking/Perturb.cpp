// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding errors made visible. Every place where a float is rounded may round otherwise in a program that means the
// same; how far that moves a result is what a comparison has to allow, and it depends on the program: a sum of terms
// that cancel moves by more than its own size. So it is measured: the same program with its roundings moved is run.

#include "Differences.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace emmy;

/// Whether an operation rounds its result.
static bool isRounded(Operation *op) {
  if (auto apply = dyn_cast<ApplyOp>(op)) {
    const FunctionLaws &laws = getLaws(apply.getFunction());
    return laws.ulpF32 > 0 || laws.ulpF64 > 0;
  }
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCallee().starts_with("emmy_");
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::TruncFOp, math::FmaOp, math::SqrtOp>(
      op);
}

void checking::perturbRoundings(ModuleOp module, unsigned variant) {
  SmallVector<Operation *> rounded;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Inside of a function of the library, errors are not one unit of its result.
    if (auto function = dyn_cast<func::FuncOp>(op);
        function && function.getName().starts_with("emmy_") && function.getName() != "emmy_main")
      return WalkResult::skip();
    if (isRounded(op) && op->getNumResults() == 1 && isa<FloatType>(getElementTypeOrSelf(op->getResult(0))))
      rounded.push_back(op);
    return WalkResult::advance();
  });
  for (auto [number, op] : llvm::enumerate(rounded)) {
    Value result = op->getResult(0);
    Type type = result.getType();
    auto floatType = cast<FloatType>(getElementTypeOrSelf(type));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    // All up, all down, or by turns.
    bool isUp = variant == 0 || (variant > 1 && number % 2);
    double step = std::ldexp(1.0, 1 - int(floatType.getFPMantissaWidth()));
    Attribute value = builder.getFloatAttr(floatType, isUp ? 1 + step : 1 - step);
    if (auto shaped = dyn_cast<ShapedType>(type))
      value = DenseElementsAttr::get(shaped, value);
    Value factor = arith::ConstantOp::create(builder, op->getLoc(), type, cast<TypedAttr>(value));
    Value moved = arith::MulFOp::create(builder, op->getLoc(), result, factor);
    result.replaceAllUsesExcept(moved, moved.getDefiningOp());
  }
}
