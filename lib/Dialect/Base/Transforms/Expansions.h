// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the expansion pass share: calls of the library, and the formulas behind "expand" in the laws table.

#ifndef EMMY_LIB_DIALECT_BASE_TRANSFORMS_EXPANSIONS_H
#define EMMY_LIB_DIALECT_BASE_TRANSFORMS_EXPANSIONS_H

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace emmy {

/// The primitive operations of `function` on integers or bools; it is defined on them, and no operation there.
mlir::Value expandInteger(mlir::OpBuilder &builder, mlir::Location loc, ScalarFunction function,
                          mlir::ValueRange operands, bool isUnsigned);

/// A call of the math library's @emmy_<name>, which is declared in `symbols`.
mlir::Value callLibrary(mlir::OpBuilder &builder, mlir::Location loc, mlir::Operation *symbols, llvm::StringRef name,
                        mlir::ValueRange operands, mlir::Type resultType);

/// Writes what computes with floats of 8 bits as the same in f32, between conversions of the math library. Fails, with
/// an error, where a conversion rounds otherwise than to nearest even.
llvm::LogicalResult expandSmallFloats(mlir::ModuleOp module);

} // namespace emmy

#endif // EMMY_LIB_DIALECT_BASE_TRANSFORMS_EXPANSIONS_H
