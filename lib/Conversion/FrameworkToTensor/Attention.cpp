// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scaled dot-product attention, spelled out: products of queries and keys, scale, mask, softmax over the keys, weighted
// sum of values. Everything between reading and the one rounding is in f32 for narrower floats.

#include "Contract.h"
#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

namespace {
/// The dims of one attention: batch…, then queries (or keys), then features.
struct Attention {
  ScaledDotProductAttentionOp op;
  RuleBuilder build;
  Extents batch;
  ExtentAttr queries, keys;

  Attention(ScaledDotProductAttentionOp op, RuleBuilder build) : op(op), build(build) {
    Extents result = framework::getShape(op.getResult()), key = framework::getShape(op.getKey());
    batch.assign(result.begin(), result.end() - 2);
    queries = result[result.size() - 2];
    keys = key[key.size() - 2];
  }

  /// An operand [batch…, rows, columns] at the coordinates of rows and columns; heads that serve several queries' heads
  /// are shared.
  ContractOperand getOperand(Value value, int64_t row, int64_t column) {
    Expr x = build(value);
    Extents shape = x.getShape();
    int64_t count = shape.size() - 2, rank = batch.size();
    ContractOperand operand{x, llvm::to_vector(llvm::seq<int64_t>(rank - count, rank)), {}};
    operand.dims.append({row, column});
    operand.divisors.assign(shape.size(), 1);
    if (op.getEnableGqa() && shape[count - 1] != batch.back())
      if (auto group = divideExactly(batch.back(), shape[count - 1]))
        operand.divisors[count - 1] = group->getConstantValue().value_or(1);
    return operand;
  }

  Expr getScores();
  Expr getCausalMask(Expr scores);
  Values run();
};
} // namespace

/// q k^T scale, over [batch…, queries, keys].
Expr Attention::getScores() {
  int64_t rank = batch.size(), feature = rank + 2;
  Extents shape = batch;
  shape.append({queries, keys});
  ExtentAttr features = framework::getShape(op.getQuery()).back();
  Expr products =
      contract(getOperand(op.getQuery(), rank, feature), getOperand(op.getKey(), rank + 1, feature), shape, features);
  if (op.getScale())
    return products * op.getScale()->convertToDouble();
  if (std::optional<int64_t> count = features.getConstantValue())
    return products * (1 / std::sqrt(static_cast<double>(*count)));
  return products * rsqrt(getExtentValue(products, features, products.getElementType()));
}

/// Query i sees the keys 0 … i.
Expr Attention::getCausalMask(Expr scores) {
  RankedTensorType type = getTensorType({queries, keys}, build.getBuilder().getI64Type());
  auto getCoordinate = [&](int64_t dim) {
    return build(tensor::IotaOp::create(build.getBuilder(), build.getLoc(), type, dim));
  };
  return getCoordinate(1) <= getCoordinate(0);
}

Values Attention::run() {
  Expr scores = getScores();
  double infinity = std::numeric_limits<double>::infinity();
  if (op.getIsCausal())
    scores = select(getCausalMask(scores), scores, scores.constant(-infinity));
  if (Value mask = op.getAttnMask()) {
    Expr values = build(mask);
    bool isBool = values.getElementType().isInteger(1);
    scores =
        isBool ? select(values, scores, scores.constant(-infinity)) : scores + convert(values, scores.getElementType());
  }
  int64_t keyDim = batch.size() + 1;
  Expr largest = reduce(Monoid::max, scores, keyDim, /*keepDim=*/true);
  Expr numerator = exp(scores - largest);
  Expr weights = numerator / sum(numerator, keyDim, /*keepDim=*/true);
  // A row without keys to see gives zeros.
  weights = select(largest == -infinity, 0.0, weights);

  int64_t rank = batch.size(), key = rank + 2;
  SmallVector<int64_t> weightDims = llvm::to_vector(llvm::seq<int64_t>(rank + 1));
  weightDims.push_back(key);
  ContractOperand values = getOperand(op.getValue(), key, rank + 1);
  return finish(op, contract({weights, weightDims}, values, framework::getShape(op.getResult()), keys));
}

void emmy::populateAttentionRules(RewritePatternSet &patterns) {
  addRule<ScaledDotProductAttentionOp>(
      patterns, [](ScaledDotProductAttentionOp op, RuleBuilder build) { return Attention(op, build).run(); });
}
