// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that take tensors apart and put them together, and sources of data.

#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

//===----------------------------------------------------------------------===//
// Taking apart
//===----------------------------------------------------------------------===//

/// Every step-th element of one dim from `start` on.
static Value sliceDim(RuleBuilder build, Value input, RankedTensorType result, int64_t dim, ExtentAttr start,
                      int64_t step = 1) {
  SmallVector<ExtentAttr> starts(result.getRank(), build.getConstant(0));
  SmallVector<int64_t> steps(result.getRank(), 1);
  starts[dim] = start;
  steps[dim] = step;
  return tensor::buildSlice(build.getBuilder(), build.getLoc(), input, result, starts, steps);
}

static Values sliceRule(SliceOp op, RuleBuilder build) {
  Extents shape = framework::getShape(op.getInput());
  int64_t dim = getDim(op.getDim(), shape.size());
  SliceBounds bounds = getSliceBounds(shape[dim], op.getRange());
  return {sliceDim(build, op.getInput(), op.getResult().getType(), dim, bounds.start, bounds.step)};
}

static Values selectRule(SelectOp op, RuleBuilder build) {
  Extents shape = framework::getShape(op.getInput());
  int64_t dim = getDim(op.getDim(), shape.size());
  ExtentAttr index = op.getIndex();
  if (index.getConstantValue().value_or(0) < 0)
    index = index + shape[dim];
  return {tensor::buildIndexMap(build.getBuilder(), build.getLoc(), op.getResult().getType(), op.getInput(),
                                [&](ArrayRef<AffineExpr> dims, tensor::IndexSymbols &symbols) {
                                  SmallVector<AffineExpr> coordinates(dims);
                                  coordinates.insert(coordinates.begin() + dim, symbols.getExpr(index));
                                  return coordinates;
                                })};
}

/// Each result starts where the one before ends.
template <typename OpT>
static Values partsRule(OpT op, RuleBuilder build) {
  Values parts;
  ExtentAttr start = build.getConstant(0);
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    int64_t dim = getDim(op.getDim(), type.getRank());
    parts.push_back(sliceDim(build, op.getInput(), type, dim, start));
    start = start + framework::getShape(type)[dim];
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Putting together
//===----------------------------------------------------------------------===//

/// So many tensors are put together at once. A map of so many pieces is stored by a kernel, whose parameters have room
/// for twice as many pointers.
static constexpr size_t maxPiecesAtOnce = 256;

/// Of more tensors than that, groups are put together first.
static Value concat(RuleBuilder build, ValueRange sources, int64_t dim) {
  Values parts(sources);
  while (parts.size() > 1) {
    Values groups;
    for (ArrayRef<Value> rest = parts; !rest.empty();) {
      ArrayRef<Value> group = rest.take_front(maxPiecesAtOnce);
      groups.push_back(group.size() == 1 ? group[0]
                                         : tensor::buildConcat(build.getBuilder(), build.getLoc(), group, dim));
      rest = rest.drop_front(group.size());
    }
    parts = groups;
  }
  return parts.front();
}

/// Operands in the result's element type; PyTorch's legacy empty tensors (rank 1, no elements) are left out.
static Values catRule(CatOp op, RuleBuilder build) {
  RankedTensorType type = op.getResult().getType();
  Values sources;
  for (Value input : op.getInputs()) {
    auto inputType = cast<RankedTensorType>(input.getType());
    bool isLegacyEmpty = inputType.getRank() == 1 && inputType.getDimSize(0) == 0;
    if (!isLegacyEmpty)
      sources.push_back(convert(build(input), type.getElementType()));
  }
  if (sources.empty())
    return {convert(build(op.getInputs()[0]), type.getElementType())};
  return {concat(build, sources, getDim(op.getDim(), type.getRank()))};
}

static Values stackRule(StackOp op, RuleBuilder build) {
  RankedTensorType type = op.getResult().getType();
  int64_t dim = getDim(op.getDim(), type.getRank());
  Extents shape = framework::getShape(op.getInputs()[0]);
  shape.insert(shape.begin() + dim, build.getConstant(1));
  Values sources;
  for (Value input : op.getInputs())
    sources.push_back(reshape(convert(build(input), type.getElementType()), shape));
  return {concat(build, sources, dim)};
}

static Values padRule(PadOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  SmallVector<ExtentAttr> low, high;
  for (auto [before, after] : llvm::zip_equal(op.getLow(), op.getHigh())) {
    low.push_back(build.getConstant(before));
    high.push_back(build.getConstant(after));
  }
  Attribute value = op.getValueAttr() ? op.getValueAttr() : build.getBuilder().getI64IntegerAttr(0);
  Value fill = createScalar(build.getBuilder(), build.getBuilder().getUnknownLoc(),
                            RankedTensorType::get({}, x.getElementType()), value);
  return {tensor::buildPad(build.getBuilder(), build.getLoc(), x, fill, low, high)};
}

void emmy::populatePieceRules(RewritePatternSet &patterns) {
  addRule<SliceOp>(patterns, sliceRule);
  addRule<SelectOp>(patterns, selectRule);
  addRule<ChunkOp>(patterns, partsRule<ChunkOp>);
  addRule<SplitOp>(patterns, partsRule<SplitOp>);
  addRule<CatOp>(patterns, catRule);
  addRule<StackOp>(patterns, stackRule);
  addRule<PadOp>(patterns, padRule);
}

//===----------------------------------------------------------------------===//
// Element types and sources
//===----------------------------------------------------------------------===//

/// start + step * i, in i64, then in the element type.
static Values arangeRule(ArangeOp op, RuleBuilder build) {
  RangeAttr range = op.getRange();
  RankedTensorType type = op.getResult().getType();
  Type i64 = build.getBuilder().getI64Type();
  Expr index = build(tensor::IotaOp::create(build.getBuilder(), build.getLoc(), tensor::withElementType(type, i64), 0));
  if (range.getStep() != 1)
    index = index * static_cast<double>(range.getStep());
  if (range.getStart().getConstantValue() != 0)
    index = index + getExtentValue(index, range.getStart(), i64);
  return {convert(index, type.getElementType())};
}

void emmy::populateSourceRules(RewritePatternSet &patterns) {
  addRule<ToOp>(patterns, [](ToOp op, RuleBuilder build) {
    return Values{convert(build(op.getInput()), op.getDtype(), tensor::ConvertOrigin::user)};
  });
  addRule<BitcastOp>(patterns, [](BitcastOp op, RuleBuilder build) {
    Expr x = build(op.getInput());
    if (x.getElementType() == op.getDtype())
      return Values{x};
    return Values{build(tensor::ElementwiseOp::create(build.getBuilder(), build.getLoc(), x, op.getDtype()))};
  });
  addRule<FullOp>(patterns, [](FullOp op, RuleBuilder build) {
    return Values{createScalar(build.getBuilder(), build.getLoc(), op.getResult().getType(), op.getValueAttr())};
  });
  addRule<ArangeOp>(patterns, arangeRule);
}
