// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax and normalisations, computed in f32 for narrower floats and rounded once.

#include "Deviation.h"
#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// The input in the compute type; a rank-0 tensor as one of a single element.
template <typename OpT>
static Expr getLogits(OpT op, RuleBuilder build) {
  Type elementType = op.getResult().getType().getElementType();
  auto origin = op.getDtype() ? tensor::ConvertOrigin::user : tensor::ConvertOrigin::implied;
  Expr x = widen(convert(build(op.getInput()), elementType, origin));
  return x.getRank() == 0 ? reshape(x, build.getConstant(1)) : x;
}

/// exp(x - max) / sum(exp(x - max))
static Values softmaxRule(SoftmaxOp op, RuleBuilder build) {
  Expr x = getLogits(op, build);
  int64_t dim = getDim(op.getDim(), x.getRank());
  Expr numerator = exp(x - reduce(Monoid::max, x, dim, /*keepDim=*/true));
  Expr result = numerator / sum(numerator, dim, /*keepDim=*/true);
  return finish(op, reshape(result, framework::getShape(op.getResult())));
}

/// (x - max) - log(sum(exp(x - max)))
static Values logSoftmaxRule(LogSoftmaxOp op, RuleBuilder build) {
  Expr x = getLogits(op, build);
  int64_t dim = getDim(op.getDim(), x.getRank());
  Expr shifted = x - reduce(Monoid::max, x, dim, /*keepDim=*/true);
  Expr result = shifted - log(sum(exp(shifted), dim, /*keepDim=*/true));
  return finish(op, reshape(result, framework::getShape(op.getResult())));
}

//===----------------------------------------------------------------------===//
// Normalisations
//===----------------------------------------------------------------------===//

/// (x - mean) rsqrt(variance + eps) over dims, in the compute type.
static Expr normalize(Expr x, ArrayRef<int64_t> dims, double eps) {
  Expr distance = getDistances(widen(x), dims, x.getElementType());
  SquareSum squares(distance, dims, x.getElementType(), /*negligible=*/eps);
  return distance * squares.evaluate(rsqrt, /*degree=*/-1, getCount(distance, dims), eps);
}

/// x weight + bias, where they are present, in the type of x.
static Expr scaleAndShift(Expr x, std::optional<Expr> weight, std::optional<Expr> bias) {
  if (weight)
    x = x * convert(*weight, x.getElementType());
  if (bias)
    x = x + convert(*bias, x.getElementType());
  return x;
}

static std::optional<Expr> getOptional(RuleBuilder build, Value value) {
  return value ? std::optional(build(value)) : std::nullopt;
}

static SmallVector<int64_t> getLastDims(Expr x, size_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(x.getRank() - count, x.getRank()));
}

static Values layerNormRule(LayerNormOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  SmallVector<int64_t> dims = getLastDims(x, op.getNormalizedShape().getExtents().size());
  Expr y = normalize(x, dims, op.getEps().convertToDouble());
  return finish(op, scaleAndShift(y, getOptional(build, op.getWeight()), getOptional(build, op.getBias())));
}

/// The distance from 1 to the next number of a type.
static double getEpsilon(Type type) {
  return std::ldexp(1.0, 1 - static_cast<int>(cast<FloatType>(type).getFPMantissaWidth()));
}

static Values rmsNormRule(RmsNormOp op, RuleBuilder build) {
  Expr x = widen(build(op.getInput()));
  SmallVector<int64_t> dims = getLastDims(x, op.getNormalizedShape().getExtents().size());
  double eps = op.getEps() ? op.getEps()->convertToDouble() : getEpsilon(x.getElementType());
  Expr y = x * rsqrt(mean(x * x, dims) + eps);
  return finish(op, scaleAndShift(y, getOptional(build, op.getWeight()), std::nullopt));
}

/// One value per channel, at dim 1 of a tensor of the given rank.
static std::optional<Expr> getPerChannel(RuleBuilder build, Value value, int64_t rank) {
  if (!value)
    return std::nullopt;
  Extents shape(rank - 1, build.getConstant(1));
  shape[0] = framework::getShape(value)[0];
  return reshape(build(value), shape);
}

/// Groups become a dim of their own: [n, groups, channels / groups, …].
static Values groupNormRule(GroupNormOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  Extents shape = x.getShape(), grouped(shape);
  ExtentAttr groups = build.getConstant(op.getNumGroups());
  grouped[1] = *divideExactly(shape[1], groups);
  grouped.insert(grouped.begin() + 1, groups);
  Expr y = reshape(x, grouped);
  y = reshape(normalize(y, getLastDims(y, grouped.size() - 2), op.getEps().convertToDouble()), shape);
  return finish(op, scaleAndShift(y, getPerChannel(build, op.getWeight(), shape.size()),
                                  getPerChannel(build, op.getBias(), shape.size())));
}

static Values batchNormRule(BatchNormOp op, RuleBuilder build) {
  Expr x = widen(build(op.getInput()));
  auto getStatistic = [&](Value value) {
    return convert(*getPerChannel(build, value, x.getRank()), x.getElementType());
  };
  Expr scale = rsqrt(getStatistic(op.getRunningVar()) + op.getEps().convertToDouble());
  Expr y = (x - getStatistic(op.getRunningMean())) * scale;
  return finish(op, scaleAndShift(y, getPerChannel(build, op.getWeight(), x.getRank()),
                                  getPerChannel(build, op.getBias(), x.getRank())));
}

void emmy::populateNormalizationRules(RewritePatternSet &patterns) {
  addRule<SoftmaxOp>(patterns, softmaxRule);
  addRule<LogSoftmaxOp>(patterns, logSoftmaxRule);
  addRule<LayerNormOp>(patterns, layerNormRule);
  addRule<RmsNormOp>(patterns, rmsNormRule);
  addRule<GroupNormOp>(patterns, groupNormRule);
  addRule<BatchNormOp>(patterns, batchNormRule);
}
