// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the loop level to the tile level: the two share their operations' form, so each operation is renamed.
//
// Input: emmy_loop kernels. Output: unscheduled emmy_tile kernels. No emmy_loop operation is left. Nothing fails.

#include "Emmy/Conversion/LoopToTile/Passes.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"
#include "Emmy/Dialect/Tile/IR/Tile.h"

namespace emmy {
#define GEN_PASS_DEF_CONVERTLOOPTOTILEPASS
#include "Emmy/Conversion/LoopToTile/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

/// emmy_loop.x becomes emmy_tile.x with its operands, attributes and regions; emmy_loop.local becomes emmy_tile.alloc.
static void convert(Operation *op) {
  std::string name = isa<loop::LocalOp>(op) ? tile::AllocOp::getOperationName().str()
                                            : ("emmy_tile." + op->getName().stripDialect()).str();
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.addAttributes(op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *converted = builder.create(state);
  op->replaceAllUsesWith(converted->getResults());
  op->erase();
}

namespace {
struct ConvertLoopToTilePass : public emmy::impl::ConvertLoopToTilePassBase<ConvertLoopToTilePass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_present<loop::LoopDialect>(op->getDialect()))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      convert(op);
  }
};
} // namespace
