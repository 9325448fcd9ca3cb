// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators that are one function of the laws table: broadcast, promote, apply.

#include "Rules.h"

using namespace mlir;
using namespace emmy;
using framework::ElementwiseInfo;
using framework::ElementwiseOpInterface;
using framework::ElementwiseTypes;
using framework::TypeRule;

/// Whether an operand is a condition or a mask, which promotion passes by.
static bool isCondition(TypeRule rule, int index) {
  return (rule == TypeRule::choose && index == 0) || (rule == TypeRule::first && index == 1);
}

SmallVector<Expr> emmy::getInputs(ElementwiseOpInterface op, RuleBuilder build, bool widens) {
  const ElementwiseInfo &info = op.getElementwiseInfo();
  ArrayAttr scalars = op.getScalarsAttr();
  // The operator verifies, so its types follow.
  ElementwiseTypes types =
      *framework::getElementwiseTypes(op.getContext(), op->getOperands(), scalars, info, framework::emitUnreachable);
  Type compute = widens ? getComputeType(types.compute) : types.compute;
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  Extents shape = *getExtents(resultType);
  SmallVector<Expr> inputs;
  unsigned nextOperand = 0;
  for (int index = 0; index < info.arity; ++index) {
    Type elementType = isCondition(info.rule, index) ? Type(build.getBuilder().getI1Type()) : compute;
    if (scalars && !isa<UnitAttr>(scalars[index]))
      inputs.push_back(build(createScalar(build.getBuilder(), build.getBuilder().getUnknownLoc(),
                                          tensor::withElementType(resultType, elementType), scalars[index])));
    else
      inputs.push_back(convert(broadcastTo(build(op->getOperand(nextOperand++)), shape), elementType));
  }
  return inputs;
}

Values emmy::finish(Operation *op, Expr value) {
  return {convert(value, cast<RankedTensorType>(op->getResult(0).getType()).getElementType())};
}

namespace {
/// Any operator with a function: `fn(a, b)` on operands that are broadcast and converted. Comparisons and choices read
/// narrow floats as they are; what gives a float computes in f32 and rounds once.
class FunctionRule : public OpInterfaceRewritePattern<ElementwiseOpInterface> {
public:
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    std::optional<ScalarFunction> function = op.getElementwiseInfo().function;
    if (!function)
      return rewriter.notifyMatchFailure(op, "expected an operator with one function, but got a formula");
    bool widens = getLaws(*function).result == ResultKind::same_;
    SmallVector<Expr> inputs = getInputs(op, RuleBuilder(rewriter, op), widens);
    rewriter.replaceOp(op, finish(op, apply(*function, inputs)));
    return success();
  }
};
} // namespace

void emmy::populateElementwiseRules(RewritePatternSet &patterns) { patterns.add<FunctionRule>(patterns.getContext()); }
