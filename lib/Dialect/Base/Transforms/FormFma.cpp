// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-form-fma: the one place where a product and a sum become one operation with one rounding.
//
// In: scalar code of any level. Out: the same with math.fma. A module in eager numerics stays as it is. Nothing fails.

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"

namespace emmy {
#define GEN_PASS_DEF_FORMFMAPASS
#include "Emmy/Dialect/Base/Transforms/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

/// A product that only this sum uses. One that was computed for several values is the same value in all of them, also
/// where each computes it again.
static arith::MulFOp getProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() && !product->hasAttr("emmy.shared") ? product : arith::MulFOp();
}

static Value negate(OpBuilder &builder, Location loc, Value value) {
  return arith::NegFOp::create(builder, loc, value);
}

/// a * b + c, c + a * b, a * b - c, c - a * b; null where there is no product.
static Value form(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  bool subtracts = isa<arith::SubFOp>(op);
  if (arith::MulFOp product = getProduct(rhs)) {
    Value factor = subtracts ? negate(builder, loc, product.getLhs()) : product.getLhs();
    return math::FmaOp::create(builder, loc, factor, product.getRhs(), lhs);
  }
  if (arith::MulFOp product = getProduct(lhs)) {
    Value addend = subtracts ? negate(builder, loc, rhs) : rhs;
    return math::FmaOp::create(builder, loc, product.getLhs(), product.getRhs(), addend);
  }
  return {};
}

namespace {
struct FormFmaPass : public emmy::impl::FormFmaPassBase<FormFmaPass> {
  void runOnOperation() override {
    auto numerics = getOperation()->getAttrOfType<NumericsAttr>("emmy.numerics");
    if (numerics && numerics.getValue() == Numerics::eager)
      return;
    SmallVector<Operation *> sums;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      // The math library says itself where it rounds.
      if (auto function = dyn_cast<func::FuncOp>(op); function && function.getName().starts_with("emmy_"))
        return WalkResult::skip();
      // 16-bit floats compute in f32, between conversions.
      if (isa<arith::AddFOp, arith::SubFOp>(op) && isa<Float32Type, Float64Type>(op->getResult(0).getType()))
        sums.push_back(op);
      return WalkResult::advance();
    });
    for (Operation *op : sums) {
      OpBuilder builder(op);
      Value fused = form(builder, op);
      if (!fused)
        continue;
      recordEffect(op->getLoc(), NumericEffect::contracted);
      SmallVector<Value> operands(op->getOperands());
      op->replaceAllUsesWith(ValueRange(fused));
      op->erase();
      for (Value operand : operands)
        if (auto product = operand.getDefiningOp<arith::MulFOp>(); product && product->use_empty())
          product->erase();
      ++numFormed;
    }
  }
};
} // namespace
