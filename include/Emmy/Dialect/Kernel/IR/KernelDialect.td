// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel dialect: which hardware primitives run a scheduled kernel on a GPU.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNELDIALECT_TD
#define EMMY_DIALECT_KERNEL_IR_KERNELDIALECT_TD

include "mlir/IR/OpBase.td"

def Kernel_Dialect : Dialect {
  let name = "emmy_kernel";
  let cppNamespace = "::emmy::kernel";
  let summary = "GPU kernels spelled in hardware primitives, and the host code that launches them";
  let description = [{
    A kernel of this level is written for one thread of a launch: thread and block coordinates, flat buffers in named memory
    spaces, scalar and vector accesses, barriers, shuffles, atomics and matrix instructions. Scalar code around them is `arith`,
    `math.fma` and calls of Emmy's math functions; control flow is `scf.for` and `scf.if`. The host side is a `func.func` over memrefs with
    `launch`, `alloc` and `copy`. What a thread does stands in an `emmy_kernel.func`, what the host does outside of every
    `emmy_kernel.module`.

    It comes from scheduled tile kernels and goes to CUDA C++ and to PTX. Schedules, tiles, multi-dimensional buffers and
    functions of the laws table that are not expanded yet do not exist here.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect"];
}

#endif // EMMY_DIALECT_KERNEL_IR_KERNELDIALECT_TD
