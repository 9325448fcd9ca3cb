// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules without cooperation between threads: plain ones, which fit every kernel, and pointwise ones.

#include "ScheduleChooser.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

using Splits = ScheduleBuilder::Splits;

/// The number of threads of a block: a power of two up to `most`, halved while that leaves multiprocessors without a
/// block.
static int64_t chooseThreads(const ChooserContext &context, int64_t workers, int64_t most) {
  if (context.overrides.threads)
    return context.overrides.threads;
  int64_t threads = most;
  while (threads > 64 && static_cast<int64_t>(llvm::divideCeil(workers, threads)) < context.target.multiprocessors)
    threads /= 2;
  return threads;
}

ScheduleAttr emmy::tile::choosePlain(const ChooserContext &context) {
  const KernelStructure &structure = context.structure;
  KernelOp kernel = structure.kernel;
  SmallVector<LoopNestOpInterface> nests = KernelStructure::getLoops(kernel);
  // Nests that exchange data run one after the other in one block.
  bool oneBlock = structure.hasDependentNests();
  int64_t workers = 0;
  bool anyParallel = false;
  for (LoopNestOpInterface nest : nests)
    if (KernelStructure::isParallel(nest) && nest.getNumAxes()) {
      workers = std::max(workers, structure.getExpectedSize(nest));
      anyParallel = true;
    }
  int64_t threads = !anyParallel                ? 1
                    : context.overrides.threads ? context.overrides.threads
                    : oneBlock ? std::clamp<int64_t>(llvm::PowerOf2Ceil(std::max<int64_t>(workers, 1)), 32, 1024)
                               : chooseThreads(context, workers, 256);
  ScheduleBuilder builder(structure);
  for (LoopNestOpInterface nest : nests)
    if (KernelStructure::isParallel(nest) && nest.getNumAxes())
      builder.set(nest, {{oneBlock ? Binding::sequential : Binding::block, 0}, {Binding::thread, threads}});
  builder.setSequential(kernel);
  return builder.build(threads);
}

ScheduleAttr emmy::tile::choosePointwise(const ChooserContext &context) {
  const KernelStructure &structure = context.structure;
  KernelOp kernel = structure.kernel;
  SmallVector<LoopNestOpInterface> nests = KernelStructure::getLoops(kernel);
  if (nests.empty() || structure.hasDependentNests())
    return {};
  int64_t workers = 0;
  SmallVector<int64_t> widths;
  for (LoopNestOpInterface nest : nests) {
    if (!KernelStructure::isParallel(nest) || nest.getNumAxes() == 0 || !KernelStructure::getLoops(nest).empty())
      return {};
    widths.push_back(structure.getVectorWidth(
        nest, context.overrides.vector ? context.overrides.vector
                                       : KernelStructure::limitUnrolling(nest, TargetFacts::vectorBytes)));
    workers = std::max<int64_t>(workers, llvm::divideCeil(structure.getExpectedSize(nest), widths.back()));
  }
  int64_t threads = chooseThreads(context, workers, 256);
  ScheduleBuilder builder(structure);
  for (auto [nest, width] : llvm::zip_equal(nests, widths)) {
    Splits splits = {{Binding::block, 0}, {Binding::thread, threads}};
    if (width > 1)
      splits.push_back({Binding::vector, width});
    builder.set(nest, splits);
  }
  return builder.build(threads);
}
