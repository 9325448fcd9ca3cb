// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules of kernels that reduce or walk along rows: the threads of a group share a row, so that neighbouring threads
// access neighbouring elements; operands that several loops read are kept in registers. Where the contiguous axis is
// the outer one, each thread has a column instead and reduces it in order.

#include "Emmy/Analysis/Instructions.h"
#include "ScheduleApplier.h"
#include "ScheduleChooser.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

using Splits = ScheduleBuilder::Splits;

namespace {
/// One nest: an outer parallel loop (null where the kernel itself is one row) with the loops inside of one iteration.
struct Rows {
  Operation *outer = nullptr;
  SmallVector<LoopNestOpInterface> inner;
  bool columns = false;
  int64_t count = 1, length = 1, width = 1, threads = 1;
};
} // namespace

/// Elements of staged operands that a thread may hold.
static constexpr int64_t registerBudget = 64;
/// What is unrolled is kept on chip instead of read again, which is worth more code than vectors are.
static constexpr int64_t unrollingOfRows = 4;

/// Whether more loads are contiguous along the outer loop's last axis than along the inner loops'.
static bool runsAlongColumns(const Rows &rows) {
  if (!rows.outer)
    return false;
  Value outerIndex = cast<LoopNestOpInterface>(rows.outer).getInductionVars().back();
  int64_t alongRows = 0, alongColumns = 0;
  for (LoopNestOpInterface inner : rows.inner) {
    auto reduction = dyn_cast<ReductionOpInterface>(inner.getOperation());
    if ((reduction && reduction.isScan()) || inner.getBinding() == Binding::sequential)
      return true; // runs in order, in one thread
    if (inner.getNumAxes() == 0)
      continue;
    Value innerIndex = inner.getInductionVars().back();
    inner->walk([&](AccessOpInterface access) {
      std::optional<int64_t> innerStep = getStep(access, innerIndex);
      if (innerStep == 1)
        ++alongRows;
      else if (innerStep != 0 && getStep(access, outerIndex) == 1)
        ++alongColumns;
    });
  }
  return alongColumns > alongRows;
}

/// The nests of a kernel, where each fits: no loop stands deeper than in one iteration of an outermost parallel loop.
static FailureOr<SmallVector<Rows>> getRows(const ChooserContext &context) {
  const KernelStructure &structure = context.structure;
  KernelOp kernel = structure.kernel;
  SmallVector<LoopNestOpInterface> nests = KernelStructure::getLoops(kernel);
  SmallVector<Rows> result;
  if (llvm::any_of(nests, [](LoopNestOpInterface nest) { return isa<ReduceOp>(nest); })) {
    // What is reduced outside of loops is one row.
    Rows &rows = result.emplace_back();
    for (LoopNestOpInterface nest : nests) {
      if (!isa<ReduceOp>(nest) && !KernelStructure::isParallel(nest))
        return failure();
      rows.inner.push_back(nest);
    }
  } else {
    for (LoopNestOpInterface nest : nests) {
      if (!KernelStructure::isParallel(nest) || nest.getNumAxes() == 0)
        return failure();
      Rows &rows = result.emplace_back();
      rows.outer = nest;
      rows.inner = KernelStructure::getLoops(nest);
      rows.count = structure.getExpectedSize(nest);
    }
  }
  bool anyInner = false;
  for (Rows &rows : result) {
    for (LoopNestOpInterface inner : rows.inner) {
      if (!KernelStructure::getLoops(inner).empty())
        return failure();
      rows.length = std::max(rows.length, structure.getExpectedSize(inner));
      anyInner = true;
    }
    rows.columns = runsAlongColumns(rows);
  }
  if (!anyInner)
    return failure();
  return result;
}

/// Vector width and threads of a row.
static void chooseRowThreads(const ChooserContext &context, Rows &rows) {
  const ScheduleOverrides &overrides = context.overrides;
  rows.width = overrides.vector ? overrides.vector : TargetFacts::vectorBytes;
  for (LoopNestOpInterface inner : rows.inner) {
    int64_t limit = overrides.vector ? rows.width : KernelStructure::limitUnrolling(inner, rows.width);
    rows.width = std::min(rows.width, context.structure.getVectorWidth(inner, limit));
  }
  int64_t lanes = std::max<int64_t>(llvm::divideCeil(rows.length, rows.width), 1);
  // With many rows a thread takes more of each: fewer steps combine across threads.
  int64_t vectors = rows.count >= 4 * context.target.multiprocessors ? 2 : 1;
  int64_t most = lanes > 4096 ? 1024 : 512;
  if (overrides.threads)
    most = overrides.threads / std::max<int64_t>(overrides.rows, 1);
  rows.threads =
      std::min<int64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(lanes, vectors)), llvm::bit_floor<uint64_t>(most));
  rows.threads = std::max<int64_t>(rows.threads, 1);
}

/// Rows of a block: enough for full blocks, as long as every multiprocessor gets a block.
static int64_t chooseRowsPerBlock(const ChooserContext &context, const Rows &rows) {
  const ScheduleOverrides &overrides = context.overrides;
  if (overrides.rows)
    return overrides.rows;
  if (overrides.threads)
    return std::max<int64_t>(overrides.threads / rows.threads, 1);
  int64_t perBlock = std::max<int64_t>(256 / rows.threads, 1);
  while (perBlock > 1 && perBlock * rows.threads > 32 &&
         static_cast<int64_t>(llvm::divideCeil(rows.count, perBlock)) < context.target.multiprocessors)
    perBlock /= 2;
  return perBlock;
}

/// A loop inside of a row. Chunks are unrolled where they are few and known, so that registers can hold them.
static Splits getRowSplits(const KernelStructure &structure, const Rows &rows, LoopNestOpInterface inner) {
  std::optional<int64_t> size = structure.getStaticSize(inner);
  int64_t step = rows.threads * rows.width;
  int64_t copies = size ? static_cast<int64_t>(llvm::divideCeil(*size, step)) * rows.width : 0;
  bool unrolled = size && copies <= registerBudget / 2 &&
                  copies * countInstructions(inner) <= unrollingOfRows * KernelStructure::instructionBudget;
  Splits splits = {{unrolled ? Binding::unroll : Binding::sequential, 0}, {Binding::thread, rows.threads}};
  if (rows.width > 1)
    splits.push_back({Binding::vector, rows.width});
  return splits;
}

/// Stages every operand that several loops of a row read at the same positions, as far as registers reach.
static void stageOperands(const ChooserContext &context, ScheduleBuilder &builder, int64_t threads, const Rows &rows) {
  const KernelStructure &structure = context.structure;
  KernelOp kernel = structure.kernel;
  if (!rows.outer || rows.columns)
    return;
  unsigned axis = structure.getAxes(rows.outer).back();
  ScheduleApplier probe(kernel, builder.build(threads));
  int64_t held = 0;
  for (unsigned operand = 0, end = kernel.getInputs().size(); operand < end; ++operand) {
    if (llvm::is_contained(kernel.getTied(), operand))
      continue;
    int64_t elements = probe.countStagedRegisters(
        StagingAttr::get(kernel.getContext(), {int64_t(operand)}, axis, StagingSpace::registers));
    if (elements == 0 || held + elements > registerBudget)
      continue;
    held += elements;
    builder.stage({int64_t(operand)}, axis, StagingSpace::registers);
  }
}

ScheduleAttr emmy::tile::chooseRows(const ChooserContext &context) {
  const KernelStructure &structure = context.structure;
  if (structure.hasDependentNests() || structure.hasReadWrites())
    return {};
  FailureOr<SmallVector<Rows>> nests = getRows(context);
  if (failed(nests))
    return {};
  // All nests of a kernel have the same number of threads.
  int64_t threads = 1;
  SmallVector<int64_t> perBlock;
  for (Rows &rows : *nests) {
    if (rows.columns || rows.inner.empty()) {
      int64_t most = context.overrides.threads ? context.overrides.threads : 256;
      while (!context.overrides.threads && most > 32 &&
             static_cast<int64_t>(llvm::divideCeil(rows.count, most)) < context.target.multiprocessors)
        most /= 2;
      perBlock.push_back(most);
      threads = std::max(threads, most);
      continue;
    }
    chooseRowThreads(context, rows);
    perBlock.push_back(rows.outer ? chooseRowsPerBlock(context, rows) : 1);
    threads = std::max(threads, perBlock.back() * rows.threads);
  }
  if (threads > context.target.threadsPerBlock)
    return {};
  ScheduleBuilder builder(structure);
  for (auto [rows, count] : llvm::zip_equal(*nests, perBlock)) {
    bool alone = rows.columns || rows.inner.empty();
    if (rows.outer) {
      Splits splits = {{Binding::block, 0}};
      if (count > 1 || alone)
        splits.push_back({Binding::thread, count});
      builder.set(rows.outer, splits);
    }
    if (!alone)
      for (LoopNestOpInterface inner : rows.inner)
        if (inner.getNumAxes())
          builder.set(inner, getRowSplits(structure, rows, inner));
  }
  builder.setSequential(structure.kernel);
  for (const Rows &rows : *nests)
    stageOperands(context, builder, threads, rows);
  return builder.build(threads);
}
