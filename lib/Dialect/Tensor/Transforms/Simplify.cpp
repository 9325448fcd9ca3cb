// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-tensor-simplify. In: functions of the tensor level. Out: the same with fewer or cheaper elementwise functions,
// by the laws of the table. What keeps every bit is done; what does not is done under the module's licences, and else
// told as a missed remark. Never fails.

#include "FixedValues.h"
#include "Views.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Base/IR/Licences.h"
#include "Emmy/Dialect/Tensor/Transforms/Passes.h"

namespace emmy::tensor {
#define GEN_PASS_DEF_SIMPLIFYPASS
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace emmy::tensor

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

namespace {
/// One way to rewrite one operation: what it becomes, and the licence that this takes, if any.
struct Rewrite {
  std::function<Value(OpBuilder &)> build;
  std::optional<Licence> licence;
  StringLiteral change = "";
};
} // namespace

/// f(x, e) = x for the identity e of f up to the sign of a zero: x + 0.0, which gives 0.0 for -0.0.
static std::optional<Rewrite> dropZero(ElementwiseOp op, FixedValues &) {
  const FunctionLaws &laws = getLaws(op.getFunction());
  if (laws.arity != 2 || laws.result != ResultKind::same_)
    return std::nullopt;
  for (unsigned operand : {1, 0}) {
    auto number = dyn_cast_or_null<FloatAttr>(getNumber(op.getInputs()[operand]));
    if (!number || (operand == 0 && !laws.commutative))
      continue;
    auto identity = dyn_cast_or_null<FloatAttr>(getIdentity(op.getFunction(), number.getType()));
    // Where it is the identity with its sign, too, `canonicalize` folds.
    if (!identity || !identity.getValue().isZero() || !number.getValue().isZero() || identity == number)
      continue;
    Value kept = op.getInputs()[1 - operand];
    return Rewrite{[=](OpBuilder &) { return kept; }, Licence::noSignedZeros, "it changes the sign of a zero"};
  }
  return std::nullopt;
}

/// f(f(x)) = x where f is an involution, and f(x) where it is idempotent, with views between the two.
static std::optional<Rewrite> foldThroughViews(ElementwiseOp op, FixedValues &) {
  const FunctionLaws &laws = getLaws(op.getFunction());
  if (laws.arity != 1 || !(laws.involution || laws.idempotent))
    return std::nullopt;
  View view = getView(op.getInputs()[0]);
  auto producer = view.source.getDefiningOp<ElementwiseOp>();
  if (!producer || producer.getFunction() != op.getFunction())
    return std::nullopt;
  Value twice = op.getInputs()[0], source = producer.getInputs()[0];
  bool isInvolution = laws.involution;
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  return Rewrite{[=](OpBuilder &builder) {
                   View inner = getView(source);
                   return isInvolution ? buildView(builder, loc, type, {inner.source, inner.map.compose(view.map)})
                                       : twice;
                 },
                 std::nullopt};
}

/// Whether the reciprocal is exact, as of powers of two: x / c and x * (1 / c) round the same number then.
static bool isExactReciprocal(FloatAttr number) {
  llvm::APFloat inverse(number.getValue().getSemantics());
  return number.getValue().getExactInverse(&inverse);
}

/// f(x, c) = g(x, f(e, c)) where f is the quotient of g and e the identity of g: x / c = x * (1 / c), for a c that is
/// the same in every call, and is computed over fewer positions than x has.
static std::optional<Rewrite> multiplyByReciprocal(ElementwiseOp op, FixedValues &fixed) {
  std::optional<ScalarFunction> product = getQuotientOf(op.getFunction());
  if (!product)
    return std::nullopt;
  Value dividend = op.getInputs()[0], divisor = op.getInputs()[1];
  TypedAttr identity = getIdentity(*product, op.getType().getElementType());
  View view = getView(divisor);
  bool isSmaller = (view.source.getType() != op.getType() || getNumber(divisor)) &&
                   CompactFunction(op.getFunction(), op.getType(), {view}).getBytes();
  if (!identity || !fixed.isFixed(divisor) || fixed.isFixed(dividend) || !isSmaller)
    return std::nullopt;
  auto build = [=](OpBuilder &builder) mutable -> Value {
    Value one = ConstantOp::create(builder, op.getLoc(), op.getType(), identity);
    CompactFunction quotient(op.getFunction(), op.getType(), {getView(one), getView(divisor)});
    Value inverse = quotient.build(builder, op.getLoc());
    eraseUnused(one.getDefiningOp());
    return ElementwiseOp::create(builder, op.getLoc(), *product, ValueRange{dividend, inverse});
  };
  auto number = dyn_cast_or_null<FloatAttr>(getNumber(divisor));
  bool isExact = number && isExactReciprocal(number);
  return Rewrite{build, isExact ? std::nullopt : std::optional(Licence::reciprocal), "the reciprocal is rounded"};
}

using Rule = std::optional<Rewrite> (*)(ElementwiseOp, FixedValues &);
static constexpr Rule rules[] = {dropZero, foldThroughViews, multiplyByReciprocal};

namespace {
struct SimplifyPass : public emmy::tensor::impl::SimplifyPassBase<SimplifyPass> {
  void runOnOperation() override {
    LicenceSet licences = LicenceSet::of(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<ElementwiseOp> ops;
      function.walk([&](ElementwiseOp op) { ops.push_back(op); });
      // Erased operations are after all that is asked about, and none is asked about again.
      FixedValues fixed(function);
      SmallVector<Operation *> replaced;
      for (ElementwiseOp op : ops)
        for (Rule rule : rules)
          if (std::optional<Rewrite> rewrite = rule(op, fixed); rewrite && carryOut(op, *rewrite, licences)) {
            replaced.push_back(op);
            break;
          }
      for (Operation *op : llvm::reverse(replaced))
        op->erase();
    }
  }

  bool carryOut(ElementwiseOp op, const Rewrite &rewrite, LicenceSet licences) {
    if (rewrite.licence &&
        !permits(licences, {*rewrite.licence, op.getLoc(), describe(op), rewrite.change.str(), false})) {
      ++numKept;
      return false;
    }
    OpBuilder builder(op);
    op.getResult().replaceAllUsesWith(rewrite.build(builder));
    ++numRewritten;
    return true;
  }
};
} // namespace
