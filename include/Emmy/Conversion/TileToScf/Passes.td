// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Serial elision: scheduled kernels as sequential code.

#ifndef EMMY_CONVERSION_TILETOSCF_PASSES_TD
#define EMMY_CONVERSION_TILETOSCF_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileToScfPass : Pass<"emmy-convert-tile-to-scf", "::mlir::ModuleOp"> {
  let summary = "writes kernels of the tile level as functions of sequential loops over buffers";
  let description = [{
    Serial elision, by which a schedule is executed and checked on a CPU: the entry becomes a host program in buffer form that calls one
    private function per kernel, whose loops run in row-major order whatever their binding, blocks and threads too. A staged
    buffer becomes a buffer of the function that a loop nest fills. Scheduled and unscheduled kernels are lowered alike.

    Functions that loops repeat (`emmy.while`) become parts of the entries. All private functions of tensors are erased, those
    that no loop repeats included: nothing in buffer form calls them.

    Numeric effect: values are computed in the written types and in the written order, but for sums and products of 16- and 32-bit
    floats over threads: a GPU combines them in a tree, and here they are accumulated in f64 and rounded once.

    ```mlir
    %row = emmy_tile.stage (%t) in (256) bind [thread] stride [1] { ... emmy_tile.yield %e : f32 }
        : memref<256xf32, #emmy_tile.registers<[0]>>
    // becomes
    %row = memref.alloca() : memref<256xf32>
    scf.for %t = %c0 to %c256 step %c1 { ... memref.store %e, %row[%t] : memref<256xf32> }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::emmy::EmmyDialect"];
}

#endif // EMMY_CONVERSION_TILETOSCF_PASSES_TD
