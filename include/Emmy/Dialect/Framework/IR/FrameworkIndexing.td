// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators whose coordinates are data: look-ups and updates, and the losses that pick a class.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKINDEXING_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKINDEXING_TD

include "Emmy/Dialect/Framework/IR/FrameworkBase.td"

def EmmyFramework_EmbeddingOp : EmmyFramework_Op<"embedding", (ins EmmyFramework_Tensor:$weight, EmmyFramework_Tensor:$indices), 2, []> {
  let summary = "rows of a table";
  let description = [{
    Constraints:
    * C1: the weight has rank 2.
    * C2: the indices are i32 or i64.

    ```mlir
    %y = emmy_framework.embedding %w, %i : tensor<1000x64xf32>, tensor<2x8xi64> -> tensor<2x8x64xf32>
    ```
  }];
}
def EmmyFramework_IndexSelectOp : EmmyFramework_Op<"index_select", (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$index), 2,
    [Int<"dim">]> {
  let summary = "the indices of a dim that a rank-1 (or rank-0) tensor lists";
  let description = [{
    C1: the index has rank 0 or 1 and elements i32 or i64.
  }];
}
def EmmyFramework_GatherOp : EmmyFramework_Op<"gather", (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$index), 2,
    [Int<"dim">]> {
  let summary = "result[i…] = input[i…] with the index tensor's element in place of the coordinate of a dim";
  let description = [{
    Constraints:
    * C1: the index has the input's rank and i64 elements.
    * C2: where both are constant, the index is not longer than the input in the other dims.
  }];
}

def EmmyFramework_IndexOp : EmmyFramework_Op<"index", (ins EmmyFramework_Tensor:$input, Variadic<EmmyFramework_Tensor>:$indices), -1,
    [Ints<"dims">]> {
  let summary = "x[i, j, …]: index tensors, broadcast together, in place of the coordinates of dims";
  let description = [{
    The dims of the indices stand where the first indexed dim stood when the indexed dims are neighbours, in front otherwise. Negative
    indices count from the end.

    Constraints:
    * C1: one index tensor (i32 or i64) per dim, at least one, and dims increase.
    * C2: the indices broadcast.

    ```mlir
    %y = emmy_framework.index %x, %i dims(1) : tensor<4x9x8xf32>, tensor<3xi64> -> tensor<4x3x8xf32>
    ```
  }];
}

def EmmyFramework_IndexPutOp : EmmyFramework_Op<"index_put",
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$values, Variadic<EmmyFramework_Tensor>:$indices), -1,
    [Ints<"dims">, Flag<"accumulate">]> {
  let summary = "x with the elements that `index` would read replaced by values, or with accumulate summed with them";
  let description = [{
    Of several values for one element the last in row-major order wins.

    Constraints:
    * C1: one index tensor (i32 or i64) per dim, at least one, and dims increase.
    * C2: the indices broadcast, and the values broadcast to what `index` would give.
    * C3: the values have the input's element type.

    ```mlir
    %y = emmy_framework.index_put %x, %v, %i dims(0) : tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xi64> -> tensor<4x8xf32>
    ```
  }];
}

class ScatterLike<string mnemonic> : EmmyFramework_Op<mnemonic,
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$index, EmmyFramework_Tensor:$src), 3, [Int<"dim">]>;
def EmmyFramework_ScatterOp : ScatterLike<"scatter"> {
  let summary = "x with the elements that `gather` would read replaced by those of src at the index's coordinates";
  let description = [{
    Constraints:
    * C1: the index (i32 or i64) has the input's rank; src has the index's extents and the input's element type.
  }];
}
def EmmyFramework_ScatterAddOp : ScatterLike<"scatter_add"> {
  let summary = "x with the elements of src added to those that `gather` would read";
  let description = [{
    Constraints:
    * C1: the index (i32 or i64) has the input's rank; src has the index's extents and the input's element type.
  }];
}

def EmmyFramework_ScatterReduceOp : EmmyFramework_Op<"scatter_reduce",
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$index, EmmyFramework_Tensor:$src), 3,
    [Int<"dim">, OptEnum<"reduce", EmmyFramework_ScatterReductionAttr>]> {
  let summary = "x with the elements that `gather` would read combined with those of src: their sum, prod, amax or amin";
  let description = [{
    Constraints:
    * C1: the index (i32 or i64) has the input's rank; src has the index's extents and the input's element type.

    ```mlir
    %y = emmy_framework.scatter_reduce %x, %i, %s dim(0) reduce(amax) : tensor<4xf32>, tensor<3xi64>, tensor<3xf32> -> tensor<4xf32>
    ```
  }];
}

def EmmyFramework_NllLossOp : EmmyFramework_Op<"nll_loss",
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$target), 2,
    [Operand<"weight">, OptEnum<"reduction", EmmyFramework_LossReductionAttr>, OptInt<"ignore_index">]> {
  let summary = "-weight[target] input[target] of classes (dim 1, or the only dim), and its mean (weighted), sum or none";
  let description = [{
    Targets equal to ignore_index (-100) count for nothing.

    Constraints:
    * C1: a float input [n, classes, …] or [classes], a target (i32 or i64) with the other extents.
    * C2: one weight per class.

    ```mlir
    %l = emmy_framework.nll_loss %x, %t : tensor<8x10xf32>, tensor<8xi64> -> tensor<f32>
    ```
  }];
}
def EmmyFramework_CrossEntropyLossOp : EmmyFramework_Op<"cross_entropy_loss",
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$target), 2,
    [Operand<"weight">, OptEnum<"reduction", EmmyFramework_LossReductionAttr>, OptInt<"ignore_index">]> {
  let summary = "nll_loss of log_softmax along the classes";
  let description = [{
    Constraints:
    * C1: a float input [n, classes, …] or [classes], a target (i32 or i64) with the other extents.
    * C2: one weight per class.
  }];
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKINDEXING_TD
