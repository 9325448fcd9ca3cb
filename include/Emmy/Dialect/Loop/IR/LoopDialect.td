// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop dialect: how a computation is iterated.

#ifndef EMMY_DIALECT_LOOP_IR_LOOPDIALECT_TD
#define EMMY_DIALECT_LOOP_IR_LOOPDIALECT_TD

include "mlir/IR/OpBase.td"

def Loop_Dialect : Dialect {
  let name = "emmy_loop";
  let cppNamespace = "::emmy::loop";
  let summary = "kernels: explicit iteration, indexing, load, store, accumulation";
  let description = [{
    A kernel takes tensors and gives tensors; inside, its operands are buffers, and loops say how the elements are computed: axes
    with extents, loads and stores with index maps and guards, reductions and scans as triples of regions. Scalar code is `arith`,
    `math.fma` and `emmy.apply`. A kernel is lifted from the tensor level, fused with others, executed by the plain lowering to
    `scf`, and scheduled by the tile level. Not in it: who runs an iteration, memory spaces, barriers, vectors.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::emmy::EmmyDialect"];
}

#endif // EMMY_DIALECT_LOOP_IR_LOOPDIALECT_TD
