// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of the tile level.

#ifndef EMMY_DIALECT_TILE_TRANSFORMS_PASSES_H
#define EMMY_DIALECT_TILE_TRANSFORMS_PASSES_H

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "mlir/Pass/Pass.h"

namespace emmy::tile {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Dialect/Tile/Transforms/Passes.h.inc"

} // namespace emmy::tile

#endif // EMMY_DIALECT_TILE_TRANSFORMS_PASSES_H
