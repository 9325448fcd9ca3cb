// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The laws table in C++, and the scalar code that computes its functions and monoids.

#ifndef EMMY_DIALECT_BASE_IR_LAWS_H
#define EMMY_DIALECT_BASE_IR_LAWS_H

#include "Emmy/Dialect/Base/IR/Base.h"

namespace emmy {

/// How the result type of a function follows from its operands.
enum class ResultKind {
  same_,  ///< the common operand type
  bool_,  ///< i1
  free_,  ///< written on the op (conversions)
  select_ ///< i1 first, then two operands of the result type
};

/// One row of the functions table, with the columns that passes read; see Laws.td for the meaning of each and for the
/// other ones.
struct FunctionLaws {
  llvm::StringLiteral name;
  unsigned arity;
  ResultKind result;
  llvm::StringLiteral floatOp, intOp, unsignedOp, boolOp;
  bool commutative, associativeInt, associativeFloat, idempotent, involution;
  llvm::StringLiteral identityInt, identityFloat;
  llvm::StringLiteral distributesOver; ///< names with commas between them
  llvm::StringLiteral quotientOf;
  unsigned flops;
  double ulpF32, ulpF64; ///< largest error in units in the last place

  /// The column for operands of this element type.
  llvm::StringRef getOperation(mlir::Type elementType, bool isUnsigned) const;
};

/// One row of the monoids table.
struct MonoidLaws {
  llvm::StringLiteral name;
  ScalarFunction function;
  unsigned components;
  llvm::StringLiteral identityFloat, identityInt;
  bool dependsOnTree; ///< whether float results depend on the order of combination
};

const FunctionLaws &getLaws(ScalarFunction function);
const MonoidLaws &getLaws(Monoid monoid);

/// Whether f(a, g(b, c)) is g(f(a, b), f(a, c)), and so on the other side: on integers, and on the reals.
bool distributesOver(ScalarFunction function, ScalarFunction over);

/// The function that this one is the quotient of, if there is one.
std::optional<ScalarFunction> getQuotientOf(ScalarFunction function);

/// The identity of a function on elements of a type, as the table writes it: a number of that type; null where there is
/// none.
mlir::TypedAttr getIdentity(ScalarFunction function, mlir::Type elementType);

/// Whether the function is defined on operands of this element type.
bool isDefinedOn(ScalarFunction function, mlir::Type elementType);

/// The signless type that scalar code computes with: `ui8` is `i8`; all others are themselves.
mlir::Type getScalarType(mlir::Type elementType);

/// Applies `function` to signless scalars: the arith op where the table names one, else `emmy.apply`.
mlir::Value buildScalar(mlir::OpBuilder &builder, mlir::Location loc, ScalarFunction function,
                        mlir::ValueRange operands, mlir::Type resultType, bool isUnsigned = false);

/// Converts a signless scalar between element types (which may be `uiN`): integers wrap, floats round to nearest even
/// (through f32 to the 16-bit types), a float becomes an integer by truncation with the out-of-range rule of the math
/// library, and anything becomes a bool by comparison with zero.
mlir::Value buildConvert(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type from,
                         mlir::Type to);

/// The bits of a signless scalar as another element type of the same width (which may be `uiN`). Every NaN has those of
/// the quiet one.
mlir::Value buildBitcast(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type to);

/// Whether elements of the type are floats of 8 bits. They are kept in memory and moved; whoever computes with them
/// does so in f32.
bool isSmallFloat(mlir::Type type);

/// Whether an operation of `arith` or `math` computes with floats of 8 bits: all but constants, selections and bitcasts
/// of them. Only emmy-expand-apply knows what these are in machine code.
bool computesWithSmallFloats(mlir::Operation *op);

/// A scalar constant of a signless or float type from a number.
mlir::Value buildConstant(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type, double value);

/// The identity of a monoid on `elementType` (which may be `uiN`): one value, or (value, i64 index) for argmax and
/// argmin.
llvm::SmallVector<mlir::Value> buildIdentity(mlir::OpBuilder &builder, mlir::Location loc, Monoid monoid,
                                             mlir::Type elementType);

/// a (+) b. argmax and argmin take and give (value, i64 index): the first index wins a tie, NaN wins over every number.
llvm::SmallVector<mlir::Value> buildCombine(mlir::OpBuilder &builder, mlir::Location loc, Monoid monoid,
                                            mlir::ValueRange lhs, mlir::ValueRange rhs, bool isUnsigned = false);

} // namespace emmy

#endif // EMMY_DIALECT_BASE_IR_LAWS_H
