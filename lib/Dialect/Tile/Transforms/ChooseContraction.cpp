// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules of reductions whose lift combines values of disjoint axes, so that a tile of results uses every loaded
// element many times: matrix products, convolutions, distances. What is read is staged in shared memory, results are
// kept in registers.

#include "ScheduleChooser.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

using Splits = ScheduleBuilder::Splits;

namespace {
/// The two axes of the loop that are tiled, the axis of the reduction that is stepped, and what is staged.
struct Contraction {
  ForOp outer;
  unsigned rowAxis = 0, columnAxis = 0;
  SmallVector<ReduceOp> reductions;
};
} // namespace

/// Axes of `outer` that a value of its body depends on.
static llvm::SmallDenseSet<Value> getIndices(Value value, ForOp outer) {
  llvm::SmallDenseSet<Value> indices;
  SmallVector<Value> work = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (llvm::is_contained(outer.getInductionVars(), next))
      indices.insert(next);
    if (Operation *op = next.getDefiningOp(); op && outer->isAncestor(op))
      llvm::append_range(work, op->getOperands());
  }
  return indices;
}

/// The operands behind the largest values of a lift that vary with one of the two axes only. A staging names operands
/// and means the largest value that is computed of them; two values that share an operand cannot be told apart, and
/// would be one with both axes. Whether there is something to stage.
static bool collectStagings(ReduceOp reduce, ForOp outer, Value row, Value column,
                            SmallVectorImpl<SmallVector<int64_t>> &stagings) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  llvm::SmallDenseSet<int64_t> staged;
  bool areApart = true;
  std::function<void(Value)> visit = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !outer->isProperAncestor(op) || !seen.insert(op).second)
      return;
    llvm::SmallDenseSet<Value> indices = getIndices(value, outer);
    if (indices.contains(row) && indices.contains(column)) {
      for (Value operand : op->getOperands())
        visit(operand);
      return;
    }
    if (!indices.contains(row) && !indices.contains(column))
      return;
    llvm::SmallSetVector<int64_t, 4> operands;
    SmallVector<Value> work = {value};
    while (!work.empty()) {
      Value next = work.pop_back_val();
      Operation *inner = next.getDefiningOp();
      if (!inner || !outer->isProperAncestor(inner))
        continue;
      if (auto load = dyn_cast<LoadOp>(inner))
        if (auto argument = dyn_cast<BlockArgument>(load.getBuffer()))
          operands.insert(argument.getArgNumber());
      llvm::append_range(work, inner->getOperands());
    }
    SmallVector<int64_t> sorted(operands.begin(), operands.end());
    llvm::sort(sorted);
    for (int64_t operand : sorted)
      areApart &= staged.insert(operand).second;
    if (!sorted.empty())
      stagings.push_back(sorted);
  };
  for (Value yielded : reduce.getLift().front().getTerminator()->getOperands())
    visit(yielded);
  return areApart && !stagings.empty();
}

/// The pair of axes with the largest tile of results for which some loads vary with one and not the other, both ways.
static std::optional<Contraction> findContraction(const ChooserContext &context) {
  const KernelStructure &structure = context.structure;
  SmallVector<LoopNestOpInterface> nests = KernelStructure::getLoops(structure.kernel);
  if (nests.size() != 1 || !KernelStructure::isParallel(nests.front()))
    return std::nullopt;
  Contraction result;
  result.outer = cast<ForOp>(nests.front().getOperation());
  for (LoopNestOpInterface loop : KernelStructure::getLoops(result.outer)) {
    auto reduce = dyn_cast<ReduceOp>(loop.getOperation());
    if (!reduce || !KernelStructure::getLoops(reduce).empty() || reduce.getNumAxes() == 0)
      return std::nullopt;
    result.reductions.push_back(reduce);
  }
  if (result.reductions.empty())
    return std::nullopt;
  SmallVector<llvm::SmallDenseSet<Value>> used;
  for (ReduceOp reduce : result.reductions)
    reduce.getLift().walk([&](LoadOp load) { used.push_back(getIndices(load.getResult(), result.outer)); });
  SmallVector<unsigned> numbers = structure.getAxes(result.outer);
  // Neighbouring threads take neighbouring columns: those along which results are contiguous.
  unsigned column = numbers.back();
  Value columnIndex = structure.axes[column].getInductionVar();
  int64_t best = 0;
  for (unsigned row : ArrayRef(numbers).drop_back()) {
    Value rowIndex = structure.axes[row].getInductionVar();
    bool rowOnly = llvm::any_of(used, [&](auto &set) { return set.contains(rowIndex) && !set.contains(columnIndex); });
    bool columnOnly =
        llvm::any_of(used, [&](auto &set) { return set.contains(columnIndex) && !set.contains(rowIndex); });
    int64_t extent = structure.getExpectedExtent(structure.axes[row]);
    if (rowOnly && columnOnly && extent > best) {
      best = extent;
      result.rowAxis = row;
      result.columnAxis = column;
    }
  }
  // Small tiles use what they load too rarely.
  constexpr int64_t least = 16;
  if (best < least || structure.getExpectedExtent(structure.axes[column]) < least)
    return std::nullopt;
  return result;
}

/// A tile side of an axis: 16 threads with up to 8 results each.
static Splits getTileSplits(int64_t side) {
  Splits splits = {{Binding::block, 0}};
  int64_t perThread = side / 16;
  if (perThread > 4)
    splits.push_back({Binding::unroll, perThread / 4});
  splits.push_back({Binding::thread, 16});
  if (perThread > 1)
    splits.push_back({Binding::vector, std::min<int64_t>(perThread, 4)});
  return splits;
}

ScheduleAttr emmy::tile::chooseContraction(const ChooserContext &context) {
  const KernelStructure &structure = context.structure;
  if (structure.hasReadWrites())
    return {};
  std::optional<Contraction> contraction = findContraction(context);
  if (!contraction)
    return {};
  KernelOp kernel = structure.kernel;
  const KernelAxis &row = structure.axes[contraction->rowAxis], &column = structure.axes[contraction->columnAxis];

  // The largest tiles that give every multiprocessor a block; registers limit the results of a thread over all
  // reductions.
  int64_t batch = structure.getExpectedSize(contraction->outer) /
                  std::max<int64_t>(structure.getExpectedExtent(row) * structure.getExpectedExtent(column), 1);
  int64_t rowSide = 128, columnSide = 128;
  int64_t states = 0;
  for (ReduceOp reduce : contraction->reductions)
    states += reduce.getInits().size();
  auto blocks = [&] {
    return batch * llvm::divideCeil(structure.getExpectedExtent(row), rowSide) *
           llvm::divideCeil(structure.getExpectedExtent(column), columnSide);
  };
  while (rowSide > 32 && ((rowSide / 16) * (columnSide / 16) * states > 64 ||
                          static_cast<int64_t>(blocks()) < context.target.multiprocessors)) {
    rowSide /= 2;
    columnSide /= 2;
  }
  while (rowSide > 16 && rowSide / 2 >= structure.getExpectedExtent(row))
    rowSide /= 2;
  while (columnSide > 16 && columnSide / 2 >= structure.getExpectedExtent(column))
    columnSide /= 2;
  constexpr int64_t threads = 256;
  if (context.overrides.threads && context.overrides.threads != threads)
    return {};

  ScheduleBuilder builder(structure);
  for (unsigned number : structure.getAxes(contraction->outer)) {
    if (number == contraction->rowAxis)
      builder.setAxis(number, getTileSplits(rowSide));
    else if (number == contraction->columnAxis)
      builder.setAxis(number, getTileSplits(columnSide));
    else
      builder.setAxis(number, {{Binding::block, 0}});
  }
  int64_t sharedBytes = 0;
  for (ReduceOp reduce : contraction->reductions) {
    // The longest axis is stepped through in tiles, the others one by one.
    SmallVector<unsigned> numbers = structure.getAxes(reduce);
    unsigned stepped = numbers.front();
    for (unsigned number : numbers)
      if (structure.getExpectedExtent(structure.axes[number]) >= structure.getExpectedExtent(structure.axes[stepped]))
        stepped = number;
    int64_t most = rowSide * columnSide > 64 * 64 ? 8 : 16;
    int64_t step = std::min<int64_t>(
        most, llvm::PowerOf2Ceil(std::max<int64_t>(structure.getExpectedExtent(structure.axes[stepped]), 1)));
    for (unsigned number : numbers)
      builder.setAxis(number, number == stepped ? Splits{{Binding::sequential, 0}, {Binding::unroll, step}}
                                                : Splits{{Binding::sequential, 0}});
    SmallVector<SmallVector<int64_t>> stagings;
    if (!collectStagings(reduce, contraction->outer, row.getInductionVar(), column.getInductionVar(), stagings))
      return {};
    for (ArrayRef<int64_t> operands : stagings) {
      if (llvm::any_of(operands, [&](int64_t operand) {
            return operand >= static_cast<int64_t>(kernel.getInputs().size()) ||
                   llvm::is_contained(kernel.getTied(), operand);
          }))
        return {};
      builder.stage(operands, stepped, StagingSpace::shared);
      sharedBytes += 8 * step * (std::max(rowSide, columnSide) + 8);
    }
  }
  if (sharedBytes > context.target.staticSharedBytesPerBlock)
    return {};
  return builder.build(threads);
}
