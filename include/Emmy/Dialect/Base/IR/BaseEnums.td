// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations that the levels share.

#ifndef EMMY_DIALECT_BASE_IR_BASEENUMS_TD
#define EMMY_DIALECT_BASE_IR_BASEENUMS_TD

include "Emmy/Dialect/Base/IR/Laws.td"

def Emmy_ExtentFunction : I32Enum<"ExtentFunction", "a function in an extent", [
    I32EnumCase<"floordiv", 0>, I32EnumCase<"ceildiv", 1>, I32EnumCase<"mod", 2>, I32EnumCase<"min", 3>,
    I32EnumCase<"max", 4>]> {
  let cppNamespace = "::emmy";
}

def Emmy_Numerics : I32Enum<"Numerics", "where intermediate results are rounded", [
    I32EnumCase<"eager", 0>, I32EnumCase<"fused", 1>, I32EnumCase<"fast", 2>]> {
  let cppNamespace = "::emmy";
}

def Emmy_Binding : I32Enum<"Binding", "who runs the iterations of a loop", [
    I32EnumCase<"parallel", 0>, I32EnumCase<"sequential", 1>, I32EnumCase<"block", 2>, I32EnumCase<"warp", 3>,
    I32EnumCase<"thread", 4>, I32EnumCase<"vector", 5>, I32EnumCase<"unroll", 6>]> {
  let cppNamespace = "::emmy";
}

#endif // EMMY_DIALECT_BASE_IR_BASEENUMS_TD
