// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the kernel dialect: copies to shared memory that run beside the threads that began them.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNELASYNCOPS_TD
#define EMMY_DIALECT_KERNEL_IR_KERNELASYNCOPS_TD

include "Emmy/Dialect/Kernel/IR/KernelHostOps.td"

def EmmyKernel_AsyncCopyOp : EmmyKernel_ThreadOp<"async_copy"> {
  let summary = "begins to copy a few elements from global to shared memory";
  let description = [{
    `target[target_index + k] = source[source_index + k]` for k below `elements`, at any time from here until an
    `emmy_kernel.async_wait` of the same thread has waited for the copy. Until then nobody may read or write the elements of the
    target, nor write those of the source; then the thread itself sees them, and other threads do behind a barrier.

    Where `valid` is given, only so many elements are read; the others become zero, and the source may end before them. With
    0 nothing is read.

    Both indices are multiples of `elements`, `source_index` even where nothing is read. The copies of a thread are in no order.

    Constraints:
    * C1: the source is in global memory, the target in workgroup memory.
    * C2: both have the same element type.
    * C3: the elements are 4, 8 or 16 bytes.
    * C4: the elements fit into a buffer of static size a whole number of times.
    * C5: the target is sm_80 or later.

    ```mlir
    emmy_kernel.async_copy %x[%i : i32] to %tile[%j : i32] elements 4 valid(%n)
        : memref<?xf32, #gpu.address_space<global>> to memref<64xf32, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins Arg<EmmyKernel_Buffer, "what is copied", [MemRead]>:$source, EmmyKernel_Index:$source_index,
      Arg<EmmyKernel_Buffer, "where it is copied to", [MemWrite]>:$target, EmmyKernel_Index:$target_index,
      Optional<I32>:$valid, I32Attr:$elements);
  let assemblyFormat = [{
    $source `[` $source_index `:` type($source_index) `]` `to` $target `[` $target_index `:` type($target_index) `]`
    `elements` $elements (`valid` `(` $valid^ `)`)? attr-dict `:` type($source) `to` type($target)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The bytes that the copy writes.
    int64_t getBytes() { return getElements() * getElementBytes(getTarget().getType().getElementType()); }
  }];
}

def EmmyKernel_AsyncCommitOp : EmmyKernel_ThreadOp<"async_commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "closes a group of asynchronous copies";
  let description = [{
    The copies that the thread has begun since it last closed a group are a group of their own. A group may be empty.

    Constraints:
    * C1: the target is sm_80 or later.

    ```mlir
    emmy_kernel.async_commit
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def EmmyKernel_AsyncWaitOp : EmmyKernel_ThreadOp<"async_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for the thread's groups of asynchronous copies, all but the last few";
  let description = [{
    Waits until at most the last `all_but` groups (none where it is not written) that the thread has closed are under way.
    Copies that are in no group yet are not waited for. It orders nothing between threads: that is a barrier's part.

    Constraints:
    * C1: all_but is not negative.
    * C2: the target is sm_80 or later.

    ```mlir
    emmy_kernel.async_wait all_but 1
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I32Attr, "0">:$all_but);
  let assemblyFormat = "(`all_but` $all_but^)? attr-dict";
  let hasVerifier = 1;
}

#endif // EMMY_DIALECT_KERNEL_IR_KERNELASYNCOPS_TD
