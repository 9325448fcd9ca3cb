// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that end after some steps at the latest, for runs that must not take forever.

#ifndef EMMY_LIB_EXECUTION_LOOPLIMIT_H
#define EMMY_LIB_EXECUTION_LOOPLIMIT_H

#include "mlir/IR/BuiltinOps.h"

namespace emmy {

/// Ends the loops of a host program in buffer form after `maxSteps` steps, as if their conditions did not hold then.
void limitLoops(mlir::ModuleOp module, int64_t maxSteps);

} // namespace emmy

#endif // EMMY_LIB_EXECUTION_LOOPLIMIT_H
