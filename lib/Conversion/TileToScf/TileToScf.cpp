// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-convert-tile-to-scf. In: an entry of emmy_tile kernels over tensors. Out: a host program in buffer form and one
// function of scf loops per kernel, in which every bound loop runs in order; floats that threads sum in a tree are
// summed in f64. Fails where the host program has other operations on tensors.

#include "Emmy/Conversion/LoopToScf/NestToScf.h"
#include "Emmy/Conversion/TileToScf/Passes.h"
#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace emmy {
#define GEN_PASS_DEF_CONVERTTILETOSCFPASS
#include "Emmy/Conversion/TileToScf/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

namespace {
/// alloc -> a buffer of the function.
struct LowerAlloc : public OpRewritePattern<tile::AllocOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tile::AllocOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createFunctionBuffer(rewriter, op, cast<MemRefType>(op.getBuffer().getType())));
    return success();
  }
};

/// stage -> a buffer of the function and a loop nest that fills it.
struct LowerStage : public OpRewritePattern<tile::StageOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tile::StageOp op, PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value buffer = createFunctionBuffer(rewriter, op, cast<MemRefType>(op.getBuffer().getType()));
    size_t axes = op.getExtents().size();
    SmallVector<Value> lower(axes, arith::ConstantIndexOp::create(rewriter, loc, 0));
    SmallVector<Value> steps(axes, arith::ConstantIndexOp::create(rewriter, loc, 1));
    SmallVector<Value> upper;
    for (int64_t extent : op.getExtents())
      upper.push_back(arith::ConstantIndexOp::create(rewriter, loc, extent));
    Block *body = op.getBody();
    scf::buildLoopNest(rewriter, loc, lower, upper, steps, [&](OpBuilder &, Location, ValueRange ivs) {
      Operation *yield = body->getTerminator();
      Value element = yield->getOperand(0);
      if (auto argument = dyn_cast<BlockArgument>(element); argument && argument.getOwner() == body)
        element = ivs[argument.getArgNumber()];
      rewriter.eraseOp(yield);
      rewriter.inlineBlockBefore(body, rewriter.getInsertionBlock(), rewriter.getInsertionPoint(), ivs);
      SmallVector<Value> indices = expandIndexMap(rewriter, loc, op.getLayoutMap(), ivs);
      memref::StoreOp::create(rewriter, loc, element, buffer, indices);
    });
    rewriter.replaceOp(op, buffer);
    return success();
  }
};

struct ConvertTileToScfPass : public emmy::impl::ConvertTileToScfPassBase<ConvertTileToScfPass> {
  void runOnOperation() override {
    auto kernels =
        outlineKernels(getOperation(), tile::KernelOp::getOperationName(), "; run --emmy-convert-loop-to-tile");
    if (failed(kernels))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateNestToScfPatterns(patterns, {WideSums::acrossThreads});
    patterns.add<LowerAlloc, LowerStage>(&getContext());
    FrozenRewritePatternSet frozen(std::move(patterns));
    for (func::FuncOp kernel : *kernels) {
      // All buffers are in the memory of the CPU.
      kernel.walk([](Operation *op) {
        for (Value result : op->getResults())
          if (auto type = dyn_cast<MemRefType>(result.getType()); type && isa<tile::AllocOp, tile::StageOp>(op))
            result.setType(MemRefType::get(type.getShape(), type.getElementType()));
      });
      lowerNests(kernel, frozen);
    }
  }
};
} // namespace
