// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that the levels share.

#ifndef EMMY_DIALECT_BASE_IR_BASEOPS_TD
#define EMMY_DIALECT_BASE_IR_BASEOPS_TD

include "Emmy/Dialect/Base/IR/BaseAttributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Emmy_Op<string opMnemonic, list<Trait> traits = []> : Op<Emmy_Dialect, opMnemonic, traits>;

def Emmy_SymbolOp : Emmy_Op<"symbol"> {
  let summary = "declares a symbolic extent";
  let description = [{
    Names a dynamic extent in the top-level module. It has one value per call of the entry. `min` and `max` bound it, `hint`
    is a typical value for schedules, and `multiple` divides every value. Types name it without an SSA use, so it is never removed
    while a type can name it.

    Constraints:
    * C1: 0 <= min <= max.
    * C2: multiple >= 1.
    * C3: min <= hint <= max.
    * C4: it stands in the body of a module, once per name.

    ```mlir
    emmy.symbol @seq {max = 4096, hint = 512}
    ```
  }];
  let arguments = (ins StrAttr:$sym, DefaultValuedAttr<I64Attr, "0">:$min, OptionalAttr<I64Attr>:$max,
      OptionalAttr<I64Attr>:$hint, DefaultValuedAttr<I64Attr, "1">:$multiple);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Emmy_SizeOp : Emmy_Op<"size", [Pure]> {
  let summary = "the value of a symbolic extent";
  let description = [{
    ```mlir
    %n = emmy.size @seq
    ```
  }];
  let arguments = (ins StrAttr:$symbol);
  let results = (outs Index:$result);
  let hasCustomAssemblyFormat = 1;
}

def Emmy_ApplyOp : Emmy_Op<"apply", [Pure]> {
  let summary = "applies a scalar function of the laws table";
  let description = [{
    The scalar form of every function that has no upstream operation, or whose upstream operation folds with the host's math library.
    Every executor computes it with the same primitive operations, so that the bits agree; constants are folded by running the math
    library's own function.

    Constraints:
    * C1: as many operands as the function takes.
    * C2: the operands and the result have the types that the function's result kind asks for.

    ```mlir
    %e = emmy.apply exp(%x) : (f32) -> f32
    ```
  }];
  let arguments = (ins Emmy_ScalarFunctionAttr:$function, Variadic<AnyType>:$operands, UnitAttr:$isUnsigned);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<Keyword>($function) `(` $operands `)` (`unsigned` $isUnsigned^)? attr-dict `:` functional-type($operands, $result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // EMMY_DIALECT_BASE_IR_BASEOPS_TD
