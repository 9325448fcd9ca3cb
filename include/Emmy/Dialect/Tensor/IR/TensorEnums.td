// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations of the tensor dialect.

#ifndef EMMY_DIALECT_TENSOR_IR_TENSORENUMS_TD
#define EMMY_DIALECT_TENSOR_IR_TENSORENUMS_TD

include "mlir/IR/EnumAttr.td"

def EmmyTensor_ConvertOrigin : I32Enum<"ConvertOrigin", "who asked for a conversion", [
    I32EnumCase<"implied", 0>, I32EnumCase<"user", 1>]> {
  let cppNamespace = "::emmy::tensor";
}

#endif // EMMY_DIALECT_TENSOR_IR_TENSORENUMS_TD
