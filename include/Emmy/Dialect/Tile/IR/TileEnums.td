// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations of the tile level.

#ifndef EMMY_DIALECT_TILE_IR_TILEENUMS_TD
#define EMMY_DIALECT_TILE_IR_TILEENUMS_TD

include "mlir/IR/EnumAttr.td"

def EmmyTile_AxisKind : I32Enum<"AxisKind", "where an axis comes from; gives the letter of its printed name", [
    I32EnumCase<"loop", 0, "i">, I32EnumCase<"reduction", 1, "r">]> {
  let cppNamespace = "::emmy::tile";
}

def EmmyTile_StagingSpace : I32Enum<"StagingSpace", "where a staged operand is kept", [
    I32EnumCase<"registers", 0>, I32EnumCase<"shared", 1>]> {
  let cppNamespace = "::emmy::tile";
}

#endif // EMMY_DIALECT_TILE_IR_TILEENUMS_TD
