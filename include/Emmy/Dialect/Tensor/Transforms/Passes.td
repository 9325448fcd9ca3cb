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

def ExpandSortPass : Pass<"emmy-tensor-expand-sort", "::mlir::ModuleOp"> {
  let summary = "writes sorts as counts and gathers, which every level below has";
  let description = [{
    The place of an element is the number of elements that come before it: those that are less, and the equal ones in front of it. From
    the places follows which element each place holds, and the operands are gathered from there. Every step is a reduction over the
    line or a gather, so all elements work at once; n elements of a line take n^2 comparisons. Numeric effect: none.

    ```mlir
    %s, %i = emmy_tensor.sort(%x, %p) dim = 0 : tensor<9xf32>, tensor<9xi64>
    // becomes, with the comparisons `comes` and the equations `holds` over 9x9 positions that nobody stores:
    %places = emmy_tensor.reduce sum(%comes) dims = [1] : tensor<9x9xi64> -> tensor<9xi64>
    %from = emmy_tensor.reduce sum(%holds) dims = [1] : tensor<9x9xi64> -> tensor<9xi64>
    %s = emmy_tensor.gather %x[%from] dims = [0] : (tensor<9xf32>, tensor<9xi64>) -> tensor<9xf32>
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect"];
  let statistics = [Statistic<"numExpanded", "num-expanded", "sorts that became counts">];
}

#endif // EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
