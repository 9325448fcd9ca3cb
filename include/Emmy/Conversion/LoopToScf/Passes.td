// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plain lowering of the loop level.

#ifndef EMMY_CONVERSION_LOOPTOSCF_PASSES_TD
#define EMMY_CONVERSION_LOOPTOSCF_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLoopToScfPass : Pass<"emmy-convert-loop-to-scf", "::mlir::ModuleOp"> {
  let summary = "writes kernels of the loop level as functions of sequential loops over buffers";
  let description = [{
    The reference execution of the loop level: the entry becomes a host program in buffer form that calls one private function per kernel,
    `@k_<names>`, whose loops run in row-major order whatever their binding. Nothing is optimised.

    Functions that loops repeat (`emmy.while`) become parts of the entries. All private functions of tensors are erased, those
    that no loop repeats included: nothing in buffer form calls them.

    Numeric effect: with `reference-accumulate`, states of 16- and 32-bit floats whose combine only adds and multiplies are
    accumulated in f64; everything else is computed in the written types and in program order.

    ```mlir
    emmy_loop.for parallel (%i) in (4) { emmy_loop.store %v, %out[%i + 1] : memref<5xf32> }
    // becomes
    scf.for %i = %c0 to %c4 step %c1 {
      %0 = arith.addi %i, %c1 : index
      memref.store %v, %out[%0] : memref<5xf32>
    }
    ```
  }];
  let options = [Option<"referenceAccumulate", "reference-accumulate", "bool", "true",
                        "accumulate sums and products of narrow floats in f64">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::emmy::EmmyDialect"];
}

#endif // EMMY_CONVERSION_LOOPTOSCF_PASSES_TD
