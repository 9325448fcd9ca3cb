// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atoms of extents: symbols, and functions of extents.

#ifndef EMMY_LIB_DIALECT_BASE_IR_EXTENTATOMS_H
#define EMMY_LIB_DIALECT_BASE_IR_EXTENTATOMS_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include <string>

namespace emmy::detail {

/// The text of an atom, which atoms are ordered by.
std::string getAtomText(mlir::Attribute atom);

} // namespace emmy::detail

#endif // EMMY_LIB_DIALECT_BASE_IR_EXTENTATOMS_H
