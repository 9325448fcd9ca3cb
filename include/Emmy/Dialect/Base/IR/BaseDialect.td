// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base dialect: what all levels share.

#ifndef EMMY_DIALECT_BASE_IR_BASEDIALECT_TD
#define EMMY_DIALECT_BASE_IR_BASEDIALECT_TD

include "mlir/IR/OpBase.td"

def Emmy_Dialect : Dialect {
  let name = "emmy";
  let cppNamespace = "::emmy";
  let summary = "what the levels share: symbols, dims, numerics, targets, scalar functions";
  let description = [{
    The base dialect has no tensor computation. It owns symbolic extents and the encodings that carry them in types, the
    numerics mode and the target of a module, and `emmy.apply`, the application of a scalar function of the laws table.
    Every attribute with the prefix `emmy.` is verified here:

    | attribute | of | what it says |
    |---|---|---|
    | `emmy.target`, `emmy.numerics` | the top-level module | the GPU (`sm_90`), and the numerics mode (`#emmy.numerics<fused>`) |
    | `emmy.licences` | the top-level module, in `fast` numerics | what results may be changed by: `["no_signed_zeros", "reciprocal", "reassociate"]` |
    | `emmy.name` | arguments and results of the entry | the name in the program |
    | `emmy.parameter` | arguments | the key of the parameter that is passed here |
    | `emmy.prepared` | arguments of the entry | the name of the result of `@prepare` that is passed here |
    | `emmy.updates` | results, and outputs in buffer form | the name of the input or buffer that takes this value after the call |
    | `emmy.symbol`, `emmy.dims` | arguments in buffer form | the symbol whose size is passed here; the extents of a memref |
    | `emmy.result` | arguments in buffer form | the buffer is an output |
    | `emmy.implied` | conversions to a narrower type | the operator implies the rounding; the program does not ask for it. Those with one number in a function round one value, in several places |
    | `emmy.shared` | products of floats | several values are computed of it, which see it rounded alike |
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // EMMY_DIALECT_BASE_IR_BASEDIALECT_TD
