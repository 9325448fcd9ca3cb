// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the loop level to the tile level.

#ifndef EMMY_CONVERSION_LOOPTOTILE_PASSES_TD
#define EMMY_CONVERSION_LOOPTOTILE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLoopToTilePass : Pass<"emmy-convert-loop-to-tile"> {
  let summary = "makes unscheduled tile kernels of loop kernels";
  let description = [{
    Every `emmy_loop` operation becomes the `emmy_tile` operation of the same form; a local buffer becomes an `emmy_tile.alloc`
    whose place is not decided yet. No operation of the loop level is left. Numeric effect: none.

    ```mlir
    %m = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> { ... }
    // becomes
    %m = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> { ... }
    ```
  }];
  let dependentDialects = ["::emmy::tile::TileDialect"];
}

#endif // EMMY_CONVERSION_LOOPTOTILE_PASSES_TD
