// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host program of the kernel level as calls of the runtime.

#ifndef EMMY_LIB_SIMULATOR_HOSTLOWERING_H
#define EMMY_LIB_SIMULATOR_HOSTLOWERING_H

#include "Warp.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace emmy::simulator {

/// Replaces launches, allocations and copies in `lowered`, a clone of `module` by `mapping`; `numbers` are those of the
/// kernels. Loops end where the run stops.
mlir::LogicalResult lowerHost(mlir::ModuleOp module, mlir::ModuleOp lowered, const mlir::IRMapping &mapping,
                              const llvm::DenseMap<mlir::Operation *, unsigned> &numbers, ProgramInfo &info);

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_HOSTLOWERING_H
