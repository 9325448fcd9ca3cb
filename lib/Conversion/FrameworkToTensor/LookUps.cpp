// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators whose coordinates are data.

#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

static Values embeddingRule(EmbeddingOp op, RuleBuilder build) {
  return {tensor::GatherOp::create(build.getBuilder(), build.getLoc(), op.getWeight(), ValueRange{op.getIndices()},
                                   ArrayRef<int64_t>{0})};
}

/// A rank-0 index counts as a list of one, and so does a rank-0 input as a dim of one.
static Values indexSelectRule(IndexSelectOp op, RuleBuilder build) {
  Expr index = build(op.getIndex()), x = build(op.getInput());
  if (index.getRank() == 0)
    index = reshape(index, build.getConstant(1));
  bool isScalar = x.getRank() == 0;
  if (isScalar)
    x = reshape(x, build.getConstant(1));
  int64_t dim = getDim(op.getDim(), x.getRank());
  Expr result = build(
      tensor::GatherOp::create(build.getBuilder(), build.getLoc(), x, ValueRange{index}, ArrayRef<int64_t>{dim}, dim));
  return {isScalar ? reshape(result, framework::getShape(op.getResult())) : result};
}

/// The coordinates of `gather`: the index along one dim, the result's own along the others.
static Values getCoordinates(RuleBuilder build, Expr index, int64_t dim) {
  Values indices;
  for (int64_t position = 0; position < index.getRank(); ++position)
    indices.push_back(
        position == dim ? Value(index)
                        : Value(tensor::IotaOp::create(build.getBuilder(), build.getLoc(), index.getType(), position)));
  return indices;
}

static Values gatherRule(GatherOp op, RuleBuilder build) {
  Expr x = build(op.getInput()), index = build(op.getIndex());
  if (x.getRank() == 0)
    return {x};
  Values indices = getCoordinates(build, index, getDim(op.getDim(), x.getRank()));
  return {tensor::GatherOp::create(build.getBuilder(), build.getLoc(), x, indices,
                                   llvm::to_vector(llvm::seq<int64_t>(x.getRank())))};
}

//===----------------------------------------------------------------------===//
// Index tensors together
//===----------------------------------------------------------------------===//

/// i, or i + extent where i is negative.
static Expr wrap(Expr index, ExtentAttr extent) {
  Expr size = broadcastTo(getExtentValue(index, extent, index.getElementType()), index.getShape());
  return select(index < 0.0, index + size, index);
}

/// The index tensors of `index` broadcast together, in one type, counted from the start; and where their dims stand.
template <typename OpT>
static std::pair<Values, int64_t> getIndices(OpT op, RuleBuilder build, ArrayRef<int64_t> dims) {
  Extents shape = framework::getShape(op.getInput());
  SmallVector<Extents> shapes;
  for (Value index : op.getIndices())
    shapes.push_back(framework::getShape(index));
  Extents common = *framework::broadcast(shapes, framework::emitUnreachable);
  Values indices;
  for (auto [index, dim] : llvm::zip_equal(op.getIndices(), dims))
    indices.push_back(broadcastTo(wrap(convert(build(index), build.getBuilder().getI64Type()), shape[dim]), common));
  bool areNeighbours = dims.back() - dims.front() + 1 == static_cast<int64_t>(dims.size());
  return {indices, areNeighbours ? dims.front() : 0};
}

static Values indexRule(IndexOp op, RuleBuilder build) {
  SmallVector<int64_t> dims = getDims(op.getDims(), op.getInput().getType().getRank());
  auto [indices, at] = getIndices(op, build, dims);
  return {tensor::GatherOp::create(build.getBuilder(), build.getLoc(), op.getInput(), indices, dims, at)};
}

/// The monoid of a reduction; of bools, a sum and a maximum are any, a product and a minimum all.
static Monoid getMonoid(ScatterReduction reduction, Type elementType) {
  bool isBool = elementType.isInteger(1);
  switch (reduction) {
  case ScatterReduction::sum:
    return isBool ? Monoid::any : Monoid::sum;
  case ScatterReduction::prod:
    return isBool ? Monoid::all : Monoid::product;
  case ScatterReduction::amax:
    return isBool ? Monoid::any : Monoid::max;
  case ScatterReduction::amin:
    return isBool ? Monoid::all : Monoid::min;
  }
  llvm_unreachable("every reduction has a monoid");
}

/// Elements replaced by values, or combined with them. Floats of 8 bits have no arithmetic: they combine in f32, and
/// are rounded once.
static Expr scatter(RuleBuilder build, std::optional<Monoid> update, Expr values, Expr x, const Values &indices,
                    ArrayRef<int64_t> dims, int64_t at) {
  Type elementType = x.getElementType();
  if (update && isSmallFloat(elementType))
    x = widen(x), values = widen(values);
  return convert(
      build(tensor::ScatterOp::create(build.getBuilder(), build.getLoc(), update, values, x, indices, dims, at)),
      elementType);
}

static Values indexPutRule(IndexPutOp op, RuleBuilder build) {
  RankedTensorType type = op.getInput().getType();
  SmallVector<int64_t> dims = getDims(op.getDims(), type.getRank());
  auto [indices, at] = getIndices(op, build, dims);
  // The values have the shape that `index` would give: the remaining dims with the indices' at their place.
  Extents shape = framework::getShape(op.getInput()), indexShape = framework::getShape(indices[0]), target;
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      target.push_back(extent);
  target.insert(target.begin() + at, indexShape.begin(), indexShape.end());
  Expr values = broadcastTo(build(op.getValues()), target);
  std::optional<Monoid> update;
  if (op.getAccumulate())
    update = getMonoid(ScatterReduction::sum, type.getElementType());
  return {scatter(build, update, values, build(op.getInput()), indices, dims, at)};
}

/// Elements replaced by those of src, or combined with them.
template <typename OpT>
static Values scatterRule(OpT op, RuleBuilder build, std::optional<Monoid> update) {
  Expr x = build(op.getInput()), index = build(op.getIndex()), src = build(op.getSrc());
  bool isScalar = x.getRank() == 0;
  if (isScalar) {
    ExtentAttr one = build.getConstant(1);
    x = reshape(x, one), index = reshape(index, one), src = reshape(src, one);
  }
  Expr result = scatter(build, update, src, x, getCoordinates(build, index, getDim(op.getDim(), x.getRank())),
                        llvm::to_vector(llvm::seq<int64_t>(x.getRank())), 0);
  return {isScalar ? reshape(result, {}) : result};
}

void emmy::populateLookUpRules(RewritePatternSet &patterns) {
  addRule<EmbeddingOp>(patterns, embeddingRule);
  addRule<IndexSelectOp>(patterns, indexSelectRule);
  addRule<GatherOp>(patterns, gatherRule);
  addRule<IndexOp>(patterns, indexRule);
  addRule<IndexPutOp>(patterns, indexPutRule);
  addRule<ScatterOp>(patterns, [](ScatterOp op, RuleBuilder build) { return scatterRule(op, build, std::nullopt); });
  addRule<ScatterAddOp>(patterns, [](ScatterAddOp op, RuleBuilder build) {
    return scatterRule(op, build, getMonoid(ScatterReduction::sum, op.getInput().getType().getElementType()));
  });
  addRule<ScatterReduceOp>(patterns, [](ScatterReduceOp op, RuleBuilder build) {
    Type elementType = op.getInput().getType().getElementType();
    return scatterRule(op, build, getMonoid(op.getReduce().value_or(ScatterReduction::sum), elementType));
  });
}
