// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The math library: functions `@emmy_<fn>_<type>` over primitives that give the same bits everywhere
// (lib/MathLibrary/MathLibrary.mlir). Programs call them by name; this is how their bodies get into a
// module, and how a call with constant arguments is evaluated.

#ifndef EMMY_MATHLIBRARY_MATHLIBRARY_H
#define EMMY_MATHLIBRARY_MATHLIBRARY_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <optional>
#include <variant>

namespace emmy {

/// The text of the library, comments included.
llvm::StringRef getMathLibraryText();

/// The text of one function, or nothing when the library has none of that name.
std::optional<llvm::StringRef> getMathFunctionText(llvm::StringRef name);

/// The whole library as a module.
mlir::OwningOpRef<mlir::ModuleOp> parseMathLibrary(mlir::MLIRContext *context);

/// Gives every `@emmy_*` that a func.call below `root` names, and that has no body in the symbol table nearest to
/// the call, its body there (private, callees included). Fails with an error on a name that the library does not have.
mlir::LogicalResult linkMathFunctions(mlir::Operation *root);

/// A bit pattern with the type's meaning; i1, i32, i64, f32, f64.
using MathScalar = std::variant<llvm::APInt, llvm::APFloat>;

/// Runs the body of a library function on `arguments`: the same bits as on every other executor. Nothing when there
/// is no such function, or the arguments' types are not its own.
std::optional<MathScalar> evaluateMathFunction(llvm::StringRef name, llvm::ArrayRef<MathScalar> arguments);

/// The same on IntegerAttr and FloatAttr; the result has the type of the function's result, or is null.
mlir::Attribute foldMathFunction(llvm::StringRef name, llvm::ArrayRef<mlir::Attribute> arguments);

} // namespace emmy

#endif // EMMY_MATHLIBRARY_MATHLIBRARY_H
