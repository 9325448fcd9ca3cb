// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-convert-loop-to-scf. In: an entry of emmy_loop kernels over tensors. Out: a host program in buffer form and one
// function of scf loops per kernel. Fails where the host program has other operations on tensors.

#include "Emmy/Conversion/LoopToScf/NestToScf.h"
#include "Emmy/Conversion/LoopToScf/Passes.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace emmy {
#define GEN_PASS_DEF_CONVERTLOOPTOSCFPASS
#include "Emmy/Conversion/LoopToScf/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

namespace {
/// local -> a buffer of the function.
struct LowerLocal : public OpRewritePattern<loop::LocalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(loop::LocalOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createFunctionBuffer(rewriter, op, op.getBuffer().getType()));
    return success();
  }
};

struct ConvertLoopToScfPass : public emmy::impl::ConvertLoopToScfPassBase<ConvertLoopToScfPass> {
  using ConvertLoopToScfPassBase::ConvertLoopToScfPassBase;

  void runOnOperation() override {
    auto kernels = outlineKernels(getOperation(), loop::KernelOp::getOperationName(), "");
    if (failed(kernels))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateNestToScfPatterns(patterns, {referenceAccumulate ? WideSums::always : WideSums::never});
    patterns.add<LowerLocal>(&getContext());
    FrozenRewritePatternSet frozen(std::move(patterns));
    for (func::FuncOp kernel : *kernels)
      lowerNests(kernel, frozen);
  }
};
} // namespace
