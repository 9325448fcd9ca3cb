// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scatters: the destination's buffer is updated in place, in the order of the updates; the dims that the indices do not
// choose are independent.

#include "Lifting.h"

#include "Emmy/Dialect/Base/IR/Laws.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

void tensor::liftScatter(loop::KernelBuilder &kernel, ScatterOp op, Parts &parts) {
  Location loc = op.getLoc();
  parts.push_back(getNamedLocation(op));
  auto destType = cast<RankedTensorType>(op.getDest().getType());
  auto updatesType = cast<RankedTensorType>(op.getUpdates().getType());
  int64_t position = op.getPosition();
  int64_t indexRank = cast<RankedTensorType>(op.getIndices()[0].getType()).getRank();
  SmallVector<ExtentAttr> extents = *getExtents(updatesType), windows, updates;
  for (auto [dim, extent] : llvm::enumerate(extents))
    (int64_t(dim) >= position && int64_t(dim) < position + indexRank ? updates : windows).push_back(extent);

  Value buffer = kernel.addTiedResult(op.getDest());
  SmallVector<AffineExpr> window = buildLoops(kernel, loc, Binding::parallel, windows);
  SmallVector<AffineExpr> update = buildLoops(kernel, loc, Binding::sequential, updates);
  SmallVector<AffineExpr> coords(ArrayRef(window).take_front(position));
  llvm::append_range(coords, update);
  llvm::append_range(coords, ArrayRef(window).drop_front(position));

  ElementEvaluator evaluator(kernel, parts);
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(evaluator.evaluate(index, getIndexCoordinates(position, indexRank, coords)));
  GatheredCoordinates target =
      getGatheredCoordinates(evaluator, destType, op.getDims(), position, indexRank, coords, indices, loc, {});
  if (target.guard.isNever)
    return;
  Value value = evaluator.evaluate(op.getUpdates(), coords);
  if (!op.isReplace()) {
    Value current = buildLoad(kernel, loc, buffer, value.getType(), target.coords, target.guard);
    value =
        buildCombine(kernel.body, loc, *op.getMonoid(), current, value, destType.getElementType().isUnsignedInteger())
            .front();
  }
  buildStore(kernel, loc, value, buffer, target.coords, target.guard);
}
