// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values kept in shared memory.

#include "ScheduleApplier.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

LogicalResult ScheduleApplier::checkShared(StagingAttr staging) { return kernel.emitOpError("not yet"); }

/// A value of an enclosing loop's body, computed anew where it is used.
Value ScheduleApplier::rematerialize(Value old) {
  emitOp(*old.getDefiningOp());
  return mapping.lookup(old);
}
