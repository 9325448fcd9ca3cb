// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-tensor-fold-scales. In: functions of the tensor level. Out: the same with factors that are the same in every
// call multiplied by each other instead of by the program's values: (x * g) w = x * (g w), through index maps, where
// the function is associative. It is exact on integers, and where the table says so; else a licence permits it. Never
// fails.

#include "FixedValues.h"
#include "Views.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Base/IR/Licences.h"
#include "Emmy/Dialect/Tensor/Transforms/Passes.h"

namespace emmy::tensor {
#define GEN_PASS_DEF_FOLDSCALESPASS
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace emmy::tensor

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

namespace {
/// f(x, g), where g is fixed and x is not.
struct Scale {
  ElementwiseOp op;
  Value scaled, factor;
};

/// f(s, w) for a scale s that is read through a map of the product's coordinates, and a fixed w.
struct ScaleUse {
  ElementwiseOp product;
  Value weight;
  AffineMap map;
};
} // namespace

/// The operation as a fixed and another operand; nothing where both are, or none is.
static std::optional<Scale> getScale(ElementwiseOp op, FixedValues &fixed) {
  if (!isReassociable(op.getFunction()))
    return std::nullopt;
  Value lhs = op.getInputs()[0], rhs = op.getInputs()[1];
  if (fixed.isFixed(lhs) == fixed.isFixed(rhs))
    return std::nullopt;
  return fixed.isFixed(rhs) ? Scale{op, lhs, rhs} : Scale{op, rhs, lhs};
}

/// Collects all that uses a scale, which is read through `map` where `value` is; false where something else does.
static bool collectUses(Scale scale, Value value, AffineMap map, FixedValues &fixed, SmallVectorImpl<ScaleUse> &uses) {
  for (Operation *user : value.getUsers()) {
    if (auto view = dyn_cast<IndexMapOp>(user); view && view.getNumPieces() == 1 && view.getSymbols().empty()) {
      if (!collectUses(scale, view.getResult(), map.compose(view.getMap(0)), fixed, uses))
        return false;
      continue;
    }
    auto product = dyn_cast<ElementwiseOp>(user);
    if (!product || product.getFunction() != scale.op.getFunction())
      return false;
    std::optional<Scale> parts = getScale(product, fixed);
    if (!parts || parts->scaled != value)
      return false;
    uses.push_back({product, parts->factor, map});
  }
  return true;
}

/// The factor of a scale times the weight of a use.
static CompactFunction combine(Scale scale, ScaleUse use) {
  View factor = getView(scale.factor);
  factor.map = factor.map.compose(use.map);
  return CompactFunction(scale.op.getFunction(), use.product.getType(), {factor, getView(use.weight)});
}

namespace {
struct FoldScalesPass : public emmy::tensor::impl::FoldScalesPassBase<FoldScalesPass> {
  void runOnOperation() override {
    licences = LicenceSet::of(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      ops.clear();
      erased.clear();
      function.walk([&](ElementwiseOp op) { ops.push_back(op); });
      FixedValues fixed(function);
      // Folding adds products that may be scales themselves.
      for (size_t i = 0; i < ops.size(); ++i)
        if (!erased.contains(ops[i]))
          if (std::optional<Scale> scale = getScale(ops[i], fixed))
            fold(*scale, fixed);
    }
  }

private:
  /// All or nothing: where the scaled value is needed for something else, nothing is won.
  void fold(Scale scale, FixedValues &fixed) {
    SmallVector<ScaleUse> uses;
    unsigned rank = scale.op.getType().getRank();
    if (!collectUses(scale, scale.op.getResult(), AffineMap::getMultiDimIdentityMap(rank, &getContext()), fixed,
                     uses) ||
        uses.empty() || !llvm::all_of(uses, [&](ScaleUse use) { return fixed.isWorthStoring(combine(scale, use)); }))
      return;
    if (!isExactlyReassociable(scale.op.getFunction(), scale.op.getType().getElementType()) &&
        !permits(licences, {Licence::reassociate, scale.op.getLoc(), describe(scale.op),
                            "operands that are the same in every call combine, and are rounded, first"})) {
      ++numKept;
      return;
    }
    for (ScaleUse use : uses) {
      OpBuilder builder(use.product);
      Location loc = use.product.getLoc();
      Value scaled = buildView(builder, loc, use.product.getType(), {scale.scaled, use.map});
      Value weight = combine(scale, use).build(builder, scale.op.getLoc());
      auto product = ElementwiseOp::create(builder, loc, scale.op.getFunction(), ValueRange{scaled, weight});
      use.product.getResult().replaceAllUsesWith(product);
      eraseUnused(use.product, [&](Operation *op) {
        erased.insert(op);
        fixed.forget(op);
      });
      // It may stand where an erased one stood.
      erased.erase(product);
      ops.push_back(product);
    }
    ++numFolded;
  }

  LicenceSet licences;
  SmallVector<ElementwiseOp> ops;
  llvm::DenseSet<Operation *> erased;
};
} // namespace
