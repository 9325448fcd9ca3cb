// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether positions that operators name are there. PyTorch raises where one is not; a kernel would read other memory.
// So the declared ranges of the symbols have to say that they are: who captures a program knows, and writes it down.

#include "CheckBounds.h"

#include "Rules.h"

#include "Emmy/Dialect/Framework/IR/Shapes.h"
#include "Emmy/Dialect/Tensor/Transforms/IndexSizes.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

namespace {
/// Proofs under the ranges that a module declares.
class BoundsChecker {
public:
  explicit BoundsChecker(ModuleOp module) : declared(tensor::getDeclaredRanges(module)) {}

  LogicalResult check(SelectOp op);
  LogicalResult check(SliceOp op);

private:
  bool isNonNegative(ExtentAttr extent);
  /// An error unless low <= high is proved.
  LogicalResult expectAtMost(Operation *op, StringRef what, ExtentAttr low, ExtentAttr high);

  llvm::StringMap<IndexRange> declared;
};
} // namespace

bool BoundsChecker::isNonNegative(ExtentAttr extent) {
  tensor::IndexSizes sizes(extent.getContext(), declared);
  AffineExpr expr = sizes.getExpr(extent);
  return IndexSimplifier(extent.getContext(), {}, sizes.getRanges()).isNonNegative(expr);
}

LogicalResult BoundsChecker::expectAtMost(Operation *op, StringRef what, ExtentAttr low, ExtentAttr high) {
  if (isAtMost(low, high) || isNonNegative(high - low))
    return success();
  return op->emitOpError("expected ")
         << what << ", but got ranges of symbols that do not say " << low.str() << " <= " << high.str()
         << "; declare them, as in 'emmy.symbol @n {min = 1}' or PyTorch's Dim('n', min=1)";
}

LogicalResult BoundsChecker::check(SelectOp op) {
  Extents shape = framework::getShape(op.getInput());
  int64_t dim = getDim(op.getDim(), shape.size());
  ExtentAttr index = op.getIndex(), zero = ExtentAttr::getConstant(op.getContext(), 0);
  if (index.getConstantValue().value_or(0) < 0)
    index = index + shape[dim];
  std::string what =
      "index " + op.getIndex().str() + " to lie in dim " + std::to_string(dim) + " of size " + shape[dim].str();
  if (failed(expectAtMost(op, what, zero, index)))
    return failure();
  return expectAtMost(op, what, index + ExtentAttr::getConstant(op.getContext(), 1), shape[dim]);
}

/// A result of the clamped extent is right for all bounds; one of the unclamped extent promises that they lie in the
/// dim.
LogicalResult BoundsChecker::check(SliceOp op) {
  Extents shape = framework::getShape(op.getInput());
  int64_t dim = getDim(op.getDim(), shape.size());
  SliceBounds bounds = getSliceBounds(shape[dim], op.getRange());
  if (framework::getShape(op.getResult())[dim] == bounds.length)
    return success();
  std::string what = "the bounds of the slice to lie in dim " + std::to_string(dim) + " of size " + shape[dim].str();
  ExtentAttr zero = ExtentAttr::getConstant(op.getContext(), 0);
  if (failed(expectAtMost(op, what, zero, bounds.rawStart)) ||
      failed(expectAtMost(op, what, bounds.rawStart, bounds.rawEnd)))
    return failure();
  return expectAtMost(op, what, bounds.rawEnd, shape[dim]);
}

LogicalResult framework::checkBounds(ModuleOp module) {
  BoundsChecker checker(module);
  bool isInside = true;
  module.walk([&](Operation *op) {
    if (auto select = dyn_cast<SelectOp>(op))
      isInside &= succeeded(checker.check(select));
    else if (auto slice = dyn_cast<SliceOp>(op))
      isInside &= succeeded(checker.check(slice));
  });
  return success(isInside);
}
