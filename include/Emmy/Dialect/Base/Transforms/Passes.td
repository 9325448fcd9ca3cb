// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on operations that all levels share.

#ifndef EMMY_DIALECT_BASE_TRANSFORMS_PASSES_TD
#define EMMY_DIALECT_BASE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandApplyPass : Pass<"emmy-expand-apply", "::mlir::ModuleOp"> {
  let summary = "writes emmy.apply as primitive operations and calls of the math library";
  let description = [{
    Every `emmy.apply` becomes `arith` operations, one of the exactly rounded operations of `math`, or a call of
    `@emmy_<function>_<type>`, whose body is then added to the nearest module-like operation. 16-bit floats are computed in f32 and
    rounded once. Whatever computes with floats of 8 bits does so in f32, between calls of the library's conversions, which know those
    formats: after the pass, they are only moved. Executors run this pass first, so that all of them compute a function with the same primitive operations.
    Numeric effect: none; this is the meaning of `emmy.apply`.

    ```mlir
    %e = emmy.apply exp(%x) : (f32) -> f32
    // becomes
    %e = func.call @emmy_exp_f32(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def FormFmaPass : Pass<"emmy-form-fma", "::mlir::ModuleOp"> {
  let summary = "makes one operation of a product and a sum";
  let description = [{
    A sum or a difference in f32 or f64 with a product that nothing else uses becomes `math.fma`, which rounds once. Back ends never
    contract on their own, so this pass alone decides where it happens; a module whose `emmy.numerics` is `eager` is left as it is.
    A product marked `emmy.shared` is rounded: other places compute it, too, which may need it for more than a sum.
    Numeric effect: one rounding less for each operation formed.

    ```mlir
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %c : f32
    // becomes
    %s = math.fma %a, %b, %c : f32
    ```
  }];
  let statistics = [Statistic<"numFormed", "formed", "operations formed">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // EMMY_DIALECT_BASE_TRANSFORMS_PASSES_TD
