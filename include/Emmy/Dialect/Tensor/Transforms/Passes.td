// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of the tensor level.

#ifndef EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
#define EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ComposeIndexMapsPass : Pass<"emmy-tensor-compose-index-maps", "::mlir::ModuleOp"> {
  let summary = "reads index maps of index maps at once, and simplifies index arithmetic";
  let description = [{
    A piece whose source is an index map reads that map's sources instead, one piece for each of its pieces, where the simplifier
    brings the composed arithmetic to no more divisions than the costlier of the two maps has; other pieces stay as they are. Maps
    and guards are simplified under the ranges of the result's coordinates, the guard that leads to a piece, and what the module's
    `emmy.symbol`s declare; pieces that are never or always reached are cut; an identity becomes its source.
    Numeric effect: none; the same elements are read.

    ```mlir
    %r = emmy_tensor.index_map [%x[(d0) -> (d0 floordiv 8, d0 mod 8)]] : (tensor<4x8xf32>) -> tensor<32xf32>
    %s = emmy_tensor.index_map [%r[(d0, d1) -> (d0 * 8 + d1)]] : (tensor<32xf32>) -> tensor<4x8xf32>
    // %s becomes %x
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numComposed", "num-composed", "pieces that read their producer's sources">,
    Statistic<"numRefused", "num-refused", "pieces whose composition would cost more divisions">];
}

#endif // EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
