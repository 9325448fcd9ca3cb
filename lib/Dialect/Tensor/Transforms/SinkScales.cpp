// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-tensor-sink-scales. In: functions of the tensor level. Out: the same with factors of sums taken into what is
// summed, down to values that are the same in every call: (x W + b) s = x (W s) + b s, since products distribute over
// sums. It is exact on integers; else a licence permits it. Never fails.

#include "FixedValues.h"
#include "Views.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Base/IR/Licences.h"
#include "Emmy/Dialect/Tensor/Transforms/Passes.h"

namespace emmy::tensor {
#define GEN_PASS_DEF_SINKSCALESPASS
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace emmy::tensor

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

namespace {
/// One function whose fixed operand, the factor, goes where other fixed values are.
class Sink {
public:
  Sink(ScalarFunction function, FixedValues &fixed) : function(function), fixed(fixed) {}

  /// Whether a value takes a factor in, which is read over the value's coordinates.
  bool canTake(Value value, const View &factor);
  /// Whether it went into a sum on the way; else it is a scale of a product, which another pass folds.
  bool isInSum = false;
  /// The value with the factor, where it can take it.
  Value take(OpBuilder &builder, Value value, const View &factor);

private:
  /// The operands of an operation that take the factor in, each with the factor over its own coordinates; none where
  /// the operation does not let it through.
  SmallVector<std::pair<OpOperand *, View>> getTakers(Operation *op, const View &factor);
  CompactFunction combine(Value value, const View &factor) {
    return CompactFunction(function, cast<RankedTensorType>(value.getType()), {getView(value), factor});
  }

  ScalarFunction function;
  FixedValues &fixed;
};
} // namespace

/// A factor over the coordinates of a source: dim d of the value lies along dim `dims[d]` of the source, or along none
/// (-1). Nothing where the factor depends on a dim that lies along none.
static std::optional<View> mapFactor(const View &factor, ArrayRef<int64_t> dims, unsigned sourceRank) {
  MLIRContext *context = factor.map.getContext();
  if (getNumber(factor.source))
    return View{factor.source, AffineMap::getMultiDimIdentityMap(sourceRank, context)};
  SmallVector<AffineExpr> replacements;
  for (auto [dim, along] : llvm::enumerate(dims)) {
    if (along < 0 && factor.map.isFunctionOfDim(dim))
      return std::nullopt;
    replacements.push_back(along < 0 ? getAffineConstantExpr(0, context) : getAffineDimExpr(along, context));
  }
  return View{factor.source, factor.map.replaceDimsAndSymbols(replacements, {}, sourceRank, /*numResultSyms=*/0)};
}

SmallVector<std::pair<OpOperand *, View>> Sink::getTakers(Operation *op, const View &factor) {
  SmallVector<std::pair<OpOperand *, View>> takers;
  auto add = [&](OpOperand &operand, ArrayRef<int64_t> dims) {
    unsigned rank = cast<RankedTensorType>(operand.get().getType()).getRank();
    if (std::optional<View> mapped = mapFactor(factor, dims, rank))
      takers.push_back({&operand, *mapped});
  };
  if (auto view = dyn_cast<IndexMapOp>(op); view && view.getNumPieces() == 1 && view.getSymbols().empty()) {
    SmallVector<int64_t> dims(view.getType().getRank(), -1);
    for (auto [position, expr] : llvm::enumerate(view.getMap(0).getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        dims[dim.getPosition()] = position;
    add(op->getOpOperand(0), dims);
  } else if (auto reduce = dyn_cast<ReduceOp>(op); reduce && reduce->getNumResults() == 1) {
    const MonoidLaws &laws = getLaws(reduce.getMonoid());
    // In one type throughout: a sum that is narrowed is rounded before the factor.
    Type elementType = cast<RankedTensorType>(reduce->getResult(0).getType()).getElementType();
    bool isOneType =
        elementType == reduce.getAccumulatorType() && elementType == reduce.getInput().getType().getElementType();
    if (laws.components != 1 || !distributesOver(function, laws.function) || !isOneType)
      return takers;
    isInSum = true;
    SmallVector<int64_t> dims;
    for (int64_t dim = 0, rank = reduce.getInput().getType().getRank(); dim < rank; ++dim)
      if (!llvm::is_contained(reduce.getDims(), dim))
        dims.push_back(dim);
    add(op->getOpOperand(0), dims);
  } else if (auto elementwise = dyn_cast<ElementwiseOp>(op)) {
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(elementwise.getType().getRank()));
    bool isProduct = elementwise.getFunction() == function;
    isInSum |= !isProduct;
    for (OpOperand &operand : op->getOpOperands())
      if (isProduct ? fixed.isFixed(operand.get()) : distributesOver(function, elementwise.getFunction()))
        add(operand, dims);
  }
  return takers;
}

bool Sink::canTake(Value value, const View &factor) {
  if (fixed.isFixed(value))
    return fixed.isWorthStoring(combine(value, factor));
  Operation *op = value.getDefiningOp();
  if (!op || !value.hasOneUse())
    return false;
  SmallVector<std::pair<OpOperand *, View>> takers = getTakers(op, factor);
  return !takers.empty() &&
         llvm::all_of(takers, [&](const auto &taker) { return canTake(taker.first->get(), taker.second); });
}

Value Sink::take(OpBuilder &builder, Value value, const View &factor) {
  if (fixed.isFixed(value))
    return combine(value, factor).build(builder, value.getLoc());
  Operation *op = value.getDefiningOp();
  SmallVector<std::pair<unsigned, Value>> taken;
  for (auto &[operand, mapped] : getTakers(op, factor))
    taken.push_back({operand->getOperandNumber(), take(builder, operand->get(), mapped)});
  Operation *copy = builder.clone(*op);
  for (auto [number, operand] : taken)
    copy->setOperand(number, operand);
  return copy->getResult(0);
}

namespace {
struct SinkScalesPass : public emmy::tensor::impl::SinkScalesPassBase<SinkScalesPass> {
  void runOnOperation() override {
    licences = LicenceSet::of(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      while (sinkOne(function))
        ++numSunk;
    numKept += kept.size();
    kept.clear();
  }

private:
  /// Sinks the factor of one function; from the last to the first, since it goes to what is in front of it.
  bool sinkOne(func::FuncOp function) {
    SmallVector<ElementwiseOp> ops;
    function.walk([&](ElementwiseOp op) {
      if (isReassociable(op.getFunction()))
        ops.push_back(op);
    });
    FixedValues fixed(function);
    return llvm::any_of(llvm::reverse(ops), [&](ElementwiseOp op) { return sink(op, fixed); });
  }

  bool sink(ElementwiseOp op, FixedValues &fixed) {
    Value lhs = op.getInputs()[0], rhs = op.getInputs()[1];
    if (fixed.isFixed(lhs) == fixed.isFixed(rhs) || kept.contains(op))
      return false;
    auto [value, factor] = fixed.isFixed(rhs) ? std::pair(lhs, rhs) : std::pair(rhs, lhs);
    Sink sink(op.getFunction(), fixed);
    if (!sink.canTake(value, getView(factor)) || !sink.isInSum)
      return false;
    if (!isExactlyReassociable(op.getFunction(), op.getType().getElementType()) &&
        !permits(licences, {Licence::reassociate, op.getLoc(), describe(op),
                            "what is summed is multiplied, and rounded, before the sum"})) {
      kept.insert(op);
      return false;
    }
    OpBuilder builder(op);
    op.getResult().replaceAllUsesWith(sink.take(builder, value, getView(factor)));
    eraseUnused(op);
    return true;
  }

  LicenceSet licences;
  /// What no licence permits.
  llvm::DenseSet<Operation *> kept;
};
} // namespace
