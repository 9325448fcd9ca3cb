// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the kernel dialect that a warp does with matrices: what tensor cores execute.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNELMATRIXOPS_TD
#define EMMY_DIALECT_KERNEL_IR_KERNELMATRIXOPS_TD

include "Emmy/Dialect/Kernel/IR/KernelHostOps.td"

def EmmyKernel_Fragment : VectorOfNonZeroRankOf<[AnyType]>;

def EmmyKernel_LdmatrixOp : EmmyKernel_ThreadOp<"ldmatrix"> {
  let summary = "reads matrices of eight rows of 16 bytes from shared memory into fragments";
  let description = [{
    All 32 lanes of the warp take part. One, two or four matrices are read, as many as the result has times 4 bytes. Lane
    8 · m + r gives the index of row r of matrix m: `memref[index]` is the first of 16 consecutive bytes. What other lanes give
    is not used, but below sm_80 it has to be a row, too.

    Lane l gets of every matrix the 4 bytes at 4 · (l mod 4) of row l / 4, in order of the matrices: of elements of 16 bits
    those in columns 2 · (l mod 4) and 2 · (l mod 4) + 1. With `transpose` it gets the elements of the transposed matrix: those
    of rows 2 · (l mod 4) and 2 · (l mod 4) + 1 in column l / 4. These are the fragments that `emmy_kernel.mma` takes.

    Constraints:
    * C1: the buffer is in workgroup memory, and its elements have 8, 16 or 32 bits.
    * C2: the result is a rank-1 vector of the element type with 4, 8 or 16 bytes.
    * C3: elements that are transposed have 16 bits.
    * C4: rows of 16 bytes fit into the buffer a whole number of times.
    * C5: the target is sm_75 or later.

    ```mlir
    %a = emmy_kernel.ldmatrix %s[%i : i32] : memref<1024xbf16, #gpu.address_space<workgroup>>, vector<8xbf16>
    %b = emmy_kernel.ldmatrix transpose %s[%i : i32] : memref<1024xbf16, #gpu.address_space<workgroup>>, vector<4xbf16>
    ```
  }];
  let arguments = (ins UnitAttr:$transpose, Arg<EmmyKernel_Buffer, "the buffer", [MemRead]>:$memref,
      EmmyKernel_Index:$index);
  let results = (outs EmmyKernel_Fragment:$result);
  let assemblyFormat = [{
    (`transpose` $transpose^)? $memref `[` $index `:` type($index) `]` attr-dict `:` type($memref) `,` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// One, two or four.
    unsigned getNumMatrices();
  }];
}

def EmmyKernel_MmaOp : EmmyKernel_ThreadOp<"mma", [NoMemoryEffect, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "multiplies two matrices and adds a third one, by a warp";
  let description = [{
    `result = left · right + accumulator`. All 32 lanes of the warp take part; each holds a fragment of every matrix, a vector
    of its elements in the order of the instruction's registers. Shape, element types and layouts are those of an atom of the
    table of matrix instructions: `m16n8k16` multiplies 16 x 16 by 16 x 8 elements. Operands of f32 are read as tf32, those of i8
    as signed unless `unsigned_left` or `unsigned_right` says otherwise.

    Float products are exact and are added in f32 to the accumulator; in which order, and how a sum is rounded, the hardware
    does not say. Executors add them in order of k, each sum in one rounding, and narrow an f16 result once. Of an operand of
    tf32 the lower 13 bits are ignored. Integers are exact; the result is their sum modulo 2^32, with `saturate` the nearest
    number of 32 bits.

    Constraints:
    * C1: shape and element types are those of an atom.
    * C2: left, right and accumulator are rank-1 vectors of as many elements as the atom's lanes hold.
    * C3: only integers are unsigned, and only an i32 accumulator saturates.
    * C4: the target has the atom.

    ```mlir
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    %s = emmy_kernel.mma m16n8k32 %x, %y, %z unsigned_left saturate : vector<16xi8>, vector<8xi8>, vector<4xi32>
    ```
  }];
  let arguments = (ins DenseI32ArrayAttr:$shape, EmmyKernel_Fragment:$left, EmmyKernel_Fragment:$right,
      EmmyKernel_Fragment:$accumulator, UnitAttr:$unsigned_left, UnitAttr:$unsigned_right, UnitAttr:$saturate);
  let results = (outs EmmyKernel_Fragment:$result);
  let assemblyFormat = [{
    custom<MatrixShape>($shape) $left `,` $right `,` $accumulator (`unsigned_left` $unsigned_left^)?
    (`unsigned_right` $unsigned_right^)? (`saturate` $saturate^)? attr-dict
    `:` type($left) `,` type($right) `,` type($accumulator)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The matrix instruction; null where there is none of the shape and element types, which verified ones are not.
    const ::emmy::MatrixAtom *getAtom();
  }];
}

#endif // EMMY_DIALECT_KERNEL_IR_KERNELMATRIXOPS_TD
