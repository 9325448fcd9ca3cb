// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The framework dialect: what a PyTorch program computes, operator by operator.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKDIALECT_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKDIALECT_TD

include "mlir/IR/OpBase.td"

def Framework_Dialect : Dialect {
  let name = "emmy_framework";
  let cppNamespace = "::emmy::framework";
  let summary = "what to compute: PyTorch's operators under PyTorch's names";
  let description = [{
    A program at this level is a graph of PyTorch operators on tensors. Every operation is pure; its meaning, its type promotion and
    its broadcasting are PyTorch's. Nothing is said about how an operator is computed: that begins when it is converted to
    `emmy_tensor`, whose vocabulary does not grow with this one.

    *Text.* All operations print alike:

    ```
    emmy_framework.<name> <operands> <clauses> : <operand types> (-> <result types>)?
    ```

    * Operands are values, and for elementwise operators also Python scalars (`2`, `1.5`, `true`, `inf`, `-inf`, `nan`). A scalar is a
      "wrapped number": it takes part in type promotion by its category (bool, int, float) only, so `add %x, 1.5` on f16 is f16.
      A float is written with a point.
    * Clauses are `name(value)`, a bare `name` for flags, or a bracketed list of sizes (`[seq, 4, 2*batch]`) or bounds
      (`[0 : seq : 2]`), in any order. Dims may be negative, and count from the end then.
    * One operand type stands for all operands when they are the same. The result types may be left out: they are inferred. Without
      operands, the type after the colon is the result's.

    *Shapes.* Every dynamic dim has a named extent (`tensor<?x4xf32, #emmy.dims<[seq, 4]>>`). Two dims broadcast when their extents
    are equal or one is the constant 1.

    *Types.* Integers are signless for signed ones and `uiN` for unsigned ones; bool is `i1`.
  }];
  let dependentDialects = ["::emmy::EmmyDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKDIALECT_TD
