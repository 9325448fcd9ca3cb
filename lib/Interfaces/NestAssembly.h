// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the text forms of nests, accesses and kernels share.

#ifndef EMMY_LIB_INTERFACES_NESTASSEMBLY_H
#define EMMY_LIB_INTERFACES_NESTASSEMBLY_H

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/IR/OpImplementation.h"

namespace emmy::nest {

using UnresolvedOperand = mlir::OpAsmParser::UnresolvedOperand;

/// Attributes that the text form spells by other means.
inline const llvm::StringRef spelled[] = {"binding", "staticExtents", "strides", "operandSegmentSizes", "exclusive",
                                          "reverse", "map",           "guard",   "sizeNames",           "tied"};

} // namespace emmy::nest

#endif // EMMY_LIB_INTERFACES_NESTASSEMBLY_H
