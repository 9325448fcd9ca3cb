// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The repetition of functions of tensors.

#ifndef EMMY_DIALECT_BASE_IR_WHILEOP_TD
#define EMMY_DIALECT_BASE_IR_WHILEOP_TD

include "Emmy/Dialect/Base/IR/BaseDialect.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Emmy_WhileOp : Op<Emmy_Dialect, "while", [NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<InferTypeOpInterface>, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "repeats a function of tensors while another one holds";
  let description = [{
    Carries tensors from step to step: as long as `condition` of the carried tensors holds, `body` of them gives the next ones. The
    results are those for which the condition does not hold: the inits where it never does. `given` are further operands of both
    functions, the same in every step.

    ```
    x = inits
    while condition(x, given): x = body(x, given)
    results = x
    ```

    It stands between tensors, at every level from the framework down to tiles. Both functions are functions of the module, so every
    pass works on them as on the entry, and none looks into this operation: it reads its operands whole and makes its results. In buffer
    form it is an `scf.while`, and the functions are gone.

    It has no effects: a loop whose results nobody reads is removed, also one that would not end.

    Constraints:
    * C1: at least one tensor is carried.
    * C2: `condition` and `body` are private `func.func`s of the operation's module, with bodies.
    * C3: both take the types of the carried tensors, then those of the given ones.
    * C4: the condition gives one `tensor<i1>`.
    * C5: the body gives the types of the carried tensors; so extents stay the same from step to step.
    * C6: no function is repeated within itself.

    ```mlir
    func.func private @is_small(%x: tensor<f32>, %limit: tensor<f32>) -> tensor<i1> {
      %c = emmy_framework.lt %x, %limit : tensor<f32>, tensor<f32> -> tensor<i1>
      return %c : tensor<i1>
    }
    func.func private @double(%x: tensor<f32>, %limit: tensor<f32>) -> tensor<f32> {
      %y = emmy_framework.add %x, %x : tensor<f32>, tensor<f32> -> tensor<f32>
      return %y : tensor<f32>
    }
    func.func @main(%x: tensor<f32>, %limit: tensor<f32>) -> tensor<f32> {
      %y = emmy.while @is_small do @double carry(%x : tensor<f32>) given(%limit : tensor<f32>)
      return %y : tensor<f32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$condition, FlatSymbolRefAttr:$body, Variadic<AnyRankedTensor>:$inits,
      Variadic<AnyRankedTensor>:$given);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $condition `do` $body `carry` `(` ($inits^ `:` type($inits))? `)` (`given` `(` $given^ `:` type($given) `)`)? attr-dict
  }];
  let extraClassDeclaration = [{
    /// The functions; the operation is verified.
    ::mlir::FunctionOpInterface getConditionFunction();
    ::mlir::FunctionOpInterface getBodyFunction();
  }];
  let hasVerifier = 1;
}

#endif // EMMY_DIALECT_BASE_IR_WHILEOP_TD
