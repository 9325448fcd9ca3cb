// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the tensor dialect.

#ifndef EMMY_DIALECT_TENSOR_IR_TENSORATTRIBUTES_TD
#define EMMY_DIALECT_TENSOR_IR_TENSORATTRIBUTES_TD

include "Emmy/Dialect/Tensor/IR/TensorDialect.td"
include "Emmy/Dialect/Tensor/IR/TensorEnums.td"
include "mlir/IR/AttrTypeBase.td"

def EmmyTensor_ConvertOriginAttr : EnumAttr<TensorDialect, EmmyTensor_ConvertOrigin, "origin">;

#endif // EMMY_DIALECT_TENSOR_IR_TENSORATTRIBUTES_TD
