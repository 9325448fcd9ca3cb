// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-convert-loop-to-scf. In: an entry of emmy_loop kernels over tensors. Out: a host program in buffer form and one
// function of scf loops per kernel. Fails where the host program has other operations on tensors.

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Conversion/LoopToScf/NestToScf.h"
#include "Emmy/Conversion/LoopToScf/Passes.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace emmy {
#define GEN_PASS_DEF_CONVERTLOOPTOSCFPASS
#include "Emmy/Conversion/LoopToScf/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

/// What a kernel consists of after the conversion.
static constexpr llvm::StringLiteral lowerDialects[] = {"arith", "emmy", "func", "math", "memref", "scf", "vector"};

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
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    SmallVector<func::FuncOp> kernels;
    auto lowerKernel = [&](OpBuilder &builder, KernelOpInterface kernel, ValueRange arguments) -> LogicalResult {
      if (!isa<loop::KernelOp>(kernel.getOperation()))
        return kernel.emitOpError("expected emmy_loop.kernel, but got a kernel of another level");
      kernels.push_back(outlineKernel(builder, kernel, arguments, symbols));
      return success();
    };
    if (failed(convertHostProgram(module, lowerKernel)))
      return signalPassFailure();

    RewritePatternSet patterns(&getContext());
    populateNestToScfPatterns(patterns, {referenceAccumulate});
    patterns.add<LowerLocal>(&getContext());
    FrozenRewritePatternSet frozen(std::move(patterns));
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    for (func::FuncOp kernel : kernels) {
      if (failed(applyPatternsGreedily(kernel, frozen, config))) {
        kernel.emitError("expected the kernel's loops to be lowered, but the rewriting did not end");
        return signalPassFailure();
      }
      WalkResult result = kernel.walk([](Operation *op) {
        if (llvm::is_contained(lowerDialects, op->getName().getDialectNamespace()))
          return WalkResult::advance();
        op->emitOpError("expected scalar code, loops and accesses in a kernel of the loop level, but got it");
        return WalkResult::interrupt();
      });
      if (result.wasInterrupted())
        return signalPassFailure();
    }
  }
};
} // namespace
