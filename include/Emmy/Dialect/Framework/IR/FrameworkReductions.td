// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, prefix combinations and normalisations.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKREDUCTIONS_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKREDUCTIONS_TD

include "Emmy/Dialect/Framework/IR/FrameworkBase.td"

/// A reduction over `dims` (all dims when absent or empty). Reduced dims disappear, or stay with extent 1 under `keepdim`.
class Reduction<string mnemonic, list<EmmyFramework_Clause> clauses = []>
    : EmmyFramework_UnaryOp<mnemonic, !listconcat([OptInts<"dims">, Flag<"keepdim">], clauses)>;

def EmmyFramework_SumOp : Reduction<"sum", [OptDtype<"dtype">]> {
  let summary = "sum over dims; of integers and bools in i64 unless dtype says otherwise";
  let description = [{
    ```mlir
    %y = emmy_framework.sum %x dims(1) keepdim : tensor<2x3xf32> -> tensor<2x1xf32>
    ```
  }];
}
def EmmyFramework_MeanOp : Reduction<"mean", [OptDtype<"dtype">]> {
  let summary = "mean over dims; the mean of nothing is NaN";
  let description = [{
    C1: a float operand, or a float dtype.
  }];
}
def EmmyFramework_ProdOp : Reduction<"prod", [OptDtype<"dtype">]> {
  let summary = "product over dims; of integers and bools in i64 unless dtype says otherwise";
}
def EmmyFramework_AmaxOp : Reduction<"amax"> {
  let summary = "largest element over dims; NaN if one is NaN";
  let description = [{
    C1: no reduced dim has the constant extent 0.
  }];
}
def EmmyFramework_AminOp : Reduction<"amin"> {
  let summary = "smallest element over dims; NaN if one is NaN";
  let description = [{
    C1: no reduced dim has the constant extent 0.
  }];
}
def EmmyFramework_AllOp : Reduction<"all"> {
  let summary = "whether no element over dims is zero, as i1 (ui8 of ui8)";
}
def EmmyFramework_AnyOp : Reduction<"any"> {
  let summary = "whether some element over dims is not zero, as i1 (ui8 of ui8)";
}
def EmmyFramework_VarOp : Reduction<"var", [OptFloat<"correction">]> {
  let summary = "mean of the squared distances from the mean, over n - correction (1) elements";
  let description = [{
    C1: a float operand.

    ```mlir
    %y = emmy_framework.var %x dims(1) correction(0.0) : tensor<2x3xf32> -> tensor<2xf32>
    ```
  }];
}
def EmmyFramework_StdOp : Reduction<"std", [OptFloat<"correction">]> {
  let summary = "square root of var";
  let description = [{
    C1: a float operand.
  }];
}
def EmmyFramework_LogsumexpOp : Reduction<"logsumexp"> {
  let summary = "log(sum(exp(x))), without overflow";
}

def EmmyFramework_VectorNormOp : Reduction<"vector_norm", [OptFloat<"ord">]> {
  let summary = "the ord-norm (2) over dims: sum(|x|^ord)^(1/ord); of inf the largest |x|, of 0 the number of elements that are not 0";
  let description = [{
    C1: a float operand.
  }];
}

class ArgReduction<string mnemonic> : EmmyFramework_UnaryOp<mnemonic, [OptInt<"dim">, Flag<"keepdim">]>;
def EmmyFramework_ArgmaxOp : ArgReduction<"argmax"> {
  let summary = "index (i64) of the first largest element; NaN is largest";
  let description = [{
    Without a dim the index is that of the flattened tensor.

    C1: the reduced dims do not have the constant extent 0.

    ```mlir
    %i = emmy_framework.argmax %x dim(1) : tensor<2x3xf32> -> tensor<2xi64>
    ```
  }];
}
def EmmyFramework_ArgminOp : ArgReduction<"argmin"> {
  let summary = "index (i64) of the first smallest element; NaN is smallest";
  let description = [{
    C1: the reduced dims do not have the constant extent 0.
  }];
}

def EmmyFramework_CumsumOp : EmmyFramework_UnaryOp<"cumsum", [Int<"dim">, OptDtype<"dtype">]> {
  let summary = "sum of the elements up to each, along a dim; of integers and bools in i64 unless dtype says otherwise";
  let description = [{
    ```mlir
    %y = emmy_framework.cumsum %x dim(1) : tensor<2x3xf32>
    ```
  }];
}
def EmmyFramework_CumprodOp : EmmyFramework_UnaryOp<"cumprod", [Int<"dim">, OptDtype<"dtype">]> {
  let summary = "product of the elements up to each, along a dim; of integers and bools in i64 unless dtype says otherwise";
}

def EmmyFramework_CummaxOp : EmmyFramework_UnaryOp<"cummax", [Int<"dim">]> {
  let summary = "largest of the elements up to each, along a dim; NaN from the first NaN on";
  let description = [{
    ```mlir
    %y = emmy_framework.cummax %x dim(1) : tensor<2x3xf32>
    ```
  }];
}
def EmmyFramework_CumminOp : EmmyFramework_UnaryOp<"cummin", [Int<"dim">]> {
  let summary = "smallest of the elements up to each, along a dim; NaN from the first NaN on";
}

def EmmyFramework_SortOp : EmmyFramework_MultiOp<"sort", [Int<"dim">, Flag<"descending">]> {
  let summary = "the elements along a dim in order, and where (i64) they stood; stable, NaN is largest";
  let description = [{
    ```mlir
    %y, %i = emmy_framework.sort %x dim(1) descending : tensor<2x3xf32> -> tensor<2x3xf32>, tensor<2x3xi64>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Normalisations
//===----------------------------------------------------------------------===//

class SoftmaxLike<string mnemonic> : EmmyFramework_UnaryOp<mnemonic, [Int<"dim">, OptDtype<"dtype">]>;
def EmmyFramework_SoftmaxOp : SoftmaxLike<"softmax"> {
  let summary = "exp(x - max) / sum(exp(x - max)) along a dim";
  let description = [{
    C1: a float operand, or a float dtype, to which the operand is converted first.

    ```mlir
    %y = emmy_framework.softmax %x dim(-1) : tensor<2x3xf32>
    ```
  }];
}
def EmmyFramework_LogSoftmaxOp : SoftmaxLike<"log_softmax"> {
  let summary = "(x - max) - log(sum(exp(x - max))) along a dim";
  let description = [{
    C1: a float operand, or a float dtype, to which the operand is converted first.
  }];
}

class Normalization<string mnemonic, list<EmmyFramework_Clause> clauses>
    : EmmyFramework_UnaryOp<mnemonic, clauses, [AttrSizedOperandSegments]>;

def EmmyFramework_LayerNormOp : Normalization<"layer_norm",
    [Operand<"weight">, Operand<"bias">, Sizes<"normalized_shape">, Float<"eps">]> {
  let summary = "(x - mean) rsqrt(variance + eps) weight + bias over the last dims";
  let description = [{
    Constraints:
    * C1: normalized_shape is the extents of the last dims of the input.
    * C2: weight and bias have the shape normalized_shape.
    * C3: a float operand.

    ```mlir
    %y = emmy_framework.layer_norm %x weight(%w) bias(%b) [64] eps(1.0e-05) : tensor<2x64xf32>, tensor<64xf32>, tensor<64xf32> -> tensor<2x64xf32>
    ```
  }];
}
def EmmyFramework_RmsNormOp : EmmyFramework_UnaryOp<"rms_norm", [Operand<"weight">, Sizes<"normalized_shape">, OptFloat<"eps">]> {
  let summary = "x rsqrt(mean(x^2) + eps) weight over the last dims; eps is the epsilon of the compute type by default";
  let description = [{
    Constraints:
    * C1: normalized_shape is the extents of the last dims of the input.
    * C2: weight has the shape normalized_shape.
    * C3: a float operand.

    ```mlir
    %y = emmy_framework.rms_norm %x weight(%w) [64] : tensor<2x64xf32>, tensor<64xf32> -> tensor<2x64xf32>
    ```
  }];
}
def EmmyFramework_GroupNormOp : Normalization<"group_norm", [Operand<"weight">, Operand<"bias">, Int<"num_groups">, Float<"eps">]> {
  let summary = "layer_norm of each group of channels (dim 1) with all dims after it, then weight and bias per channel";
  let description = [{
    Constraints:
    * C1: at least two dims, and the groups divide the channels.
    * C2: weight and bias have one element per channel.
    * C3: a float operand.
  }];
}
def EmmyFramework_BatchNormOp : EmmyFramework_Op<"batch_norm",
    (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$running_mean, EmmyFramework_Tensor:$running_var), 3,
    [Operand<"weight">, Operand<"bias">, Float<"eps">], [AttrSizedOperandSegments]> {
  let summary = "(x - running_mean) / sqrt(running_var + eps) weight + bias per channel (dim 1), the form of inference";
  let description = [{
    Constraints:
    * C1: at least two dims.
    * C2: the other operands have one element per channel.
    * C3: a float operand.
  }];
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKREDUCTIONS_TD
