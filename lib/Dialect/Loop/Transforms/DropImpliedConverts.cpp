// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-loop-drop-implied-converts. In: kernels after fusion. Out: the same with fewer roundings. Legal under fused
// numerics: a rounding that an operator implied, of a value that never leaves the kernel, may be left out. Never fails.

#include "Emmy/Dialect/Loop/IR/Loop.h"
#include "Emmy/Dialect/Loop/Transforms/Passes.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

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
    if (numerics && numerics.getValue() == Numerics::eager)
      return;
    SmallVector<arith::TruncFOp> narrowings;
    getOperation()->walk([&](arith::TruncFOp narrowing) {
      if (narrowing->hasAttr("emmy.implied") && narrowing->getParentOfType<loop::KernelOp>() &&
          isWidenedOnly(narrowing))
        narrowings.push_back(narrowing);
    });
    for (arith::TruncFOp narrowing : narrowings) {
      recordEffect(narrowing.getLoc(), NumericEffect::unrounded);
      for (Operation *user : llvm::make_early_inc_range(narrowing->getUsers())) {
        user->replaceAllUsesWith(ValueRange(narrowing.getIn()));
        user->erase();
      }
      narrowing->erase();
      ++numDropped;
    }
  }
};
} // namespace
