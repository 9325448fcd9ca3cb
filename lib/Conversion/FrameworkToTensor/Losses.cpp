// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses that pick a class.

#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

/// The elements of x [n, classes, …] (or [classes]) at the target's classes; 0 for classes that do not exist.
static Expr pick(Expr x, Expr target) {
  OpBuilder &builder = x.getBuilder();
  int64_t classDim = x.getRank() == 1 ? 0 : 1;
  Values indices;
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(x.getRank()));
  for (int64_t dim : dims)
    indices.push_back(
        dim == classDim ? Value(target)
                        : Value(tensor::IotaOp::create(builder, x.getLoc(), target.getType(), dim - (dim > classDim))));
  return x.with(tensor::GatherOp::create(builder, x.getLoc(), x, indices, dims));
}

/// -weight[target] x[target] where the target is not ignored, then the mean (by the weights), the sum or nothing.
template <typename OpT>
static Values getLoss(OpT op, RuleBuilder build, Expr x) {
  Expr target = build(op.getTarget());
  double ignored = op.getIgnoreIndex().value_or(-100);
  Expr counts = target != ignored;
  Expr zero = target.constant(0, x.getElementType());
  Expr weight = zero.constant(1);
  if (op.getWeight())
    weight = pick(widen(build(op.getWeight())), target);
  weight = select(counts, weight, zero);
  Expr loss = select(counts, -(weight * pick(x, target)), zero);
  LossReduction reduction = op.getReduction().value_or(LossReduction::mean);
  if (reduction == LossReduction::none)
    return finish(op, loss);
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(loss.getRank()));
  Expr total = sum(loss, dims, /*keepDim=*/false);
  return finish(op, reduction == LossReduction::sum ? total : total / sum(weight, dims, /*keepDim=*/false));
}

static Values crossEntropyRule(CrossEntropyLossOp op, RuleBuilder build) {
  Expr x = widen(build(op.getInput()));
  int64_t dim = x.getRank() == 1 ? 0 : 1;
  Expr shifted = x - reduce(Monoid::max, x, dim, /*keepDim=*/true);
  return getLoss(op, build, shifted - log(sum(exp(shifted), dim, /*keepDim=*/true)));
}

void emmy::populateLossRules(RewritePatternSet &patterns) {
  addRule<NllLossOp>(patterns,
                     [](NllLossOp op, RuleBuilder build) { return getLoss(op, build, widen(build(op.getInput()))); });
  addRule<CrossEntropyLossOp>(patterns, crossEntropyRule);
}
