// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations of the framework dialect: options of operators, and how an elementwise operator treats element types.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKENUMS_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKENUMS_TD

include "mlir/IR/EnumAttr.td"

class EmmyFramework_Enum<string name, string summary, list<I32EnumCase> cases> : I32Enum<name, summary, cases> {
  let cppNamespace = "::emmy::framework";
}

def EmmyFramework_Rounding : EmmyFramework_Enum<"Rounding", "how a division rounds", [
    I32EnumCase<"none", 0>, I32EnumCase<"trunc", 1>, I32EnumCase<"floor", 2>]>;

def EmmyFramework_Approximation : EmmyFramework_Enum<"Approximation", "which formula of gelu", [
    I32EnumCase<"none", 0>, I32EnumCase<"tanh", 1>]>;

def EmmyFramework_LossReduction : EmmyFramework_Enum<"LossReduction", "what a loss gives of its elements", [
    I32EnumCase<"mean", 0>, I32EnumCase<"sum", 1>, I32EnumCase<"none", 2>]>;

def EmmyFramework_ScatterReduction : EmmyFramework_Enum<"ScatterReduction", "how elements that meet are combined", [
    I32EnumCase<"sum", 0>, I32EnumCase<"prod", 1>, I32EnumCase<"amax", 2>, I32EnumCase<"amin", 3>]>;

// How the element types of an elementwise operator follow from its operands. "Promoted" is PyTorch's common type of all operands.
def EmmyFramework_TypeRule : EmmyFramework_Enum<"TypeRule", "how element types follow from the operands", [
    I32EnumCase<"promote", 0>,          // computes in the promoted type and gives it
    I32EnumCase<"promote_float", 1>,    // the same, integers and bools as f32
    I32EnumCase<"compare", 2>,          // computes in the promoted type and gives i1
    I32EnumCase<"truth", 3>,            // each operand is compared with zero in its own type; gives i1
    I32EnumCase<"choose", 4>,           // an i1 condition first, then the promoted type of the others
    I32EnumCase<"first", 5>]>;          // computes in the type of the first operand and gives it

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKENUMS_TD
