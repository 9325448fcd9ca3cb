// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions and pooling: the input read through a map over (result…, window…) that gives a fill value outside the
// input, then a reduction over the window. Nothing is padded or unfolded in memory.

#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

namespace {
/// One map over a space, with the conditions under which the source has an element.
class WindowMap {
public:
  WindowMap(Expr source, Extents space)
      : source(source), space(std::move(space)), symbols(source.getBuilder(), source.getLoc()) {}

  AffineExpr getDim(int64_t dim) { return getAffineDimExpr(dim, source.getBuilder().getContext()); }
  AffineExpr getExpr(ExtentAttr extent) { return symbols.getExpr(extent); }
  void addCoordinate(AffineExpr coordinate) { coordinates.push_back(coordinate); }
  /// A condition `expr >= 0`, or `expr == 0`.
  void require(AffineExpr expr, bool isEquality = false) {
    conditions.push_back(expr);
    equalities.push_back(isEquality);
  }
  /// A coordinate that may lie outside its extent.
  void addGuarded(AffineExpr coordinate, ExtentAttr extent) {
    require(coordinate);
    require(getExpr(extent) - 1 - coordinate);
    addCoordinate(coordinate);
  }

  Expr build(double fill) {
    OpBuilder &builder = source.getBuilder();
    MLIRContext *context = builder.getContext();
    unsigned rank = space.size(), numSymbols = symbols.getValues().size();
    RankedTensorType type = getTensorType(space, source.getElementType());
    tensor::IndexPiece inside{source, AffineMap::get(rank, numSymbols, coordinates, context)};
    if (conditions.empty())
      return source.with(tensor::IndexMapOp::create(builder, source.getLoc(), type, inside, symbols.getValues()));
    inside.guard = IntegerSet::get(rank, numSymbols, conditions, equalities);
    Value outside = createScalar(builder, builder.getUnknownLoc(), RankedTensorType::get({}, source.getElementType()),
                                 isa<FloatType>(source.getElementType()) ? Attribute(builder.getF64FloatAttr(fill))
                                                                         : builder.getI64IntegerAttr(int64_t(fill)));
    tensor::IndexPiece filling{outside, AffineMap::get(rank, numSymbols, {}, context)};
    return source.with(tensor::IndexMapOp::create(builder, source.getLoc(), type,
                                                  ArrayRef<tensor::IndexPiece>{inside, filling}, symbols.getValues()));
  }

private:
  Expr source;
  Extents space;
  tensor::IndexSymbols symbols;
  SmallVector<AffineExpr> coordinates, conditions;
  SmallVector<bool> equalities;
};
} // namespace

static SmallVector<int64_t> getRange(int64_t first, int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(first, first + count));
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

/// Over ([n], out, spatial…, channel in the group, kernel…).
static Values convolutionRule(ConvolutionOp op, RuleBuilder build) {
  Expr x = build(op.getInput()), weight = build(op.getWeight());
  Extents input = x.getShape(), kernel = weight.getShape(), space = framework::getShape(op.getResult());
  int64_t count = kernel.size() - 2, channelDim = input.size() - count - 1, rank = space.size();
  ExtentAttr groups = build.getConstant(op.getGroups().value_or(1));
  bool transposed = op.getTransposed(), isGrouped = op.getGroups().value_or(1) != 1;
  ExtentAttr outOfGroup = *divideExactly(space[channelDim], groups),
             inOfGroup = *divideExactly(input[channelDim], groups);
  space.push_back(inOfGroup);
  space.append(kernel.begin() + 2, kernel.end());

  WindowMap values(x, space);
  AffineExpr out = values.getDim(channelDim), channel = values.getDim(rank);
  if (channelDim == 1)
    values.addCoordinate(values.getDim(0));
  AffineExpr group = isGrouped ? out.floorDiv(values.getExpr(outOfGroup)) : values.getExpr(build.getConstant(0));
  values.addCoordinate(group * values.getExpr(inOfGroup) + channel);
  for (int64_t i = 0; i < count; ++i) {
    AffineExpr at = values.getDim(channelDim + 1 + i), tap = values.getDim(rank + 1 + i) * op.getDilation()[i];
    int64_t stride = op.getStride()[i], padding = op.getPadding()[i];
    ExtentAttr extent = input[channelDim + 1 + i];
    if (transposed) {
      // The input element, if there is one, whose window puts this tap here.
      AffineExpr scaled = at + padding - tap;
      if (stride != 1)
        values.require(scaled % stride, /*isEquality=*/true);
      values.addGuarded(scaled.floorDiv(stride), extent);
    } else if (padding == 0) {
      values.addCoordinate(at * stride + tap);
    } else {
      values.addGuarded(at * stride + tap - padding, extent);
    }
  }

  WindowMap taps(weight, space);
  AffineExpr inGroup = isGrouped ? out % taps.getExpr(outOfGroup) : out;
  // [out, channel of the group] or, transposed, [channel, out of the group].
  AffineExpr weightGroup = isGrouped ? out.floorDiv(taps.getExpr(outOfGroup)) : taps.getExpr(build.getConstant(0));
  taps.addCoordinate(transposed ? weightGroup * taps.getExpr(inOfGroup) + channel : out);
  taps.addCoordinate(transposed ? inGroup : channel);
  for (int64_t i = 0; i < count; ++i)
    taps.addCoordinate(taps.getDim(rank + 1 + i));

  Expr left = widen(values.build(0)), right = widen(taps.build(0));
  Expr y = sum(left * right, getRange(rank, count + 1), /*keepDim=*/false);
  if (op.getBias()) {
    Extents shape(count + 1, build.getConstant(1));
    shape[0] = framework::getShape(op.getBias())[0];
    y = y + widen(reshape(build(op.getBias()), shape));
  }
  return finish(op, y);
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

/// The windows of the last dims, over (result…, window…).
static Expr getWindows(Expr x, ArrayRef<ExtentAttr> result, ArrayRef<int64_t> kernel, ArrayRef<int64_t> stride,
                       ArrayRef<int64_t> padding, ArrayRef<int64_t> dilation, bool ceilMode, double fill) {
  Extents space(result), input = x.getShape();
  for (int64_t size : kernel)
    space.push_back(ExtentAttr::getConstant(x.getBuilder().getContext(), size));
  int64_t count = kernel.size(), rank = result.size();
  WindowMap map(x, space);
  for (int64_t dim = 0; dim < rank - count; ++dim)
    map.addCoordinate(map.getDim(dim));
  for (int64_t i = 0; i < count; ++i) {
    int64_t dim = rank - count + i;
    AffineExpr at = map.getDim(dim) * stride[i] + map.getDim(rank + i) * dilation[i] - padding[i];
    if (padding[i] == 0 && !ceilMode)
      map.addCoordinate(at);
    else
      map.addGuarded(at, input[dim]);
  }
  return map.build(fill);
}

/// The identity of the maximum, which is read outside of the input.
static double getLowest(Type elementType) {
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return integer.isUnsigned() ? 0 : -std::ldexp(1.0, integer.getWidth() - 1);
  return -std::numeric_limits<double>::infinity();
}

template <typename OpT>
static Expr getPoolWindows(OpT op, Expr x, double fill) {
  return getWindows(x, framework::getShape(op.getResult()), op.getKernelSize(), op.getStride(), op.getPadding(),
                    op.getDilation(), op.getCeilMode(), fill);
}

static Expr getLargest(Expr windows, int64_t count) {
  return reduce(Monoid::max, windows, getRange(windows.getRank() - count, count), /*keepDim=*/false);
}

/// The row-major number of each element over the last dims, in i64.
static Expr getNumbers(Expr x, int64_t count) {
  OpBuilder &builder = x.getBuilder();
  Extents shape = x.getShape();
  RankedTensorType type = getTensorType(shape, builder.getI64Type());
  Expr number = x.with(tensor::IotaOp::create(builder, x.getLoc(), type, shape.size() - count));
  for (int64_t dim = shape.size() - count + 1, rank = shape.size(); dim < rank; ++dim)
    number = number * getExtentValue(number, shape[dim], builder.getI64Type()) +
             x.with(tensor::IotaOp::create(builder, x.getLoc(), type, dim));
  return number;
}

/// The number of each window's largest element: of equal ones the first, of several NaN the last. `numbers` are the
/// windows of the elements' numbers, negative outside of the input.
static Expr getLargestNumbers(Expr windows, Expr numbers, int64_t count) {
  SmallVector<int64_t> dims = getRange(windows.getRank() - count, count);
  Expr largest = reduce(Monoid::max, windows, dims, /*keepDim=*/true);
  Expr isInside = numbers >= 0.0;
  Expr none = numbers.constant(0x1p62);
  Expr first = reduce(Monoid::min, select(isInside & (windows == largest), numbers, none), dims, /*keepDim=*/false);
  if (!isa<FloatType>(windows.getElementType()))
    return first;
  Expr last = reduce(Monoid::max, select(isInside & isNan(windows), numbers, -1.0), dims, /*keepDim=*/false);
  return select(last >= 0.0, last, first);
}

static Values maxPoolRule(MaxPoolOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  return {getLargest(getPoolWindows(op, x, getLowest(x.getElementType())), op.getKernelSize().size())};
}

static Values maxPoolIndicesRule(MaxPoolIndicesOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  int64_t count = op.getKernelSize().size();
  return {getLargestNumbers(getPoolWindows(op, x, getLowest(x.getElementType())),
                            getPoolWindows(op, getNumbers(x, count), -1), count)};
}

/// The number of elements of each window inside the (padded) input, over the pooled dims alone.
static Expr getWindowCounts(AvgPoolOp op, Expr x, ArrayRef<ExtentAttr> result) {
  int64_t count = op.getKernelSize().size();
  Extents pooled(result.end() - count, result.end()), input = x.getShape();
  SmallVector<int64_t> padding(op.getPadding()), dilation(count, 1);
  Extents domain(input.end() - count, input.end());
  if (op.getCountIncludePad())
    for (auto [extent, pad] : llvm::zip_equal(domain, padding)) {
      extent = extent + ExtentAttr::getConstant(x.getBuilder().getContext(), 2 * pad);
      pad = 0;
    }
  RankedTensorType type = getTensorType(domain, x.getElementType());
  Expr ones = x.with(tensor::ConstantOp::create(x.getBuilder(), x.getBuilder().getUnknownLoc(), type, 1.0));
  Expr windows = getWindows(ones, pooled, op.getKernelSize(), op.getStride(), padding, dilation, /*ceilMode=*/true, 0);
  return sum(windows, getRange(count, count), /*keepDim=*/false);
}

static Values avgPoolRule(AvgPoolOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  Extents result = framework::getShape(op.getResult());
  SmallVector<int64_t> dilation(op.getKernelSize().size(), 1);
  Expr windows =
      getWindows(x, result, op.getKernelSize(), op.getStride(), op.getPadding(), dilation, op.getCeilMode(), 0);
  Expr total = sum(widen(windows), getRange(result.size(), dilation.size()), /*keepDim=*/false);
  bool isPadded = llvm::any_of(op.getPadding(), [](int64_t padding) { return padding != 0; });
  if (op.getDivisorOverride())
    return finish(op, total / static_cast<double>(*op.getDivisorOverride()));
  if (!op.getCeilMode() && (!isPadded || op.getCountIncludePad())) {
    double size = 1;
    for (int64_t kernel : op.getKernelSize())
      size *= kernel;
    return finish(op, total / size);
  }
  return finish(op, total / getWindowCounts(op, total.with(widen(x)), result));
}

static int64_t getSize(ExtentAttr extent) { return *extent.getConstantValue(); }

/// The windows of the last `count` dims of the source, over (result…, window…): window i of a dim is
/// [floor(i in / out), ceil((i + 1) in / out)).
static Expr getAdaptiveWindows(Expr source, ArrayRef<ExtentAttr> result, int64_t count, double fill) {
  Extents input = source.getShape(), space(result);
  int64_t rank = result.size(), leading = rank - count;
  for (int64_t i = 0; i < count; ++i) {
    int64_t in = getSize(input[leading + i]), out = getSize(result[leading + i]);
    space.push_back(ExtentAttr::getConstant(source.getBuilder().getContext(), in % out == 0 ? in / out : in / out + 2));
  }
  WindowMap map(source, space);
  for (int64_t dim = 0; dim < leading; ++dim)
    map.addCoordinate(map.getDim(dim));
  for (int64_t i = 0; i < count; ++i) {
    int64_t in = getSize(input[leading + i]), out = getSize(result[leading + i]);
    AffineExpr at = map.getDim(leading + i), tap = map.getDim(rank + i);
    AffineExpr position = (at * in).floorDiv(out) + tap;
    map.addCoordinate(position);
    if (in % out != 0)
      map.require(((at + 1) * in).ceilDiv(out) - 1 - position);
  }
  return map.build(fill);
}

static Values adaptiveAvgPoolRule(AdaptiveAvgPoolOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  Extents input = x.getShape(), result = framework::getShape(op.getResult());
  int64_t count = op.getOutputSize().getExtents().size(), rank = result.size();
  Expr total = sum(widen(getAdaptiveWindows(x, result, count, 0)), getRange(rank, count), /*keepDim=*/false);
  Extents pooled(result.end() - count, result.end()), domain(input.end() - count, input.end());
  bool isEven = llvm::all_of(llvm::zip_equal(domain, pooled),
                             [&](auto pair) { return getSize(std::get<0>(pair)) % getSize(std::get<1>(pair)) == 0; });
  if (isEven) {
    double size = 1;
    for (auto [in, out] : llvm::zip_equal(domain, pooled))
      size *= getSize(in) / getSize(out);
    return finish(op, total / size);
  }
  RankedTensorType type = getTensorType(domain, total.getElementType());
  Expr ones = x.with(tensor::ConstantOp::create(x.getBuilder(), x.getBuilder().getUnknownLoc(), type, 1.0));
  return finish(op, total / sum(getAdaptiveWindows(ones, pooled, count, 0), getRange(count, count), /*keepDim=*/false));
}

static Values adaptiveMaxPoolRule(AdaptiveMaxPoolOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  int64_t count = op.getOutputSize().getExtents().size();
  return {getLargest(getAdaptiveWindows(x, framework::getShape(op.getResult()), count, getLowest(x.getElementType())),
                     count)};
}

static Values adaptiveMaxPoolIndicesRule(AdaptiveMaxPoolIndicesOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  Extents result = framework::getShape(op.getResult());
  int64_t count = op.getOutputSize().getExtents().size();
  return {getLargestNumbers(getAdaptiveWindows(x, result, count, getLowest(x.getElementType())),
                            getAdaptiveWindows(getNumbers(x, count), result, count, -1), count)};
}

void emmy::populateWindowRules(RewritePatternSet &patterns) {
  addRule<ConvolutionOp>(patterns, convolutionRule);
  addRule<MaxPoolOp>(patterns, maxPoolRule);
  addRule<MaxPoolIndicesOp>(patterns, maxPoolIndicesRule);
  addRule<AdaptiveMaxPoolOp>(patterns, adaptiveMaxPoolRule);
  addRule<AdaptiveMaxPoolIndicesOp>(patterns, adaptiveMaxPoolIndicesRule);
  addRule<AvgPoolOp>(patterns, avgPoolRule);
  addRule<AdaptiveAvgPoolOp>(patterns, adaptiveAvgPoolRule);
}
