// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile level: how a kernel is scheduled.

#ifndef EMMY_DIALECT_TILE_IR_TILEDIALECT_TD
#define EMMY_DIALECT_TILE_IR_TILEDIALECT_TD

include "mlir/IR/OpBase.td"

def Tile_Dialect : Dialect {
  let name = "emmy_tile";
  let cppNamespace = "::emmy::tile";
  let summary = "kernels with a schedule: blocks, threads, vectors, staged operands";
  let description = [{
    An `emmy_tile.kernel` computes what the `emmy_loop.kernel` that it was made from computes. Its schedule is data first, an
    attribute that names axes and operands by number; applying it turns the attribute into structure: loops bound to blocks,
    threads, vector lanes, or unrolled; operands staged in registers or shared memory; reductions combined across threads.

    A kernel comes in two forms.

    * *Unscheduled*: no loop is bound (`parallel` and `sequential` only) and there are no staged buffers. The `schedule` attribute
      may be present; it is verified against the axes and the operands.
    * *Scheduled*: `threads` is present. At most one `for block`, outermost, spans the grid. What is inside it and outside of
      thread loops is block-level code, which all threads run alike. Thread loops distribute their iterations over the threads of
      the block, and stores to kernel buffers stand inside of them. Threads exchange values through staged buffers and through the
      results of thread reductions, and in no other way.

    Serial elision: running every bound loop in order, one iteration after the other, gives the same values. There are no barriers
    at this level; the lowering to hardware primitives places them between the phases that touch a common buffer.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::emmy::EmmyDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

#endif // EMMY_DIALECT_TILE_IR_TILEDIALECT_TD
