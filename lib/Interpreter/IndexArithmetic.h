// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter's index arithmetic: affine expressions with symbols, and index values computed by `arith`.

#ifndef EMMY_LIB_INTERPRETER_INDEXARITHMETIC_H
#define EMMY_LIB_INTERPRETER_INDEXARITHMETIC_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Value.h"

#include "llvm/ADT/StringMap.h"

namespace emmy::interpreter {

/// The value at these dims and symbols; a divisor is at least 1.
int64_t evaluate(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dims, llvm::ArrayRef<int64_t> symbols);

/// Whether all constraints hold.
bool contains(mlir::IntegerSet set, llvm::ArrayRef<int64_t> dims, llvm::ArrayRef<int64_t> symbols);

/// The value of an index computed from sizes and constants; nothing, after an error at the op, where an op is not
/// known.
std::optional<int64_t> evaluate(mlir::Value index, const llvm::StringMap<int64_t> &sizes);

} // namespace emmy::interpreter

#endif // EMMY_LIB_INTERPRETER_INDEXARITHMETIC_H
