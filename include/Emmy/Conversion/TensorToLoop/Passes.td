// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion from the tensor level to the loop level.

#ifndef EMMY_CONVERSION_TENSORTOLOOP_PASSES_TD
#define EMMY_CONVERSION_TENSORTOLOOP_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTensorToLoopPass : Pass<"emmy-convert-tensor-to-loop", "::mlir::ModuleOp"> {
  let summary = "makes one kernel of loops for each tensor value that is not virtual";
  let description = [{
    Every op whose values are stored becomes one `emmy_loop.kernel`; virtual values (index maps, sources of data, elementwise ops with
    more positions than their inputs) are computed where they are read, at coordinates that compose with the load's map. A piece
    of an index map is read under its guard, and nothing is read where the guard does not hold. Program outputs, and operands of
    data-dependent coordinates, are stored whatever they are.

    This is the unfused form: `emmy-loop-fuse` merges kernels. Numeric effect: none, but that float reductions combine in an
    unspecified order. A conversion that an operator implied keeps its mark (`emmy.implied` on the arithmetic), with
    a number that is that of the same value wherever it is computed; products that several ops read are marked `emmy.shared`.

    ```mlir
    %l = emmy_tensor.index_map [%x[(d0) -> (d0 * 2)]] : (tensor<8xf32>) -> tensor<4xf32>
    %e = emmy_tensor.elementwise exp(%l) : tensor<4xf32>
    // becomes
    %e = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<4xf32> {
    ^bb0(%in: memref<8xf32>, %out: memref<4xf32>):
      emmy_loop.for parallel (%i) in (4) {
        %v = emmy_loop.load %in[%i * 2] : memref<8xf32>
        %w = emmy.apply exp(%v) : (f32) -> f32
        emmy_loop.store %w, %out[%i] : memref<4xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::emmy::loop::LoopDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [Statistic<"numKernels", "kernels", "Number of kernels made">];
}

#endif // EMMY_CONVERSION_TENSORTOLOOP_PASSES_TD
