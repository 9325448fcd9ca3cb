// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function of a module is the program, at every level: callers, conversions and executors ask here.

#ifndef EMMY_SUPPORT_ENTRY_H
#define EMMY_SUPPORT_ENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace emmy {

/// The entry of a module: its first public function with a body. Null where there is none.
mlir::func::FuncOp getEntry(mlir::ModuleOp module);

/// The entry of a module; null, with an error, where there is none.
mlir::func::FuncOp expectEntry(mlir::ModuleOp module);

} // namespace emmy

#endif // EMMY_SUPPORT_ENTRY_H
