// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The iterations of the nests around an operation of a kernel of loops (loop or tile level), as boxes of their
// induction variables.

#ifndef EMMY_LIB_ANALYSIS_REPORT_NESTWALK_H
#define EMMY_LIB_ANALYSIS_REPORT_NESTWALK_H

#include "BoxForms.h"
#include "HostLaunches.h"

#include "Emmy/Interfaces/NestInterfaces.h"

namespace emmy::report {

/// One axis of a nest.
struct Axis {
  mlir::OpFoldResult extent;
  mlir::Value inductionVar;
};

/// Whether the operation iterates: a loop, a reduction, a scan, or the filling of a staged buffer.
bool isNest(mlir::Operation *op);

/// The axes of the nests around a block of the kernel, outermost first. A reduction's combination runs as often as its
/// lift, its finish once.
llvm::SmallVector<Axis> getAxes(mlir::Block *block, mlir::Operation *kernel);

/// What the arguments of a kernel's body that are sizes stand for.
Bindings bindSizes(KernelOpInterface kernel, const SymbolValues &symbols);

/// Calls `visit` with boxes that together hold every iteration of the axes once. `isRelevant` says for each axis
/// whether its variable matters; of others only one iteration is visited. When `visit` wants a smaller box, it returns
/// a split. Returns false when there were too many boxes, or an extent depends on data.
bool visitBoxes(llvm::ArrayRef<Axis> axes, const Bindings &sizes, llvm::ArrayRef<bool> isRelevant,
                llvm::function_ref<Answer(Box &)> visit);

/// How often the block runs. `isEstimate` is set where that depends on data.
int64_t countExecutions(mlir::Block *block, mlir::Operation *kernel, const Bindings &sizes, bool &isEstimate);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_NESTWALK_H
