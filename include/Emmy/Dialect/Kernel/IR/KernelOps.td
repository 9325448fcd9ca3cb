// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the kernel dialect: what a thread does. The module, the functions and the host side are in KernelHostOps.td, what
// warps do with matrices is in KernelMatrixOps.td.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNELOPS_TD
#define EMMY_DIALECT_KERNEL_IR_KERNELOPS_TD

include "Emmy/Dialect/Kernel/IR/KernelHostOps.td"
include "Emmy/Dialect/Kernel/IR/KernelMatrixOps.td"
include "Emmy/Dialect/Kernel/IR/KernelAsyncOps.td"

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

class EmmyKernel_IdOp<string opMnemonic, string what> : EmmyKernel_ThreadOp<opMnemonic, [Pure]> {
  let summary = "the coordinate of the " # what # " in one dimension of the launch";
  let arguments = (ins EmmyKernel_DimensionAttr:$dimension);
  let results = (outs I32:$result);
  // An enumeration prints its own space.
  let assemblyFormat = "`` $dimension attr-dict `:` type($result)";
}

def EmmyKernel_ThreadIdOp : EmmyKernel_IdOp<"thread_id", "thread in its block"> {
  let description = [{
    ```mlir
    %t = emmy_kernel.thread_id x : i32
    ```
  }];
}

def EmmyKernel_BlockIdOp : EmmyKernel_IdOp<"block_id", "block in the grid"> {
  let description = [{
    ```mlir
    %b = emmy_kernel.block_id x : i32
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def EmmyKernel_LoadOp : EmmyKernel_ThreadOp<"load"> {
  let summary = "reads one element, or a vector of consecutive elements";
  let description = [{
    `result = memref[index]`, or for a vector of n elements `result[k] = memref[index + k]`, in one access.
    The index of a vector access is a multiple of n; every buffer starts at a multiple of 16 bytes. Reading outside the buffer
    is undefined.

    Constraints:
    * C1: the result is the element type or a rank-1 vector of it.
    * C2: a vector has a power of two of elements and at most 16 bytes.
    * C3: a vector fits into a buffer of static size a whole number of times.

    ```mlir
    %v = emmy_kernel.load %x[%i : i32] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    ```
  }];
  let arguments = (ins Arg<EmmyKernel_Buffer, "the buffer", [MemRead]>:$memref, EmmyKernel_Index:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $memref `[` $index `:` type($index) `]` attr-dict `:` custom<AccessType>(type($memref), type($result))
  }];
  let hasVerifier = 1;
}

def EmmyKernel_StoreOp : EmmyKernel_ThreadOp<"store"> {
  let summary = "writes one element, or a vector of consecutive elements";
  let description = [{
    `memref[index + k] = value[k]`; see `emmy_kernel.load`.

    Constraints:
    * C1: the value is the element type or a rank-1 vector of it.
    * C2: a vector has a power of two of elements and at most 16 bytes.
    * C3: a vector fits into a buffer of static size a whole number of times.

    ```mlir
    emmy_kernel.store %v, %out[%i : i64] : memref<?xf32, #gpu.address_space<global>>
    ```
  }];
  let arguments = (ins AnyType:$value, Arg<EmmyKernel_Buffer, "the buffer", [MemWrite]>:$memref, EmmyKernel_Index:$index);
  let assemblyFormat = [{
    $value `,` $memref `[` $index `:` type($index) `]` attr-dict `:` custom<AccessType>(type($memref), type($value))
  }];
  let hasVerifier = 1;
}

def EmmyKernel_SharedOp : EmmyKernel_ThreadOp<"shared"> {
  let summary = "a buffer that the threads of a block share";
  let description = [{
    One buffer for each block, 128-byte aligned, with undefined contents at the start.

    Constraints:
    * C1: the buffer has a static size and is in workgroup memory.
    * C2: it stands directly in the body of a kernel.

    ```mlir
    %s = emmy_kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    ```
  }];
  let results = (outs Res<EmmyKernel_Buffer, "the buffer", [MemAlloc]>:$memref);
  let assemblyFormat = "attr-dict `:` type($memref)";
  let hasVerifier = 1;
}

def EmmyKernel_LocalOp : EmmyKernel_ThreadOp<"local"> {
  let summary = "an array of the thread's own";
  let description = [{
    The array lives in registers when every index is a constant after unrolling. Its contents are undefined at the start.

    Constraints:
    * C1: the buffer has a static size and is in private memory.
    * C2: it has no more than the 512 KiB that the hardware gives a thread.

    ```mlir
    %r = emmy_kernel.local : memref<8xf32, #gpu.address_space<private>>
    ```
  }];
  let results = (outs Res<EmmyKernel_Buffer, "the buffer", [MemAlloc]>:$memref);
  let assemblyFormat = "attr-dict `:` type($memref)";
  let hasVerifier = 1;
}

def EmmyKernel_AtomicOp : EmmyKernel_ThreadOp<"atomic"> {
  let summary = "combines a value into memory atomically and gives the old value";
  let description = [{
    Integers only: the order in which threads arrive is not determined, and integer combinations do not depend on it.

    Constraints:
    * C1: the buffer is in global or workgroup memory.
    * C2: the element type is i32 or i64.

    ```mlir
    %old = emmy_kernel.atomic add %v, %counts[%i : i32] : memref<?xi32, #gpu.address_space<global>>
    ```
  }];
  let arguments = (ins EmmyKernel_AtomicKindAttr:$kind, AnyTypeOf<[I32, I64]>:$value,
      Arg<EmmyKernel_Buffer, "the buffer", [MemRead, MemWrite]>:$memref, EmmyKernel_Index:$index);
  let results = (outs AnyTypeOf<[I32, I64]>:$old);
  let assemblyFormat = [{
    `` $kind $value `,` $memref `[` $index `:` type($index) `]` attr-dict `:` custom<ElementType>(type($memref), type($value), type($old))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Threads together
//===----------------------------------------------------------------------===//

def EmmyKernel_BarrierOp : EmmyKernel_ThreadOp<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until all threads of the block, or so many of them, have arrived";
  let description = [{
    All threads of the block reach it or none does. What they wrote before is seen after. `protects` names the buffers
    whose accesses on the two sides it orders: it is the reason for the barrier, for the reader and for checkers. A barrier
    without it orders all accesses.

    With an `id` it is one of 15 named barriers that a part of the block's warps meets at: each time that `threads` threads,
    whole warps, have arrived there, those go on; they may do so at different operations. It orders the accesses of these
    threads only. Which warps meet must not depend on who is faster: a warp that was not among the last ones to meet there
    must have been ordered behind them.

    Constraints:
    * C1: every protected buffer is in workgroup or global memory.
    * C2: id and threads are given together.
    * C3: id is from 1 to 15.
    * C4: threads is a positive multiple of 32, and no more than the warps of the block have.

    ```mlir
    emmy_kernel.barrier protects(%s : memref<64xf32, #gpu.address_space<workgroup>>)
    emmy_kernel.barrier id(1) threads(64)
    ```
  }];
  let arguments = (ins Variadic<EmmyKernel_Buffer>:$buffers, OptionalAttr<I32Attr>:$id, OptionalAttr<I32Attr>:$threads);
  let assemblyFormat = [{
    (`id` `(` $id^ `)`)? (`threads` `(` $threads^ `)`)? (`protects` `(` $buffers^ `:` type($buffers) `)`)? attr-dict
  }];
  let builders = [OpBuilder<(ins CArg<"::mlir::ValueRange", "{}">:$buffers), [{
    build($_builder, $_state, buffers, ::mlir::IntegerAttr(), ::mlir::IntegerAttr());
  }]>];
  let hasVerifier = 1;
}

def EmmyKernel_ShuffleOp : EmmyKernel_ThreadOp<"shuffle", [NoMemoryEffect, AllTypesMatch<["value", "result"]>]> {
  let summary = "reads a value of another lane of the warp";
  let description = [{
    All 32 lanes of the warp take part. The lanes are taken in groups of `width` (32 where it is not written); lane l of a group
    reads lane `l xor offset`, `l + offset` (down), `l - offset` (up) or `offset` (idx) of its group, and its own value where
    that lane is outside the group. Of `offset` the low five bits count. 64-bit values travel as two words, narrow ones in one.

    Constraints:
    * C1: width is a power of two from 1 to 32.
    * C2: the value is an integer or float of 8 to 64 bits.

    ```mlir
    %y = emmy_kernel.shuffle xor %v, %offset width 16 : f32
    ```
  }];
  let arguments = (ins EmmyKernel_ShuffleModeAttr:$mode, AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$value, I32:$offset,
      DefaultValuedAttr<I32Attr, "32">:$width);
  let results = (outs AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$result);
  let assemblyFormat = "`` $mode $value `,` $offset (`width` $width^)? attr-dict `:` type($value)";
  let hasVerifier = 1;
}

#endif // EMMY_DIALECT_KERNEL_IR_KERNELOPS_TD
