// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-tensor-expand-sort. In: tensor ops. Out: the same without sorts. Legal because a stable order is a permutation:
// the place of an element is the number of elements of its line that come before it, and these numbers are all
// different. Never fails.

#include "Emmy/Dialect/Tensor/IR/IndexMaps.h"
#include "Emmy/Dialect/Tensor/Transforms/Passes.h"

namespace emmy::tensor {
#define GEN_PASS_DEF_EXPANDSORTPASS
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace emmy::tensor

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

namespace {
/// One sort, over the space of its operands with one more dim: the other positions of the same line.
class SortExpansion {
public:
  SortExpansion(OpBuilder &builder, SortOp op)
      : builder(builder), op(op), loc(op.getLoc()), type(cast<RankedTensorType>(op.getInputs().front().getType())),
        dim(op.getDimAttr().getInt()), rank(type.getRank()), space(*getExtents(type)) {
    space.push_back(space[dim]);
  }

  SmallVector<Value> expand() {
    Value from = buildSources(buildPlaces());
    SmallVector<Value> indices;
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(rank));
    for (int64_t d : dims)
      indices.push_back(d == dim ? from : IotaOp::create(builder, loc, cast<RankedTensorType>(from.getType()), d));
    SmallVector<Value> results;
    for (Value input : op.getInputs())
      results.push_back(GatherOp::create(builder, loc, input, indices, dims));
    return results;
  }

private:
  Value apply(ScalarFunction function, ValueRange operands) {
    return ElementwiseOp::create(builder, loc, function, operands);
  }
  RankedTensorType getSpaceType(Type elementType) { return getTensorType(space, elementType); }
  /// The positions along a dim of the space.
  Value buildPositions(int64_t along) {
    return IotaOp::create(builder, loc, getSpaceType(builder.getI64Type()), along);
  }
  /// A tensor of the operands' shape over the space; `isOther`: read at the other position.
  Value spread(Value tensor, bool isOther) {
    RankedTensorType result = getSpaceType(cast<RankedTensorType>(tensor.getType()).getElementType());
    return buildIndexMap(builder, loc, result, tensor, [&](ArrayRef<AffineExpr> at, IndexSymbols &) {
      SmallVector<AffineExpr> coordinates(at.drop_back());
      if (isOther)
        coordinates[dim] = at.back();
      return coordinates;
    });
  }
  Value sumOverOthers(Value numbers) {
    return ReduceOp::create(builder, loc, Monoid::sum, numbers, ArrayRef<int64_t>{rank}).getResults().front();
  }
  /// Whether x stands before y by value alone.
  Value comesBefore(Value x, Value y) {
    if (op.getDescending())
      std::swap(x, y);
    Value isLess = apply(ScalarFunction::less, {x, y});
    if (!isa<FloatType>(type.getElementType()))
      return isLess;
    Value isNumber = apply(ScalarFunction::bitwise_not, apply(ScalarFunction::isnan, x));
    Value beforeNan = apply(ScalarFunction::bitwise_and, {isNumber, apply(ScalarFunction::isnan, y)});
    return apply(ScalarFunction::bitwise_or, {isLess, beforeNan});
  }

  /// For each element, the number of others that come before it.
  Value buildPlaces() {
    Value own = spread(op.getInputs().front(), false), other = spread(op.getInputs().front(), true);
    Value isInFront = apply(ScalarFunction::less, {buildPositions(rank), buildPositions(dim)});
    Value isNotAfter = apply(ScalarFunction::bitwise_not, comesBefore(own, other));
    Value isEqualInFront = apply(ScalarFunction::bitwise_and, {isNotAfter, isInFront});
    Value counts = apply(ScalarFunction::bitwise_or, {comesBefore(other, own), isEqualInFront});
    return sumOverOthers(ElementwiseOp::create(builder, loc, counts, builder.getI64Type(), ConvertOrigin::implied));
  }

  /// For each place, the position of the element that it holds: the only one that is not multiplied by 0.
  Value buildSources(Value places) {
    Value holds = apply(ScalarFunction::equal, {spread(places, true), buildPositions(dim)});
    Value zero = ConstantOp::create(builder, builder.getUnknownLoc(), getSpaceType(builder.getI64Type()), int64_t(0));
    return sumOverOthers(apply(ScalarFunction::select, {holds, buildPositions(rank), zero}));
  }

  OpBuilder &builder;
  SortOp op;
  Location loc;
  RankedTensorType type;
  int64_t dim, rank;
  SmallVector<ExtentAttr> space;
};

struct ExpandSortPass : emmy::tensor::impl::ExpandSortPassBase<ExpandSortPass> {
  void runOnOperation() override {
    SmallVector<SortOp> sorts;
    getOperation().walk([&](SortOp op) { sorts.push_back(op); });
    for (SortOp op : sorts) {
      OpBuilder builder(op);
      op.replaceAllUsesWith(SortExpansion(builder, op).expand());
      op.erase();
      ++numExpanded;
    }
  }
};
} // namespace
