// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether positions that operators name are there.

#ifndef EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_CHECKBOUNDS_H
#define EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_CHECKBOUNDS_H

#include "mlir/IR/BuiltinOps.h"

namespace emmy::framework {

/// Fails, with an error for each, where a select or a slice names positions of a dim that may not be there.
llvm::LogicalResult checkBounds(mlir::ModuleOp module);

} // namespace emmy::framework

#endif // EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_CHECKBOUNDS_H
