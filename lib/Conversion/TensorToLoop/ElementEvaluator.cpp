// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single elements of tensors as scalar code: the walk over virtual producers. It keeps a stack of its own, because
// chains of virtual values may be longer than the machine's stack, and a table of what is written, because they are
// graphs and no trees.

#include "Lifting.h"

#include "Emmy/Dialect/Base/IR/Laws.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

Element ElementEvaluator::getElement(Value tensor, ArrayRef<AffineExpr> coords, loop::Guard guard) {
  // A dim of extent one has one coordinate.
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<AffineExpr> simplified;
  for (auto [expr, size] : llvm::zip_equal(coords, type.getShape()))
    simplified.push_back(size == 1 ? kernel.space.getConstant(0) : kernel.space.simplify(expr));
  AffineMap map = simplified.empty() ? AffineMap::get(kernel.space.getContext())
                                     : AffineMap::inferFromExprList({simplified}, kernel.space.getContext()).front();
  return {tensor, map, guard};
}

/// Whether the tensor lies in memory.
static bool isLoaded(Value tensor) {
  return !isa_and_nonnull<TensorDialect>(tensor.getDefiningOp() ? tensor.getDefiningOp()->getDialect() : nullptr);
}

Value ElementEvaluator::load(const Element &element) {
  Type elementType = getScalarType(cast<RankedTensorType>(element.tensor.getType()).getElementType());
  Location loc = element.tensor.getLoc();
  if (element.guard.isNever)
    return kernel.getZero(elementType);
  return buildLoad(kernel, loc, kernel.getInput(element.tensor), elementType, element.coords.getResults(),
                   element.guard);
}

void ElementEvaluator::expand(Frame &frame) {
  frame.isExpanded = true;
  Operation *op = frame.element.tensor.getDefiningOp();
  if (auto indexMap = dyn_cast<IndexMapOp>(op))
    return expandIndexMap(indexMap, frame);
  if (auto gather = dyn_cast<GatherOp>(op))
    return expandGather(gather, frame);
  if (auto elementwise = dyn_cast<ElementwiseOp>(op))
    for (Value input : elementwise.getInputs())
      frame.operands.push_back(getElement(input, frame.element.coords.getResults(), frame.element.guard));
}

Value ElementEvaluator::build(const Frame &frame, ValueRange operands) {
  Operation *op = frame.element.tensor.getDefiningOp();
  parts.push_back(getNamedLocation(op));
  if (auto elementwise = dyn_cast<ElementwiseOp>(op))
    return buildElementwise(elementwise, operands);
  if (auto indexMap = dyn_cast<IndexMapOp>(op))
    return buildIndexMap(indexMap, frame, operands);
  if (auto iota = dyn_cast<IotaOp>(op))
    return buildIota(iota, frame);
  if (auto constant = dyn_cast<ConstantOp>(op))
    return buildConstant(constant, frame);
  return buildGather(cast<GatherOp>(op), frame, operands);
}

Value ElementEvaluator::evaluate(Value tensor, ArrayRef<AffineExpr> coords) {
  SmallVector<Frame> stack;
  Element wanted = getElement(tensor, coords, {});
  stack.push_back({wanted});
  while (!stack.empty()) {
    if (written.contains(stack.back().element)) {
      stack.pop_back();
      continue;
    }
    if (isLoaded(stack.back().element.tensor)) {
      Element element = stack.pop_back_val().element;
      written[element] = load(element);
      continue;
    }
    if (!stack.back().isExpanded)
      expand(stack.back());
    SmallVector<Value> operands;
    SmallVector<Element> missing;
    for (const Element &operand : stack.back().operands) {
      if (Value value = written.lookup(operand))
        operands.push_back(value);
      else
        missing.push_back(operand);
    }
    if (!missing.empty()) {
      // The first operand is written first.
      for (const Element &operand : llvm::reverse(missing))
        stack.push_back({operand});
      continue;
    }
    Frame frame = stack.pop_back_val();
    written[frame.element] = build(frame, operands);
  }
  return written.lookup(wanted);
}
