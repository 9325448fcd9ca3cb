// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function of a module is the program, at every level: callers, conversions and executors ask here.

#ifndef EMMY_SUPPORT_ENTRY_H
#define EMMY_SUPPORT_ENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace emmy {

/// The entry of a module, whatever its name: its only public function with a body beside @prepare. Null where there is
/// none, or more than one: what rewrites functions takes any number of them.
mlir::func::FuncOp getEntry(mlir::ModuleOp module);

/// The entry of a module that is a program: what runs one, or makes code of it, asks here. Null, with an error, where
/// there is none, or more than one.
mlir::func::FuncOp expectEntry(mlir::ModuleOp module);

/// The function that computes, once when a program is loaded, what the entry takes instead of parameters: the public
/// function @prepare beside the entry. Null where there is none.
mlir::func::FuncOp getPreparation(mlir::ModuleOp module);

/// The name of that function.
constexpr llvm::StringLiteral preparationName = "prepare";
/// Of the C functions of both, where they are packed.
constexpr llvm::StringLiteral packedEntryName = "emmy_main", packedPreparationName = "emmy_prepare";

/// The module's entry, and its preparation where it has one.
llvm::SmallVector<mlir::func::FuncOp, 2> getEntries(mlir::ModuleOp module);

/// Leaves the entry alone in a module that has a preparation, or the preparation alone, which is its entry then.
void keepPart(mlir::ModuleOp module, bool isPreparation);

} // namespace emmy

#endif // EMMY_SUPPORT_ENTRY_H
