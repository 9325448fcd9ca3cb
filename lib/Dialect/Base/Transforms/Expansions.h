// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formulas behind "expand" in the laws table, shared by the files of the expansion pass.

#ifndef EMMY_LIB_DIALECT_BASE_TRANSFORMS_EXPANSIONS_H
#define EMMY_LIB_DIALECT_BASE_TRANSFORMS_EXPANSIONS_H

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/IR/Builders.h"

namespace emmy {

/// The primitive operations of `function` on integers or bools; it is defined on them, and no operation there.
mlir::Value expandInteger(mlir::OpBuilder &builder, mlir::Location loc, ScalarFunction function,
                          mlir::ValueRange operands, bool isUnsigned);

} // namespace emmy

#endif // EMMY_LIB_DIALECT_BASE_TRANSFORMS_EXPANSIONS_H
