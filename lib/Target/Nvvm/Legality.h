// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has a PTX form.

#ifndef EMMY_LIB_TARGET_NVVM_LEGALITY_H
#define EMMY_LIB_TARGET_NVVM_LEGALITY_H

#include "mlir/IR/Operation.h"

namespace emmy::nvvm {

/// Lists what is in a kernel or a math function and has no PTX form. What passes is converted without fail.
mlir::LogicalResult checkPtxForm(mlir::Operation *function);

} // namespace emmy::nvvm

#endif // EMMY_LIB_TARGET_NVVM_LEGALITY_H
