// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What schedules say when they are asked, and what can be verified of them without a kernel.

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

int64_t AxisAttr::getInnerSize() const {
  int64_t product = 1;
  for (SplitAttr split : getSplits())
    product *= std::max<int64_t>(split.getSize(), 1);
  return product;
}

int64_t AxisAttr::getFactor(unsigned i) const {
  int64_t product = 1;
  for (SplitAttr split : getSplits().drop_front(i + 1))
    product *= std::max<int64_t>(split.getSize(), 1);
  return product;
}

bool AxisAttr::hasBinding(Binding binding) const {
  return llvm::any_of(getSplits(), [&](SplitAttr split) { return split.getBinding() == binding; });
}

unsigned ScheduleAttr::getNumAxes() const {
  unsigned count = 0;
  for (AxisAttr entry : getAxes())
    count += entry.getKinds().size();
  return count;
}

AxisKind ScheduleAttr::getKind(unsigned axis) const {
  for (AxisAttr entry : getAxes()) {
    if (axis < entry.getKinds().size())
      return entry.getKinds()[axis];
    axis -= entry.getKinds().size();
  }
  llvm_unreachable("expected an axis of the schedule");
}

std::string ScheduleAttr::getAxisName(unsigned axis) const {
  unsigned number = 0;
  for (unsigned i = 0; i < axis; ++i)
    number += getKind(i) == getKind(axis);
  return (stringifyAxisKind(getKind(axis)) + Twine(number)).str();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult emmy::tile::verifyNumThreads(function_ref<InFlightDiagnostic()> emitError, int64_t threads) {
  if (threads < 1 || threads > 1024)
    return emitError() << "expected 1 to 1024 threads, but got " << threads;
  return success();
}

/// C2 to C4 and C6 of one entry.
static LogicalResult verifyEntry(function_ref<InFlightDiagnostic()> emitError, unsigned number, AxisAttr axis) {
  ArrayRef<SplitAttr> splits = axis.getSplits();
  if (splits.empty())
    return emitError() << "expected at least one split in entry #" << number << ", but got none";
  if (splits.front().getSize())
    return emitError() << "expected the outermost split of entry #" << number
                       << " to have no size (it is derived), but got " << splits.front().getSize();
  uint64_t product = 1;
  for (size_t i = 0; i < splits.size(); ++i) {
    SplitAttr split = splits[i];
    product = llvm::SaturatingMultiply<uint64_t>(product, std::max<int64_t>(split.getSize(), 1));
    StringRef name = stringifyBinding(split.getBinding());
    if (i && !split.getSize())
      return emitError() << "expected a size for split #" << i << " (" << name << ") of entry #" << number
                         << ", but got none";
    switch (split.getBinding()) {
    case Binding::sequential:
    case Binding::unroll:
      break;
    case Binding::block:
    case Binding::thread:
    case Binding::vector:
      if (llvm::count_if(splits, [&](SplitAttr other) { return other.getBinding() == split.getBinding(); }) > 1)
        return emitError() << "expected at most one " << name << " split in entry #" << number << ", but got several";
      if (split.getBinding() == Binding::block && i)
        return emitError() << "expected the block split of entry #" << number << " to be the first, but got split #"
                           << i;
      if (split.getBinding() == Binding::vector && i + 1 != splits.size())
        return emitError() << "expected the vector split of entry #" << number << " to be the last, but got split #"
                           << i << " of " << splits.size();
      break;
    default:
      return emitError() << "expected block, thread, vector, unroll or sequential in entry #" << number << ", but got "
                         << name;
    }
  }
  constexpr uint64_t mostPositions = std::numeric_limits<int32_t>::max();
  if (product > mostPositions)
    return emitError() << "expected sizes of entry #" << number << " with a product of at most " << mostPositions
                       << ", but got " << product;
  if (!llvm::all_equal(axis.getKinds()))
    return emitError() << "expected the collapsed axes of entry #" << number << " to be of one kind, but got loops and "
                       << "reductions";
  return success();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t threads,
                                   ArrayRef<AxisAttr> axes, ArrayRef<StagingAttr> stagings) {
  if (failed(verifyNumThreads(emitError, threads)))
    return failure();
  int64_t numAxes = 0;
  for (auto [number, axis] : llvm::enumerate(axes)) {
    if (failed(verifyEntry(emitError, number, axis)))
      return failure();
    numAxes += axis.getKinds().size();
  }
  for (auto [number, staging] : llvm::enumerate(stagings)) {
    ArrayRef<int64_t> operands = staging.getOperands();
    if (operands.empty())
      return emitError() << "expected staging #" << number << " to name an operand, but got none";
    for (unsigned i = 0; i + 1 < operands.size(); ++i)
      if (operands[i] >= operands[i + 1])
        return emitError() << "expected increasing operand numbers in staging #" << number << ", but got "
                           << operands[i] << " before " << operands[i + 1];
    // The text names axes, and the parser looks them up.
    assert(staging.getAxis() >= 0 && staging.getAxis() < numAxes && "a staging at an axis of the schedule");
  }
  return success();
}
