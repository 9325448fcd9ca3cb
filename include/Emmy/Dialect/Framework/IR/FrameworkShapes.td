// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move elements and compute nothing, and the sources of data.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKSHAPES_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKSHAPES_TD

include "Emmy/Dialect/Framework/IR/FrameworkBase.td"

def EmmyFramework_ReshapeOp : EmmyFramework_UnaryOp<"reshape", [Sizes<"sizes">]> {
  let summary = "the same elements in row-major order under other sizes (also view, flatten of several forms, unsafe_view)";
  let description = [{
    Constraints:
    * C1: at most one size is -1; it is the number of elements divided by the other sizes.
    * C2: the number of elements stays.

    ```mlir
    %y = emmy_framework.reshape %x [seq, 8, 64] : tensor<?x512xf32, #emmy.dims<[seq, 512]>> -> tensor<?x8x64xf32, #emmy.dims<[seq, 8, 64]>>
    ```
  }];
}

def EmmyFramework_FlattenOp : EmmyFramework_UnaryOp<"flatten", [OptInt<"start_dim">, OptInt<"end_dim">]> {
  let summary = "dims start_dim (0) to end_dim (-1), both included, as one";
  let description = [{
    C1: start_dim is not after end_dim.

    ```mlir
    %y = emmy_framework.flatten %x start_dim(1) : tensor<2x3x4xf32> -> tensor<2x12xf32>
    ```
  }];
}

def EmmyFramework_PermuteOp : EmmyFramework_UnaryOp<"permute", [Ints<"dims">]> {
  let summary = "dim i of the result is dim dims[i] of the input";
  let description = [{
    C1: dims is a permutation of the input's dims.

    ```mlir
    %y = emmy_framework.permute %x dims(0, 2, 1) : tensor<2x3x4xf32> -> tensor<2x4x3xf32>
    ```
  }];
}

def EmmyFramework_TransposeOp : EmmyFramework_UnaryOp<"transpose", [Int<"dim0">, Int<"dim1">]> {
  let summary = "two dims exchanged";
  let description = [{
    ```mlir
    %y = emmy_framework.transpose %x dim0(-2) dim1(-1) : tensor<2x3x4xf32> -> tensor<2x4x3xf32>
    ```
  }];
}

def EmmyFramework_ExpandOp : EmmyFramework_UnaryOp<"expand", [Sizes<"sizes">]> {
  let summary = "dims of extent 1 repeated to the given sizes, new dims in front";
  let description = [{
    Constraints:
    * C1: at least as many sizes as the input has dims.
    * C2: a size is -1 (kept; not for new dims), the extent of the dim, or anything where the extent is 1.

    ```mlir
    %y = emmy_framework.expand %x [2, -1, 4] : tensor<3x1xf32> -> tensor<2x3x4xf32>
    ```
  }];
}

def EmmyFramework_SliceOp : EmmyFramework_UnaryOp<"slice", [Int<"dim">, Range<"range">]> {
  let summary = "every step-th element of a dim from start to end, the end excluded";
  let description = [{
    Negative constant bounds count from the end, and all bounds are clamped to the dim, as in Python. Where a symbolic bound cannot be
    shown to lie in the dim, the inferred extent says so (`max(min(n, seq) - 2, 0)`); a result type with the unclamped extent
    (`n - 2`) is the program's promise that the bounds lie in the dim and in order. The conversion to the tensor level refuses a
    promise that the declared ranges of the symbols do not keep.

    C1: the step is at least 1.

    ```mlir
    %y = emmy_framework.slice %x dim(2) [0 : 2048] : tensor<1x32x4096xf32> -> tensor<1x32x2048xf32>
    ```
  }];
  let moreDeclarations = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred, ::mlir::TypeRange actual);
  }];
  let hasVerifier = 1;
}

def EmmyFramework_SelectOp : EmmyFramework_UnaryOp<"select", [Int<"dim">, Extent<"index">]> {
  let summary = "one index of a dim, which disappears";
  let description = [{
    C1: the index lies in the dim; a negative constant counts from the end. Whether it lies in a dim of dynamic size is asked of the
    declared ranges of the symbols, by the conversion to the tensor level.

    ```mlir
    %y = emmy_framework.select %x dim(0) index(-1) : tensor<2x3xf32> -> tensor<3xf32>
    ```
  }];
}

def EmmyFramework_CatOp : EmmyFramework_VariadicOp<"cat", [Int<"dim">]> {
  let summary = "tensors one after the other along a dim, in the promoted type";
  let description = [{
    Constraints:
    * C1: at least one operand.
    * C2: the same rank and extents except in the dim. Rank-1 operands of extent 0 are left out, as PyTorch does.

    ```mlir
    %z = emmy_framework.cat %x, %y dim(1) : tensor<2x3xf32>, tensor<2x5xf32> -> tensor<2x8xf32>
    ```
  }];
}

def EmmyFramework_StackOp : EmmyFramework_VariadicOp<"stack", [Int<"dim">]> {
  let summary = "tensors of one shape along a new dim, in the promoted type";
  let description = [{
    Constraints:
    * C1: at least one operand.
    * C2: the same extents.

    ```mlir
    %z = emmy_framework.stack %x, %y dim(0) : tensor<2x3xf32> -> tensor<2x2x3xf32>
    ```
  }];
}

def EmmyFramework_SqueezeOp : EmmyFramework_UnaryOp<"squeeze", [OptInts<"dims">]> {
  let summary = "without the given dims (all dims by default), where their extent is the constant 1";
  let description = [{
    ```mlir
    %y = emmy_framework.squeeze %x dims(0, 1) : tensor<1x3x1xf32> -> tensor<3x1xf32>
    ```
  }];
}

def EmmyFramework_UnsqueezeOp : EmmyFramework_UnaryOp<"unsqueeze", [Int<"dim">]> {
  let summary = "a new dim of extent 1";
  let description = [{
    ```mlir
    %y = emmy_framework.unsqueeze %x dim(-1) : tensor<3xf32> -> tensor<3x1xf32>
    ```
  }];
}

def EmmyFramework_ChunkOp : EmmyFramework_MultiOp<"chunk", [Int<"dim">, Int<"chunks">]> {
  let summary = "parts of ceildiv(extent, chunks) elements along a dim, the last ones shorter or missing";
  let description = [{
    Constraints:
    * C1: at least one chunk.
    * C2: the extent of the dim is a constant, or a multiple of the number of chunks.

    ```mlir
    %l, %r = emmy_framework.chunk %x dim(-1) chunks(2) : tensor<2x6xf32> -> tensor<2x3xf32>, tensor<2x3xf32>
    ```
  }];
}

def EmmyFramework_SplitOp : EmmyFramework_MultiOp<"split", [Int<"dim">, Sizes<"sizes">]> {
  let summary = "parts of the given sizes along a dim";
  let description = [{
    C1: the sizes add up to the extent of the dim.

    ```mlir
    %a, %b = emmy_framework.split %x dim(0) [2, 4] : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
    ```
  }];
}

def EmmyFramework_FlipOp : EmmyFramework_UnaryOp<"flip", [Ints<"dims">]> {
  let summary = "dims read backwards";
  let description = [{
    ```mlir
    %y = emmy_framework.flip %x dims(0) : tensor<2x3xf32>
    ```
  }];
}

def EmmyFramework_RollOp : EmmyFramework_UnaryOp<"roll", [Ints<"shifts">, Ints<"dims">]> {
  let summary = "dims rotated; element i goes to (i + shift) mod extent";
  let description = [{
    C1: one shift per dim.

    ```mlir
    %y = emmy_framework.roll %x shifts(1) dims(0) : tensor<4x3xf32>
    ```
  }];
}

def EmmyFramework_RepeatOp : EmmyFramework_UnaryOp<"repeat", [Sizes<"sizes">]> {
  let summary = "the tensor repeated along every dim, new dims in front";
  let description = [{
    C1: at least as many repetitions as the input has dims.

    ```mlir
    %y = emmy_framework.repeat %x [2, 3] : tensor<4xf32> -> tensor<2x12xf32>
    ```
  }];
}

def EmmyFramework_PadOp : EmmyFramework_UnaryOp<"pad", [Ints<"low">, Ints<"high">, OptScalar<"value">]> {
  let summary = "elements of a constant (0) added before and after each dim; negative numbers take away";
  let description = [{
    Constraints:
    * C1: one number per dim.
    * C2: no extent becomes negative.

    ```mlir
    %y = emmy_framework.pad %x low(0, 1) high(0, 2) value(1.0) : tensor<2x3xf32> -> tensor<2x6xf32>
    ```
  }];
}

def EmmyFramework_TrilOp : EmmyFramework_UnaryOp<"tril", [OptInt<"diagonal">]> {
  let summary = "zeros above a diagonal (0) of the last two dims";
  let description = [{
    C1: at least two dims.
  }];
}
def EmmyFramework_TriuOp : EmmyFramework_UnaryOp<"triu", [OptInt<"diagonal">]> {
  let summary = "zeros below a diagonal (0) of the last two dims";
  let description = [{
    C1: at least two dims.
  }];
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

def EmmyFramework_ToOp : EmmyFramework_UnaryOp<"to", [Dtype<"dtype">]> {
  let summary = "a conversion that the program asks for";
  let description = [{
    Floats are rounded to nearest even; a float to an integer is truncated; anything but zero is a true bool.

    ```mlir
    %y = emmy_framework.to %x dtype(bf16) : tensor<4xf32> -> tensor<4xbf16>
    ```
  }];
}

def EmmyFramework_BitcastOp : EmmyFramework_UnaryOp<"bitcast", [Dtype<"dtype">]> {
  let summary = "the bits of each element as another element type of the same width";
  let description = [{
    Nothing is rounded or converted. Every NaN has the bits of the quiet one, since which one arithmetic makes differs
    between machines.

    C1: element types of one width, and no bools.

    ```mlir
    %y = emmy_framework.bitcast %x dtype(i32) : tensor<4xf32> -> tensor<4xi32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

def EmmyFramework_ParameterOp : EmmyFramework_TypedOp<"parameter", (ins), 0, [Text<"key">]> {
  let summary = "a parameter or buffer of the model, by its key in the state dictionary";
  let description = [{
    The bytes come from a provider at load time. The result type is always written.

    ```mlir
    %w = emmy_framework.parameter "layers.0.weight" : tensor<64x64xf32>
    ```
  }];
}

def EmmyFramework_FullOp : EmmyFramework_SourceOp<"full", [Sizes<"sizes">, Scalar<"value">, Dtype<"dtype">]> {
  let summary = "one value everywhere (zeros, ones, full and their _like forms)";
  let description = [{
    C1: no negative size.

    ```mlir
    %z = emmy_framework.full [2, seq] value(0.0) dtype(f32) : tensor<2x?xf32, #emmy.dims<[2, seq]>>
    ```
  }];
}

def EmmyFramework_ArangeOp : EmmyFramework_SourceOp<"arange", [Range<"range">, Dtype<"dtype">]> {
  let summary = "start, start + step, … before the end";
  let description = [{
    Constraints:
    * C1: the end is written.
    * C2: the step is not 0; the number of elements is ceildiv(end - start, step) and not negative.
    * C3: the element type is an integer or a float.

    ```mlir
    %i = emmy_framework.arange [0 : seq] dtype(i64) : tensor<?xi64, #emmy.dims<[seq]>>
    ```
  }];
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKSHAPES_TD
