// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of gathers: the index tensors' elements become coordinates of the load, which is guarded by their ranges.

#include "Lifting.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

ArrayRef<AffineExpr> tensor::getIndexCoordinates(int64_t position, int64_t indexRank, ArrayRef<AffineExpr> coords) {
  return coords.slice(position, indexRank);
}

GatheredCoordinates tensor::getGatheredCoordinates(ElementEvaluator &evaluator, RankedTensorType source,
                                                   ArrayRef<int64_t> dims, int64_t position, int64_t indexRank,
                                                   ArrayRef<AffineExpr> coords, ValueRange indices, Location loc,
                                                   loop::Guard guard) {
  loop::KernelBuilder &kernel = evaluator.getKernel();
  SmallVector<ExtentAttr> extents = *getExtents(source);
  // The remaining dims' coordinates: all but the index tensors'.
  SmallVector<AffineExpr> remaining(coords.take_front(position));
  llvm::append_range(remaining, coords.drop_front(position + indexRank));
  GatheredCoordinates result;
  result.guard = guard;
  unsigned nextRemaining = 0, nextIndex = 0;
  for (int64_t dim = 0; dim < source.getRank(); ++dim) {
    if (nextIndex == dims.size() || dims[nextIndex] != dim) {
      result.coords.push_back(remaining[nextRemaining++]);
      continue;
    }
    Value index = arith::IndexCastOp::create(kernel.body, loc, kernel.body.getIndexType(), indices[nextIndex++]);
    AffineExpr expr = kernel.space.getDim(index);
    result.coords.push_back(expr);
    result.guard = kernel.space.conjoin(result.guard, expr, false);
    result.guard = kernel.space.conjoin(result.guard, kernel.getExtent(extents[dim]) - 1 - expr, false);
  }
  return result;
}

static int64_t getIndexRank(GatherOp op) { return cast<RankedTensorType>(op.getIndices()[0].getType()).getRank(); }

void ElementEvaluator::expandGather(GatherOp op, Frame &frame) {
  ArrayRef<AffineExpr> coords =
      getIndexCoordinates(op.getPosition(), getIndexRank(op), frame.element.coords.getResults());
  for (Value index : op.getIndices())
    frame.operands.push_back(getElement(index, coords, frame.element.guard));
}

Value ElementEvaluator::buildGather(GatherOp op, const Frame &frame, ValueRange indices) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  GatheredCoordinates gathered =
      getGatheredCoordinates(*this, source, op.getDims(), op.getPosition(), getIndexRank(op),
                             frame.element.coords.getResults(), indices, op.getLoc(), frame.element.guard);
  return load(getElement(op.getSource(), gathered.coords, gathered.guard));
}
