// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and prefix combinations.

#include "Deviation.h"
#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

static Type getResultElementType(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
}

template <typename OpT>
static SmallVector<int64_t> getReducedDims(OpT op) {
  return getDims(op.getDims(), op.getInput().getType().getRank());
}

//===----------------------------------------------------------------------===//
// Sums and what is made of them
//===----------------------------------------------------------------------===//

/// The input in the result's type: what the program asks for is a conversion of its own, integers sum in i64.
template <typename OpT>
static Expr getSummand(OpT op, RuleBuilder build) {
  auto origin = op.getDtype() ? tensor::ConvertOrigin::user : tensor::ConvertOrigin::implied;
  return convert(build(op.getInput()), getResultElementType(op), origin);
}

template <typename OpT, Monoid monoid>
static Values sumRule(OpT op, RuleBuilder build) {
  return finish(op, reduce(monoid, getSummand(op, build), getReducedDims(op), op.getKeepdim()));
}

static Values meanRule(MeanOp op, RuleBuilder build) {
  Expr x = getSummand(op, build);
  SmallVector<int64_t> dims = getReducedDims(op);
  Expr total = sum(x, dims, op.getKeepdim());
  return finish(op, total / getCount(widen(x), dims));
}

/// function(variance), of a function with f(s² x) = s^degree f(x). In f32 where the squares of the type's numbers have
/// its range, else in f64: squares of large numbers stay finite, and those of small ones stay apart from 0.
template <typename OpT>
static Values finishVariance(OpT op, RuleBuilder build, Expr (*function)(Expr), int degree) {
  Expr x = build(op.getInput());
  Type f32 = build.getBuilder().getF32Type(), source = x.getElementType();
  x = convert(x, holdsSquares(f32, source) ? f32 : build.getBuilder().getF64Type());
  SmallVector<int64_t> dims = getReducedDims(op);
  double correction = op.getCorrection() ? op.getCorrection()->convertToDouble() : 1;
  SquareSum squares(getDistances(x, dims, source), dims, source);
  Expr result = squares.evaluate(function, degree, max(getCount(x, dims) - correction, 0.0));
  return finish(op, reshape(result, framework::getShape(op.getResult())));
}

//===----------------------------------------------------------------------===//
// Extrema
//===----------------------------------------------------------------------===//

/// Exact in every type; of bools, the largest is any and the smallest all.
template <typename OpT, Monoid monoid, Monoid boolMonoid>
static Values extremumRule(OpT op, RuleBuilder build) {
  Expr x = build(op.getInput());
  bool isBool = x.getElementType().isInteger(1);
  return {reduce(isBool ? boolMonoid : monoid, x, getReducedDims(op), op.getKeepdim())};
}

template <typename OpT, Monoid monoid>
static Values truthRule(OpT op, RuleBuilder build) {
  Expr x = convert(build(op.getInput()), build.getBuilder().getI1Type());
  return finish(op, reduce(monoid, x, getReducedDims(op), op.getKeepdim()));
}

/// The position alone; without a dim that of the flattened tensor, which is the row-major number over all dims.
template <typename OpT, Monoid monoid>
static Values positionRule(OpT op, RuleBuilder build) {
  Expr x = build(op.getInput());
  RankedTensorType type = op.getResult().getType();
  if (x.getRank() == 0)
    return {build.scalar(0, type.getElementType())};
  if (x.getElementType().isInteger(1))
    x = convert(x, build.getBuilder().getIntegerType(8));
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(x.getRank()));
  if (op.getDim())
    dims = {getDim(*op.getDim(), x.getRank())};
  Type reduced = getTensorType(getReducedShape(x.getShape(), dims, false), type.getElementType());
  auto position = tensor::ReduceOp::create(build.getBuilder(), build.getLoc(), TypeRange{reduced}, monoid, x, dims,
                                           /*accumulator=*/TypeAttr());
  return {reshape(build(position.getResults().front()), framework::getShape(op.getResult()))};
}

/// log(sum(exp(x - m))) + m, where m is the largest element, or 0 where that is infinite.
static Values logsumexpRule(LogsumexpOp op, RuleBuilder build) {
  Expr x = convert(build(op.getInput()), getComputeType(getResultElementType(op)));
  SmallVector<int64_t> dims = getReducedDims(op);
  Expr largest = reduce(Monoid::max, x, dims, /*keepDim=*/true);
  largest = select(isInf(largest), 0.0, largest);
  Expr result = log(sum(exp(x - largest), dims, /*keepDim=*/true)) + largest;
  return finish(op, reshape(result, framework::getShape(op.getResult())));
}

/// sum(|x|^ord)^(1/ord), with PyTorch's meaning of 0 and the infinities.
static Values vectorNormRule(VectorNormOp op, RuleBuilder build) {
  Expr x = widen(build(op.getInput()));
  SmallVector<int64_t> dims = getReducedDims(op);
  double ord = op.getOrd() ? op.getOrd()->convertToDouble() : 2;
  auto total = [&](Expr value) { return sum(value, dims, op.getKeepdim()); };
  if (std::isinf(ord))
    return finish(op, reduce(ord > 0 ? Monoid::max : Monoid::min, abs(x), dims, op.getKeepdim()));
  if (ord == 0)
    return finish(op, total(convert(x != 0.0, x.getElementType())));
  if (ord == 1)
    return finish(op, total(abs(x)));
  if (ord == 2)
    return finish(op, sqrt(total(x * x)));
  auto power = [](Expr base, double exponent) { return apply(ScalarFunction::pow, {base, base.constant(exponent)}); };
  return finish(op, power(total(power(abs(x), ord)), 1 / ord));
}

//===----------------------------------------------------------------------===//
// Prefix combinations
//===----------------------------------------------------------------------===//

template <typename OpT, Monoid monoid>
static Values scanRule(OpT op, RuleBuilder build) {
  Expr x = getSummand(op, build);
  if (x.getRank() == 0)
    return {x};
  Type accumulator = getComputeType(x.getElementType());
  auto scan = tensor::ScanOp::create(build.getBuilder(), build.getLoc(), monoid, x, getDim(op.getDim(), x.getRank()),
                                     accumulator == x.getElementType() ? Type() : accumulator, accumulator);
  return finish(op, build(scan.getResults().front()));
}

/// Exact in every type; of bools, any and all.
template <typename OpT, Monoid monoid, Monoid boolMonoid>
static Values extremumScanRule(OpT op, RuleBuilder build) {
  Expr x = build(op.getInput());
  if (x.getRank() == 0)
    return {x};
  bool isBool = x.getElementType().isInteger(1);
  auto scan = tensor::ScanOp::create(build.getBuilder(), build.getLoc(), isBool ? boolMonoid : monoid, x,
                                     getDim(op.getDim(), x.getRank()));
  return {scan.getResults().front()};
}

/// The positions are a payload.
static Values sortRule(SortOp op, RuleBuilder build) {
  Expr x = build(op.getInput());
  if (x.getRank() == 0)
    return {x, build.scalar(0, build.getBuilder().getI64Type())};
  int64_t dim = getDim(op.getDim(), x.getRank());
  RankedTensorType type = tensor::withElementType(x.getType(), build.getBuilder().getI64Type());
  Value positions = tensor::IotaOp::create(build.getBuilder(), build.getLoc(), type, dim);
  auto sort =
      tensor::SortOp::create(build.getBuilder(), build.getLoc(), ValueRange{x, positions}, dim, op.getDescending());
  return Values(sort->result_begin(), sort->result_end());
}

void emmy::populateReductionRules(RewritePatternSet &patterns) {
  addRule<SumOp>(patterns, sumRule<SumOp, Monoid::sum>);
  addRule<ProdOp>(patterns, sumRule<ProdOp, Monoid::product>);
  addRule<MeanOp>(patterns, meanRule);
  addRule<VarOp>(patterns, [](VarOp op, RuleBuilder build) {
    return finishVariance(op, build, [](Expr x) { return x; }, /*degree=*/2);
  });
  addRule<StdOp>(patterns, [](StdOp op, RuleBuilder build) { return finishVariance(op, build, sqrt, /*degree=*/1); });
  addRule<AmaxOp>(patterns, extremumRule<AmaxOp, Monoid::max, Monoid::any>);
  addRule<AminOp>(patterns, extremumRule<AminOp, Monoid::min, Monoid::all>);
  addRule<AllOp>(patterns, truthRule<AllOp, Monoid::all>);
  addRule<AnyOp>(patterns, truthRule<AnyOp, Monoid::any>);
  addRule<ArgmaxOp>(patterns, positionRule<ArgmaxOp, Monoid::argmax>);
  addRule<ArgminOp>(patterns, positionRule<ArgminOp, Monoid::argmin>);
  addRule<VectorNormOp>(patterns, vectorNormRule);
  addRule<LogsumexpOp>(patterns, logsumexpRule);
  addRule<CumsumOp>(patterns, scanRule<CumsumOp, Monoid::sum>);
  addRule<CumprodOp>(patterns, scanRule<CumprodOp, Monoid::product>);
  addRule<CummaxOp>(patterns, extremumScanRule<CummaxOp, Monoid::max, Monoid::any>);
  addRule<CumminOp>(patterns, extremumScanRule<CumminOp, Monoid::min, Monoid::all>);
  addRule<SortOp>(patterns, sortRule);
}
