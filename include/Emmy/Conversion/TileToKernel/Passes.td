// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From scheduled tile kernels to hardware primitives.

#ifndef EMMY_CONVERSION_TILETOKERNEL_PASSES_TD
#define EMMY_CONVERSION_TILETOKERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileToKernelPass : Pass<"emmy-convert-tile-to-kernel", "::mlir::ModuleOp"> {
  let summary = "turns scheduled tile kernels into GPU kernels and the entry into host code that launches them";
  let description = [{
    Every `emmy_tile.kernel` in scheduled form becomes an `emmy_kernel.func`, the same one for kernels that are the same but for
    names; the entry becomes a function of buffers with a launch for each kernel.

    * Block axes are one grid dimension, thread axes a division of the thread number; threads without work are masked.
    * A vector axis becomes vector accesses where the elements are consecutive and aligned, else one access for each lane.
    * Thread reductions are trees of shuffles, then a buffer in shared memory.
    * Barriers stand between phases of the block that touch the same shared buffer, or the same argument that threads exchange data
      through, where one of them writes, loops included.
    * Indices are 32-bit where the declared sizes prove that nothing overflows, else 64-bit.

    Functions that loops repeat (`emmy.while`) become parts of the entries. All private functions of tensors are erased, those
    that no loop repeats included: nothing in buffer form calls them.

    Numeric effect: the order in which a thread reduction combines is that of the tree; nothing else is reordered.

    ```mlir
    emmy_tile.for block (%b) in (64) {
      emmy_tile.for thread (%t) in (256) stride [1] {
        emmy_tile.for vector (%v) in (4) {
          %e = emmy_tile.load %x[%b * 1024 + %t * 4 + %v] : memref<65536xf32>
          ...
    // becomes
    %b = emmy_kernel.block_id x : i32
    %t = emmy_kernel.thread_id x : i32
    ...
    %e = emmy_kernel.load %x[%i : i32] : memref<65536xf32, #gpu.address_space<global>>, vector<4xf32>
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::kernel::KernelDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let statistics = [Statistic<"numKernels", "kernels", "kernels made">,
                    Statistic<"numShared", "shared-kernels", "kernels that an earlier one already was">];
}

#endif // EMMY_CONVERSION_TILETOKERNEL_PASSES_TD
