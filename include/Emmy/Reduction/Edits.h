// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ways in which a program is made smaller. Each is a change of one place that leaves the rest as it is; whether the
// program that comes out is valid and of interest is asked afterwards.

#ifndef EMMY_REDUCTION_EDITS_H
#define EMMY_REDUCTION_EDITS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace emmy::reduction {

/// A change of one operation; false, with nothing changed, where it does not apply. What is unused goes afterwards.
using Edit = bool (*)(mlir::Operation *op);

/// A value of the entry becomes an argument of it, and what only it needed goes.
bool replaceByArgument(mlir::Operation *op);
/// A use of an operation becomes a use of an operand of its own that has the same type.
bool replaceByFirstOperand(mlir::Operation *op);
bool replaceByLastOperand(mlir::Operation *op);
/// A scalar becomes 1.
bool replaceByConstant(mlir::Operation *op);
/// What has no used results goes, whatever it does.
bool eraseUnused(mlir::Operation *op);
/// A loop becomes its first iteration, a branch what is inside of it.
bool unwrap(mlir::Operation *op);
/// An access happens whatever its guard says.
bool dropGuard(mlir::Operation *op);

/// Gives every symbol this value, in all types; false where there is none. Buffers inside of kernels keep their types,
/// so what comes out is valid above the loop level only.
bool makeStatic(mlir::ModuleOp module, int64_t size);

/// Removes an output of the entry; false where it is the last one.
bool dropOutput(mlir::ModuleOp module, unsigned output);

/// Makes an operand of what computes an output the output, whatever its type; false where there is no such tensor.
bool advanceOutput(mlir::ModuleOp module, unsigned output, unsigned operand);

/// Erases what nothing uses: operations without effects, private functions, arguments of the entry, symbols
/// that no type names.
void eraseDead(mlir::ModuleOp module);

/// Texts of the module in which one number that is written in it, wherever it stands, is a smaller one; the greatest
/// changes first.
std::vector<std::string> shrinkNumbers(const std::string &text);

} // namespace emmy::reduction

#endif // EMMY_REDUCTION_EDITS_H
