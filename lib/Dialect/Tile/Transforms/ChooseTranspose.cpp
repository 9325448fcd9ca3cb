// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules of pointwise kernels that read along another axis than they write: square tiles go through shared memory,
// so that both the loads and the stores of neighbouring threads are neighbours in memory.

#include "ScheduleChooser.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

ScheduleAttr emmy::tile::chooseTranspose(const ChooserContext &context) {
  const KernelStructure &structure = context.structure;
  KernelOp kernel = structure.kernel;
  SmallVector<LoopNestOpInterface> nests = KernelStructure::getLoops(kernel);
  constexpr int64_t side = 32, rows = 8, least = 16;
  if (nests.size() != 1 || !KernelStructure::isParallel(nests.front()) || structure.hasReadWrites() ||
      !KernelStructure::getLoops(nests.front()).empty() || nests.front().getNumAxes() < 2 ||
      (context.overrides.threads && context.overrides.threads != side * rows) || context.overrides.vector > 1)
    return {};
  SmallVector<unsigned> numbers = structure.getAxes(nests.front());
  const KernelAxis &last = structure.axes[numbers.back()];

  // The axis that most strided loads are contiguous along.
  SmallVector<LoadOp> loads;
  nests.front()->walk([&](LoadOp load) { loads.push_back(load); });
  auto isTransposed = [&](LoadOp load, unsigned number) {
    std::optional<int64_t> step = getStep(load, last.getInductionVar());
    return step != 0 && step != 1 && getStep(load, structure.axes[number].getInductionVar()) == 1;
  };
  unsigned across = 0;
  int64_t most = 0;
  for (unsigned number : ArrayRef(numbers).drop_back()) {
    int64_t count = llvm::count_if(loads, [&](LoadOp load) { return isTransposed(load, number); });
    if (count > most && structure.getExpectedExtent(structure.axes[number]) >= least) {
      most = count;
      across = number;
    }
  }
  if (most == 0 || structure.getExpectedExtent(last) < least)
    return {};

  ScheduleBuilder builder(structure);
  for (unsigned number : numbers) {
    if (number == across)
      builder.setAxis(number, {{Binding::block, 0}, {Binding::unroll, side / rows}, {Binding::thread, rows}});
    else if (number == numbers.back())
      builder.setAxis(number, {{Binding::block, 0}, {Binding::thread, side}});
    else
      builder.setAxis(number, {{Binding::block, 0}});
  }
  int64_t sharedBytes = 0;
  for (unsigned operand = 0, end = kernel.getInputs().size(); operand < end; ++operand) {
    Value buffer = kernel.getInputArgument(operand);
    int64_t count = llvm::count_if(loads, [&](LoadOp load) { return load.getBuffer() == buffer; });
    bool transposed =
        llvm::any_of(loads, [&](LoadOp load) { return load.getBuffer() == buffer && isTransposed(load, across); });
    int64_t bytes = llvm::divideCeil(cast<MemRefType>(buffer.getType()).getElementTypeBitWidth(), 8);
    if (!transposed || sharedBytes + count * side * (side + 4) * bytes > context.target.staticSharedBytesPerBlock)
      continue;
    sharedBytes += count * side * (side + 4) * bytes;
    builder.stage({int64_t(operand)}, numbers.back(), StagingSpace::shared);
  }
  ScheduleAttr schedule = builder.build(side * rows);
  return schedule.getStagings().empty() ? ScheduleAttr() : schedule;
}
