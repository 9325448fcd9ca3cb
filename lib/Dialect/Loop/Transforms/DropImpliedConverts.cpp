// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-loop-drop-implied-converts. In: kernels after fusion. Out: the same with fewer roundings. Legal under fused
// numerics: a rounding that an operator implied, of a value that never leaves the kernel, may be left out, in all
// places that compute it or in none. Never fails.

#include "Emmy/Dialect/Loop/IR/Loop.h"
#include "Emmy/Dialect/Loop/Transforms/Passes.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace emmy {
#define GEN_PASS_DEF_LOOPDROPIMPLIEDCONVERTSPASS
#include "Emmy/Dialect/Loop/Transforms/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

/// A value that is widened only.
static bool isWidenedOnly(arith::TruncFOp narrowing) {
  return llvm::all_of(narrowing->getUsers(), [&](Operation *user) {
    auto widening = dyn_cast<arith::ExtFOp>(user);
    return widening && widening.getType() == narrowing.getIn().getType();
  });
}

namespace {
struct LoopDropImpliedConvertsPass : emmy::impl::LoopDropImpliedConvertsPassBase<LoopDropImpliedConvertsPass> {
  void runOnOperation() override {
    auto numerics = getOperation()->getAttrOfType<NumericsAttr>("emmy.numerics");
    bool isEager = numerics && numerics.getValue() == Numerics::eager;
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      for (ArrayRef<arith::TruncFOp> places : collect(function)) {
        bool drops = !isEager && llvm::all_of(places, isWidenedOnly);
        for (arith::TruncFOp narrowing : places)
          drops ? drop(narrowing) : keep(narrowing);
      }
  }

  /// The places that round one value, for each value.
  static SmallVector<SmallVector<arith::TruncFOp>> collect(FunctionOpInterface function) {
    SmallVector<SmallVector<arith::TruncFOp>> values;
    DenseMap<Attribute, size_t> numbers;
    function.walk([&](arith::TruncFOp narrowing) {
      Attribute mark = narrowing->getAttr("emmy.implied");
      if (!mark || !narrowing->getParentOfType<loop::KernelOp>())
        return;
      size_t place = isa<UnitAttr>(mark) ? values.size() : numbers.try_emplace(mark, values.size()).first->second;
      if (place == values.size())
        values.emplace_back();
      values[place].push_back(narrowing);
    });
    return values;
  }

  void drop(arith::TruncFOp narrowing) {
    recordEffect(narrowing.getLoc(), NumericEffect::unrounded);
    for (Operation *user : llvm::make_early_inc_range(narrowing->getUsers())) {
      user->replaceAllUsesWith(ValueRange(narrowing.getIn()));
      user->erase();
    }
    narrowing->erase();
    ++numDropped;
  }

  /// Equal code is equal, whichever value it was of.
  static void keep(arith::TruncFOp narrowing) {
    narrowing->setAttr("emmy.implied", UnitAttr::get(narrowing.getContext()));
  }
};
} // namespace
