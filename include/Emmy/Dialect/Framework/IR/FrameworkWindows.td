// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that read windows of their input: convolutions and pooling.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKWINDOWS_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKWINDOWS_TD

include "Emmy/Dialect/Framework/IR/FrameworkBase.td"

def EmmyFramework_ConvolutionOp : EmmyFramework_Op<"convolution", (ins EmmyFramework_Tensor:$input, EmmyFramework_Tensor:$weight), 2,
    [Operand<"bias">, Ints<"stride">, Ints<"padding">, Ints<"dilation">, Flag<"transposed">, OptInts<"output_padding">,
     OptInt<"groups">]> {
  let summary = "correlation of windows with a kernel, in any number of spatial dims; or its transpose";
  let description = [{
    input [n, c, spatial…] (n may be absent), weight [out, c / groups, kernel…], or transposed [c, out / groups, kernel…].
    A spatial extent becomes `floordiv(in + 2 padding - dilation (kernel - 1) - 1, stride) + 1`, transposed
    `(in - 1) stride - 2 padding + dilation (kernel - 1) + output_padding + 1`.

    Constraints:
    * C1: one element type.
    * C2: one number per spatial dim in stride (at least 1), padding, dilation (at least 1) and output_padding (0 by default).
    * C3: the groups (1 by default) divide the channels, and the weight has the channels of a group.
    * C4: the bias has one element per output channel.
    * C5: no extent of the result is negative.

    ```mlir
    %y = emmy_framework.convolution %x, %w bias(%b) stride(1, 1) padding(1, 1) dilation(1, 1) : tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32>, tensor<4xf32> -> tensor<2x4x8x8xf32>
    ```
  }];
}

def EmmyFramework_MaxPoolOp : EmmyFramework_UnaryOp<"max_pool",
    [Ints<"kernel_size">, Ints<"stride">, Ints<"padding">, Ints<"dilation">, Flag<"ceil_mode">]> {
  let summary = "largest element of each window of the last dims";
  let description = [{
    Constraints:
    * C1: one number per spatial dim; kernel_size, stride and dilation at least 1, and one more dim at least in the input.
    * C2: the padding is at most half the kernel.
    * C3: no extent of the result is negative.

    ```mlir
    %y = emmy_framework.max_pool %x kernel_size(2, 2) stride(2, 2) padding(0, 0) dilation(1, 1) : tensor<2x3x8x8xf32> -> tensor<2x3x4x4xf32>
    ```
  }];
}

def EmmyFramework_MaxPoolIndicesOp : EmmyFramework_UnaryOp<"max_pool_indices",
    [Ints<"kernel_size">, Ints<"stride">, Ints<"padding">, Ints<"dilation">, Flag<"ceil_mode">]> {
  let summary = "where `max_pool` finds its elements: their row-major number (i64) over the pooled dims";
  let description = [{
    Constraints:
    * C1: one number per spatial dim; kernel_size, stride and dilation at least 1, and one more dim at least in the input.
    * C2: the padding is at most half the kernel.
    * C3: no extent of the result is negative.
  }];
}

def EmmyFramework_AvgPoolOp : EmmyFramework_UnaryOp<"avg_pool",
    [Ints<"kernel_size">, Ints<"stride">, Ints<"padding">, Flag<"ceil_mode">, Flag<"count_include_pad">, OptInt<"divisor_override">]> {
  let summary = "mean of each window of the last dims";
  let description = [{
    The divisor is the number of elements of the window inside the input, with count_include_pad inside the padded input, or
    divisor_override.

    Constraints:
    * C1: one number per spatial dim; kernel_size and stride at least 1, and one more dim at least in the input; a float operand.
    * C2: the padding is at most half the kernel, and the divisor is not 0.
    * C3: no extent of the result is negative.

    ```mlir
    %y = emmy_framework.avg_pool %x kernel_size(2) stride(2) padding(0) count_include_pad : tensor<2x3x8xf32> -> tensor<2x3x4xf32>
    ```
  }];
}

def EmmyFramework_AdaptiveAvgPoolOp : EmmyFramework_UnaryOp<"adaptive_avg_pool", [Sizes<"output_size">]> {
  let summary = "means of windows that divide the last dims evenly: from floor(i in / out) up to ceil((i + 1) in / out)";
  let description = [{
    Constraints:
    * C1: one more dim at least in the input than sizes; a float operand.
    * C2: the pooled extents and the sizes are constants, the sizes at least 1.

    ```mlir
    %y = emmy_framework.adaptive_avg_pool %x [1, 1] : tensor<2x3x8x8xf32> -> tensor<2x3x1x1xf32>
    ```
  }];
}

def EmmyFramework_AdaptiveMaxPoolOp : EmmyFramework_UnaryOp<"adaptive_max_pool", [Sizes<"output_size">]> {
  let summary = "largest elements of the windows of `adaptive_avg_pool`";
  let description = [{
    Constraints:
    * C1: one more dim at least in the input than sizes.
    * C2: the pooled extents and the sizes are constants, the sizes at least 1.

    ```mlir
    %y = emmy_framework.adaptive_max_pool %x [1, 1] : tensor<2x3x8x8xf32> -> tensor<2x3x1x1xf32>
    ```
  }];
}
def EmmyFramework_AdaptiveMaxPoolIndicesOp : EmmyFramework_UnaryOp<"adaptive_max_pool_indices", [Sizes<"output_size">]> {
  let summary = "where `adaptive_max_pool` finds its elements: their row-major number (i64) over the pooled dims";
  let description = [{
    Constraints:
    * C1: one more dim at least in the input than sizes.
    * C2: the pooled extents and the sizes are constants, the sizes at least 1.
  }];
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKWINDOWS_TD
