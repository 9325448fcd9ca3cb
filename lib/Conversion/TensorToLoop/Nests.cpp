// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, loads and stores of lifted kernels.

#include "Lifting.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

Location tensor::getNamedLocation(Operation *op) {
  if (!getNameHint(op->getLoc()).empty())
    return op->getLoc();
  StringRef name;
  if (auto elementwise = dyn_cast<ElementwiseOp>(op))
    name = stringifyScalarFunction(elementwise.getFunction());
  else if (auto reduce = dyn_cast<ReduceOp>(op))
    name = stringifyMonoid(reduce.getMonoid());
  else if (isa<GatherOp, ScatterOp, ScanOp>(op))
    name = op->getName().stripDialect();
  return name.empty() ? op->getLoc() : NameLoc::get(StringAttr::get(op->getContext(), name), op->getLoc());
}

static bool isOne(ExtentAttr extent) { return extent.getConstantValue() == 1; }

Axes::Axes(loop::KernelBuilder &kernel, ArrayRef<ExtentAttr> extents) : kernel(kernel), extents(extents) {
  for (ExtentAttr extent : extents)
    if (!isOne(extent))
      loops.push_back(kernel.getLoopExtent(extent));
}

SmallVector<AffineExpr> Axes::getCoordinates(ValueRange inductionVars) const {
  SmallVector<AffineExpr> coords;
  unsigned next = 0;
  for (ExtentAttr extent : extents) {
    if (isOne(extent)) {
      coords.push_back(kernel.space.getConstant(0));
      continue;
    }
    coords.push_back(kernel.space.getDim(inductionVars[next++], IndexRange::getExtent(kernel.getExtent(extent))));
  }
  return coords;
}

SmallVector<AffineExpr> tensor::buildLoops(loop::KernelBuilder &kernel, Location loc, Binding binding,
                                           ArrayRef<ExtentAttr> extents) {
  Axes axes(kernel, extents);
  if (axes.getLoops().empty())
    return axes.getCoordinates({});
  auto loops = loop::ForOp::create(kernel.body, loc, binding, axes.getLoops());
  kernel.body.setInsertionPoint(loops.getRegion().front().getTerminator());
  return axes.getCoordinates(loops.getRegion().getArguments());
}

Value tensor::buildLoad(loop::KernelBuilder &kernel, Location loc, Value buffer, Type type, ArrayRef<AffineExpr> coords,
                        loop::Guard guard) {
  loop::AppliedMap access = kernel.space.apply(coords);
  if (guard.isAlways())
    return loop::LoadOp::create(kernel.body, loc, buffer, access.map, access.operands, IntegerSet(), ValueRange(),
                                Value(), type);
  loop::AppliedGuard condition = kernel.space.apply(guard.set);
  return loop::LoadOp::create(kernel.body, loc, buffer, access.map, access.operands, condition.set, condition.operands,
                              kernel.getZero(type), type);
}

void tensor::buildStore(loop::KernelBuilder &kernel, Location loc, Value value, Value buffer,
                        ArrayRef<AffineExpr> coords, loop::Guard guard) {
  loop::AppliedMap access = kernel.space.apply(coords);
  loop::AppliedGuard condition;
  if (guard.hasSet())
    condition = kernel.space.apply(guard.set);
  loop::StoreOp::create(kernel.body, loc, value, buffer, access.map, access.operands, condition.set,
                        condition.operands);
}

void tensor::liftPointwise(loop::KernelBuilder &kernel, Operation *op, Parts &parts) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value buffer = kernel.addResult(type);
  SmallVector<AffineExpr> coords = buildLoops(kernel, op->getLoc(), Binding::parallel, *getExtents(type));
  Value value = ElementEvaluator(kernel, parts).evaluate(op->getResult(0), coords);
  buildStore(kernel, op->getLoc(), value, buffer, coords);
}
