// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interfaces of the framework dialect.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKINTERFACES_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKINTERFACES_TD

include "mlir/IR/OpBase.td"

def EmmyFramework_ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::emmy::framework";
  let description = [{
    An operator that computes every element of its one result from the elements at the same place of its operands, after
    broadcasting. What distinguishes such operators is data: see `ElementwiseInfo`.
  }];
  let methods = [
    InterfaceMethod<"The type rule, the accepted element types and the scalar function.",
        "const ::emmy::framework::ElementwiseInfo &", "getElementwiseInfo">,
    InterfaceMethod<"One entry per operand position: a Python scalar, or unit where the next tensor operand stands; null without scalars.",
        "::mlir::ArrayAttr", "getScalarsAttr">
  ];
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKINTERFACES_TD
