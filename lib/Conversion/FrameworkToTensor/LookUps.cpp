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
  Expr result = build(tensor::GatherOp::create(build.getBuilder(), build.getLoc(), x, ValueRange{index},
                                               ArrayRef<int64_t>{dim}, dim));
  return {isScalar ? reshape(result, framework::getShape(op.getResult())) : result};
}

/// Every coordinate but one is the result's own.
static Values gatherRule(GatherOp op, RuleBuilder build) {
  Expr x = build(op.getInput()), index = build(op.getIndex());
  if (x.getRank() == 0)
    return {x};
  Values indices;
  int64_t dim = getDim(op.getDim(), x.getRank());
  for (int64_t position = 0; position < x.getRank(); ++position)
    indices.push_back(position == dim ? Value(index)
                                      : Value(tensor::IotaOp::create(build.getBuilder(), build.getLoc(),
                                                                     index.getType(), position)));
  return {tensor::GatherOp::create(build.getBuilder(), build.getLoc(), x, indices,
                                   llvm::to_vector(llvm::seq<int64_t>(x.getRank())))};
}

void emmy::populateLookUpRules(RewritePatternSet &patterns) {
  addRule<EmbeddingOp>(patterns, embeddingRule);
  addRule<IndexSelectOp>(patterns, indexSelectRule);
  addRule<GatherOp>(patterns, gatherRule);
}
