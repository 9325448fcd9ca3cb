// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that rearrange one tensor: each is one index map.

#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

SmallVector<int64_t> emmy::getDims(std::optional<ArrayRef<int64_t>> dims, int64_t rank) {
  if (!dims || dims->empty())
    return llvm::to_vector(llvm::seq<int64_t>(rank));
  SmallVector<int64_t> result;
  for (int64_t dim : *dims)
    if (rank > 0)
      result.push_back(getDim(dim, rank));
  return result;
}

int64_t emmy::getDim(int64_t dim, int64_t rank) { return dim < 0 ? dim + std::max<int64_t>(rank, 1) : dim; }

Expr RuleBuilder::scalar(double number, Type elementType) const {
  return (*this)(
      tensor::ConstantOp::create(rewriter, rewriter.getUnknownLoc(), RankedTensorType::get({}, elementType), number));
}

/// The input's elements in row-major order under the result's shape.
template <typename OpT>
static Values reshapeRule(OpT op, RuleBuilder build) {
  return {reshape(build(op.getInput()), framework::getShape(op.getResult()))};
}

static Values permute(Expr x, ArrayRef<int64_t> dims) {
  return {tensor::buildTranspose(x.getBuilder(), x.getLoc(), x, dims)};
}

static Values transposeRule(TransposeOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  if (x.getRank() == 0)
    return {x};
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(x.getRank()));
  std::swap(dims[getDim(op.getDim0(), x.getRank())], dims[getDim(op.getDim1(), x.getRank())]);
  return permute(x, dims);
}

/// The coordinate of each dim of the result, through `change` for some dims.
template <typename Change>
static Values mapDims(RuleBuilder build, Value input, Value result, Change change) {
  auto type = cast<RankedTensorType>(result.getType());
  return {tensor::buildIndexMap(build.getBuilder(), build.getLoc(), type, input,
                                [&](ArrayRef<AffineExpr> dims, tensor::IndexSymbols &symbols) {
                                  SmallVector<AffineExpr> coordinates(dims);
                                  change(coordinates, symbols);
                                  return coordinates;
                                })};
}

static Values flipRule(FlipOp op, RuleBuilder build) {
  Extents shape = framework::getShape(op.getInput());
  if (shape.empty() || op.getDims().empty())
    return {op.getInput()};
  return mapDims(build, op.getInput(), op.getResult(), [&](SmallVector<AffineExpr> &at, tensor::IndexSymbols &symbols) {
    for (int64_t dim : getDims(op.getDims(), shape.size()))
      at[dim] = symbols.getExpr(shape[dim]) - 1 - at[dim];
  });
}

/// (i - shift) mod extent; a dim without elements is never asked for one.
static Values rollRule(RollOp op, RuleBuilder build) {
  Extents shape = framework::getShape(op.getInput());
  if (shape.empty() || op.getDims().empty())
    return {op.getInput()};
  return mapDims(build, op.getInput(), op.getResult(), [&](SmallVector<AffineExpr> &at, tensor::IndexSymbols &symbols) {
    for (auto [dim, shift] : llvm::zip_equal(getDims(op.getDims(), shape.size()), op.getShifts()))
      if (shape[dim].getConstantValue() != 0)
        at[dim] = (at[dim] - shift) % symbols.getExpr(shape[dim]);
  });
}

/// i mod extent, without the dims in front.
static Values repeatRule(RepeatOp op, RuleBuilder build) {
  Extents shape = framework::getShape(op.getInput()), result = framework::getShape(op.getResult());
  return mapDims(build, op.getInput(), op.getResult(), [&](SmallVector<AffineExpr> &at, tensor::IndexSymbols &symbols) {
    at.erase(at.begin(), at.begin() + (result.size() - shape.size()));
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      if (extent.getConstantValue() == 1)
        at[dim] = symbols.getExpr(int64_t(0));
      else if (extent.getConstantValue() != 0 && extent != result[result.size() - shape.size() + dim])
        at[dim] = at[dim] % symbols.getExpr(extent);
    }
  });
}

/// The elements where `keep(i, j)` >= 0 for the last two coordinates, zero elsewhere.
static Values triangle(RuleBuilder build, Value input, function_ref<AffineExpr(AffineExpr, AffineExpr)> keep) {
  Expr x = build(input);
  MLIRContext *context = build.getContext();
  unsigned rank = x.getRank();
  AffineExpr condition = keep(getAffineDimExpr(rank - 2, context), getAffineDimExpr(rank - 1, context));
  tensor::IndexPiece inside{x, AffineMap::getMultiDimIdentityMap(rank, context),
                            IntegerSet::get(rank, 0, condition, false)};
  tensor::IndexPiece outside{build.scalar(0, x.getElementType()), AffineMap::get(rank, 0, {}, context)};
  return {tensor::IndexMapOp::create(build.getBuilder(), build.getLoc(), x.getType(),
                                     ArrayRef<tensor::IndexPiece>{inside, outside})};
}

void emmy::populateShapeRules(RewritePatternSet &patterns) {
  addRule<ReshapeOp>(patterns, reshapeRule<ReshapeOp>);
  addRule<FlattenOp>(patterns, reshapeRule<FlattenOp>);
  addRule<SqueezeOp>(patterns, reshapeRule<SqueezeOp>);
  addRule<UnsqueezeOp>(patterns, reshapeRule<UnsqueezeOp>);
  addRule<PermuteOp>(patterns, [](PermuteOp op, RuleBuilder build) {
    Expr x = build(op.getInput());
    return x.getRank() == 0 ? Values{x} : permute(x, getDims(op.getDims(), x.getRank()));
  });
  addRule<TransposeOp>(patterns, transposeRule);
  addRule<ExpandOp>(patterns, [](ExpandOp op, RuleBuilder build) {
    return Values{broadcastTo(build(op.getInput()), framework::getShape(op.getResult()))};
  });
  addRule<FlipOp>(patterns, flipRule);
  addRule<RollOp>(patterns, rollRule);
  addRule<RepeatOp>(patterns, repeatRule);
  addRule<TrilOp>(patterns, [](TrilOp op, RuleBuilder build) {
    return triangle(build, op.getInput(),
                    [&](AffineExpr i, AffineExpr j) { return i - j + op.getDiagonal().value_or(0); });
  });
  addRule<TriuOp>(patterns, [](TriuOp op, RuleBuilder build) {
    return triangle(build, op.getInput(),
                    [&](AffineExpr i, AffineExpr j) { return j - i - op.getDiagonal().value_or(0); });
  });
}
