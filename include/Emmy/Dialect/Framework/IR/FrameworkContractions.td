// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices, and attention.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKCONTRACTIONS_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKCONTRACTIONS_TD

include "Emmy/Dialect/Framework/IR/FrameworkBase.td"

def EmmyFramework_MatmulOp : EmmyFramework_BinaryOp<"matmul"> {
  let summary = "product of matrices with broadcast batch dims; vectors are rows on the left and columns on the right (also mm, mv, dot)";
  let description = [{
    Constraints:
    * C1: operands of rank 1 at least, of one element type.
    * C2: the contracted extents are equal.
    * C3: the batch dims broadcast.

    ```mlir
    %c = emmy_framework.matmul %a, %b : tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x4xf32>
    ```
  }];
}
def EmmyFramework_BmmOp : EmmyFramework_BinaryOp<"bmm"> {
  let summary = "products of two batches of matrices";
  let description = [{
    Constraints:
    * C1: operands of rank 3, of one element type.
    * C2: the contracted extents are equal.
    * C3: the batch extents are equal.
  }];
}
def EmmyFramework_LinearOp : EmmyFramework_Op<"linear", (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$weight), 2,
    [Operand<"bias">]> {
  let summary = "x W^T + b, with W of shape [out, in] or [in]";
  let description = [{
    Constraints:
    * C1: one element type; the weight has rank 1 or 2 and the bias rank 1 or 0.
    * C2: the last extents of input and weight are equal.
    * C3: the bias has the extent `out`.

    ```mlir
    %y = emmy_framework.linear %x, %w bias(%b) : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32> -> tensor<2x4xf32>
    ```
  }];
}
def EmmyFramework_AddmmOp : EmmyFramework_Op<"addmm",
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$mat1, EmmyFramework_Tensor:$mat2), 3,
    [OptScalar<"beta">, OptScalar<"alpha">]> {
  let summary = "beta input + alpha (mat1 mat2), beta 1 and alpha 1; with beta 0 the input is not read";
  let description = [{
    Constraints:
    * C1: matrices of rank 2, all of one element type.
    * C2: the contracted extents are equal.
    * C3: the input broadcasts to the product.

    ```mlir
    %y = emmy_framework.addmm %b, %x, %w : tensor<4xf32>, tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x4xf32>
    ```
  }];
}
def EmmyFramework_BaddbmmOp : EmmyFramework_Op<"baddbmm",
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$batch1, EmmyFramework_Tensor:$batch2), 3,
    [OptScalar<"beta">, OptScalar<"alpha">]> {
  let summary = "beta input + alpha (batch1 batch2) of batches of matrices";
  let description = [{
    Constraints:
    * C1: operands of rank 3, all of one element type.
    * C2: the contracted extents are equal.
    * C3: the batch extents are equal, and the input broadcasts to the product.
  }];
}

def EmmyFramework_ScaledDotProductAttentionOp : EmmyFramework_Op<"scaled_dot_product_attention",
    (ins EmmyFramework_Tensor:$query, EmmyFramework_Tensor:$key, EmmyFramework_Tensor:$value), 3,
    [Operand<"attn_mask">, Flag<"is_causal">, OptFloat<"scale">, Flag<"enable_gqa">]> {
  let summary = "softmax(q k^T scale + mask) v";
  let description = [{
    query [..., L, E], key [..., S, E], value [..., S, Ev]; the scale is 1/sqrt(E) by default. A bool mask says which keys take part; a
    float mask is added; is_causal lets query i see keys 0 … i. With enable_gqa each head of key and value (dim -3) serves
    consecutive heads of the query. A row whose keys are all masked by -inf gives zeros.

    Constraints:
    * C1: float operands of rank 2 at least and of one element type.
    * C2: the extents E, S and the batch extents agree (broadcast); with enable_gqa the heads divide.
    * C3: the mask broadcasts to [..., L, S] and is bool or float.
    * C4: not both a mask and is_causal.

    ```mlir
    %o = emmy_framework.scaled_dot_product_attention %q, %k, %v is_causal : tensor<1x2x8x16xf32>
    ```
  }];
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKCONTRACTIONS_TD
