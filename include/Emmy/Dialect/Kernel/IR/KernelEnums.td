// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations of the kernel dialect.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNELENUMS_TD
#define EMMY_DIALECT_KERNEL_IR_KERNELENUMS_TD

include "mlir/IR/EnumAttr.td"

class EmmyKernel_Enum<string name, string summary, list<I32EnumCase> cases> : I32Enum<name, summary, cases> {
  let cppNamespace = "::emmy::kernel";
}

def EmmyKernel_Dimension : EmmyKernel_Enum<"Dimension", "a dimension of the launch", [
    I32EnumCase<"x", 0>, I32EnumCase<"y", 1>, I32EnumCase<"z", 2>]>;

def EmmyKernel_ShuffleMode : EmmyKernel_Enum<"ShuffleMode", "which lane a shuffle reads", [
    I32EnumCase<"xor_lane", 0, "xor">, I32EnumCase<"down", 1>, I32EnumCase<"up", 2>, I32EnumCase<"idx", 3>]>;

def EmmyKernel_AtomicKind : EmmyKernel_Enum<"AtomicKind", "how an atomic combines the old value and the operand", [
    I32EnumCase<"add", 0>, I32EnumCase<"min_signed", 1>, I32EnumCase<"max_signed", 2>, I32EnumCase<"min_unsigned", 3>,
    I32EnumCase<"max_unsigned", 4>, I32EnumCase<"bit_and", 5, "and">, I32EnumCase<"bit_or", 6, "or">,
    I32EnumCase<"bit_xor", 7, "xor">, I32EnumCase<"exchange", 8>]>;

#endif // EMMY_DIALECT_KERNEL_IR_KERNELENUMS_TD
