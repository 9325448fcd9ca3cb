// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor dialect: what is computed, in few words.

#ifndef EMMY_DIALECT_TENSOR_IR_TENSORDIALECT_TD
#define EMMY_DIALECT_TENSOR_IR_TENSORDIALECT_TD

include "mlir/IR/OpBase.td"

def TensorDialect : Dialect {
  let name = "emmy_tensor";
  let cppNamespace = "::emmy::tensor";
  let summary = "what is computed, in few words";
  let description = [{
    A closed vocabulary of tensor computations: one scalar function per position (`elementwise`), combinations along dims
    (`reduce`, `scan`), pure index arithmetic (`index_map`), sources of data (`iota`, `constant`) and data-dependent coordinates
    (`gather`, `scatter`). Every framework operator is a composition of these; adding an operator adds no op here.

    Operands and results are ranked tensors whose dynamic dims carry named extents (`#emmy.dims`). Signed integers are signless
    `iN`, unsigned `uiN`, bools `i1`. Beside the tensor ops a function holds only `emmy.size` and `arith` on `index`.

    What enters: the decomposition of framework operators, or hand-written programs. What it lowers to: kernels of loop nests.
    What is not in it: contractions (a product of two index maps followed by a sum), memory, iteration order, in-place updates.

    **Virtual values.** An index map, a source of data, and an elementwise with more positions than its inputs together are
    never stored; see `VirtualValues.h`.

    **Index arithmetic.** A division or remainder by a symbol is by max(symbol, 1), so that an empty dim traps nowhere.
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::mlir::arith::ArithDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

#endif // EMMY_DIALECT_TENSOR_IR_TENSORDIALECT_TD
