// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atoms of extents: symbols, and functions of extents.

#ifndef EMMY_LIB_DIALECT_BASE_IR_EXTENTATOMS_H
#define EMMY_LIB_DIALECT_BASE_IR_EXTENTATOMS_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include <optional>
#include <string>

namespace emmy::detail {

/// The text of an atom, which atoms are ordered by.
std::string getAtomText(mlir::Attribute atom);

/// The extent that is one atom.
ExtentAttr getAtom(mlir::MLIRContext *context, mlir::Attribute atom);

/// The function on numbers; nothing where a divisor is not positive.
std::optional<int64_t> evaluateFunction(ExtentFunction function, int64_t lhs, int64_t rhs);

/// The least and the greatest number that an extent can be. What is farther away than any size stands for no end.
struct ExtentRange {
  int64_t low, high;
};
ExtentRange getRange(ExtentAttr extent);

/// n - min(1, n) is max(0, n - 1): a minimum or maximum takes in what is added to it where that leaves fewer terms, so
/// that a size has one form however it was computed.
ExtentAttr absorbSum(ExtentAttr sum);

} // namespace emmy::detail

#endif // EMMY_LIB_DIALECT_BASE_IR_EXTENTATOMS_H
