// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that turns schedules into structure.
//
// Input: unscheduled kernels with a schedule. Output: their scheduled form. Kernels without a schedule, and scheduled
// ones, stay. Failures: what a schedule asks for and the kernel does not allow; nothing is changed then.

#include "Emmy/Dialect/Tile/Transforms/Passes.h"
#include "ScheduleApplier.h"

namespace emmy::tile {
#define GEN_PASS_DEF_APPLYSCHEDULEPASS
#include "Emmy/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace emmy::tile

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

namespace {
struct ApplySchedulePass : public emmy::tile::impl::ApplySchedulePassBase<ApplySchedulePass> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.getSchedule() && !kernel.getThreads())
        kernels.push_back(kernel);
    });
    SmallVector<std::unique_ptr<ScheduleApplier>> appliers;
    bool legal = true;
    for (KernelOp kernel : kernels) {
      appliers.push_back(std::make_unique<ScheduleApplier>(kernel, *kernel.getSchedule()));
      legal &= succeeded(appliers.back()->check());
    }
    if (!legal)
      return signalPassFailure();
    for (std::unique_ptr<ScheduleApplier> &applier : appliers)
      applier->apply();
  }
};
} // namespace
