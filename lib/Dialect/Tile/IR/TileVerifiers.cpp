// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the tile dialect: staged buffers, and schedules against their kernels.

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

//===----------------------------------------------------------------------===//
// alloc, stage
//===----------------------------------------------------------------------===//

/// The memory space of a buffer on chip is known, and registers name dims of the buffer.
static LogicalResult verifyBuffer(Operation *op, MemRefType type, bool mayBeAbsent) {
  if (failed(nest::verifyLocalBuffer(op, type)))
    return failure();
  Attribute space = type.getMemorySpace();
  if ((!space && mayBeAbsent) || isa_and_present<SharedAttr>(space))
    return success();
  auto registers = dyn_cast_or_null<RegistersAttr>(space);
  if (!registers)
    return op->emitOpError("expected a buffer in #emmy_tile.registers or #emmy_tile.shared, but got ") << type;
  int64_t last = -1;
  for (int64_t dim : registers.getThreadDims()) {
    if (dim <= last || dim >= type.getRank())
      return op->emitOpError("expected the thread dims to be increasing dims of a buffer of rank ")
             << type.getRank() << ", but got [" << registers.getThreadDims() << "]";
    last = dim;
  }
  return success();
}

LogicalResult AllocOp::verify() {
  return verifyBuffer(*this, cast<MemRefType>(getBuffer().getType()), /*mayBeAbsent=*/true);
}

LogicalResult StageOp::verify() {
  auto type = cast<MemRefType>(getBuffer().getType());
  size_t numAxes = getExtents().size();
  if (getBody()->getNumArguments() != numAxes || getBindings().size() != numAxes || getStrides().size() != numAxes)
    return emitOpError("expected one induction variable, binding and stride for each of ")
           << numAxes << " extents, but got " << getBody()->getNumArguments() << ", " << getBindings().size() << " and "
           << getStrides().size();
  SmallVector<int64_t> threadAxes;
  for (size_t axis = 0; axis < numAxes; ++axis) {
    Binding binding = getBindingOf(axis);
    if (!llvm::is_contained({Binding::thread, Binding::vector, Binding::unroll, Binding::sequential}, binding))
      return emitOpError("expected axis #")
             << axis << " to be bound to thread, vector, unroll or sequential, but got " << stringifyBinding(binding);
    bool isThread = binding == Binding::thread;
    if (isThread)
      threadAxes.push_back(axis);
    if (getExtents()[axis] < 0)
      return emitOpError("expected an extent that is not negative at axis #")
             << axis << ", but got " << getExtents()[axis];
    StringRef expected = isThread ? "a positive stride" : "a stride of 0";
    if (isThread ? getStrides()[axis] < 1 : getStrides()[axis] != 0)
      return emitOpError("expected ") << expected << " at axis #" << axis << " (" << stringifyBinding(binding)
                                      << "), but got " << getStrides()[axis];
  }
  if (failed(verifyBuffer(*this, type, /*mayBeAbsent=*/false)))
    return failure();
  if (auto registers = dyn_cast<RegistersAttr>(type.getMemorySpace())) {
    if (getLayout())
      return emitOpError("expected no layout of a buffer in registers, but got ") << getLayoutAttr();
    if (registers.getThreadDims() != ArrayRef(threadAxes))
      return emitOpError("expected registers distributed over the thread axes [")
             << ArrayRef(threadAxes) << "], but got [" << registers.getThreadDims() << "]";
  }
  if (getLayout()) {
    if (getLayout()->getNumDims() != numAxes || getLayout()->getNumSymbols() ||
        getLayout()->getNumResults() != type.getRank())
      return emitOpError("expected a layout from ")
             << numAxes << " axes to " << type.getRank() << " dims, but got " << getLayoutAttr();
  } else if (type.getShape() != getExtents()) {
    return emitOpError("expected a buffer of the shape [") << getExtents() << "] of the box, but got " << type;
  }
  auto yield = cast<YieldOp>(getBody()->getTerminator());
  if (yield.getNumOperands() != 1 || yield.getOperand(0).getType() != type.getElementType())
    return emitOpError("expected the region to yield one ")
           << type.getElementType() << ", but got (" << yield.getOperandTypes() << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

SmallVector<KernelAxis> emmy::tile::getKernelAxes(Operation *kernel) {
  SmallVector<KernelAxis> axes;
  kernel->walk<WalkOrder::PreOrder>([&](LoopNestOpInterface loop) {
    auto reduction = dyn_cast<ReductionOpInterface>(loop.getOperation());
    AxisKind kind = reduction ? AxisKind::reduction : AxisKind::loop;
    bool inOrder = reduction ? reduction.isScan() : loop.getBinding() == Binding::sequential;
    for (unsigned position = 0, end = loop.getNumAxes(); position < end; ++position)
      axes.push_back({loop, position, kind, inOrder});
  });
  return axes;
}

namespace {
/// Verifies a schedule against an unscheduled kernel.
struct ScheduleVerifier {
  KernelOp kernel;
  ScheduleAttr schedule;
  SmallVector<KernelAxis> axes;

  LogicalResult verify();
  LogicalResult verifyAxes();
  LogicalResult verifyBindings();
  LogicalResult verifyThreads();
  LogicalResult verifyStagings();
  InFlightDiagnostic error() { return kernel.emitOpError(); }
};
} // namespace

LogicalResult ScheduleVerifier::verify() {
  axes = getKernelAxes(kernel);
  if (failed(verifyAxes()) || failed(verifyBindings()) || failed(verifyThreads()))
    return failure();
  return verifyStagings();
}

LogicalResult ScheduleVerifier::verifyAxes() {
  if (schedule.getNumAxes() != axes.size())
    return error() << "expected a schedule of the " << axes.size() << " axes of the kernel, but got "
                   << schedule.getNumAxes();
  for (auto [number, axis] : llvm::enumerate(axes))
    if (schedule.getKind(number) != axis.kind)
      return error() << "expected axis #" << number << " of the schedule to be of kind '"
                     << stringifyAxisKind(axis.kind) << "', but got '" << schedule.getAxisName(number) << "'";
  unsigned first = 0;
  for (AxisAttr entry : schedule.getAxes()) {
    unsigned size = entry.getKinds().size();
    for (unsigned i = first + 1; i < first + size; ++i)
      if (axes[i].loop != axes[first].loop)
        return error() << "expected collapsed axes to belong to one loop, but got " << schedule.getAxisName(first)
                       << " and " << schedule.getAxisName(i) << " of different loops";
    first += size;
  }
  return success();
}

LogicalResult ScheduleVerifier::verifyBindings() {
  unsigned first = 0;
  for (AxisAttr entry : schedule.getAxes()) {
    KernelAxis axis = axes[first];
    std::string name = schedule.getAxisName(first);
    if (axis.inOrder) {
      for (SplitAttr split : entry.getSplits())
        if (split.getBinding() != Binding::sequential && split.getBinding() != Binding::unroll)
          return error() << "expected axis " << name << ", which runs in order, to be sequential or unrolled, but got "
                         << stringifyBinding(split.getBinding());
    }
    if (entry.hasBinding(Binding::block)) {
      bool outer = axis.kind == AxisKind::loop && !axis.inOrder;
      for (Operation *op = axis.loop->getParentOp(); outer && op != kernel; op = op->getParentOp())
        outer = isa<ForOp>(op) && cast<ForOp>(op).getBinding() == Binding::parallel;
      if (!outer)
        return error() << "expected axis " << name
                       << " with a block factor to be a parallel axis inside parallel loops only";
    }
    SplitAttr outermost = entry.getSplits().front();
    bool isStatic = llvm::all_of(ArrayRef(axes).slice(first, entry.getKinds().size()),
                                 [](const KernelAxis &axis) { return !ShapedType::isDynamic(axis.getStaticExtent()); });
    if (!isStatic && llvm::is_contained({Binding::thread, Binding::vector, Binding::unroll}, outermost.getBinding()))
      return error() << "expected a static extent of axis " << name << ", whose outermost factor is "
                     << stringifyBinding(outermost.getBinding()) << ", but got a dynamic one";
    first += entry.getKinds().size();
  }
  return success();
}

LogicalResult ScheduleVerifier::verifyThreads() {
  ThreadSpans spans(kernel, schedule);
  llvm::DenseMap<Operation *, std::string> reductions; // that have a thread factor, and its axis
  unsigned first = 0;
  for (AxisAttr entry : schedule.getAxes()) {
    KernelAxis axis = axes[first];
    std::string name = schedule.getAxisName(first);
    first += entry.getKinds().size();
    if (!entry.hasBinding(Binding::thread))
      continue;
    // Axes stand in preorder, so that a reduction around this loop was seen.
    for (Operation *op = axis.loop; op != kernel; op = op->getParentOp())
      if (auto outer = reductions.find(op); outer != reductions.end())
        return error() << "expected at most one thread factor in a reduction and the loops inside of it, but got one "
                       << "on axis " << outer->second << " and one on axis " << name;
    if (axis.kind != AxisKind::reduction)
      continue;
    uint64_t size = spans.getFactor(axis.loop), lanes = std::min<uint64_t>(size, 32);
    if (!isCooperative(size))
      return error() << "expected the thread factor of reduction axis " << name
                     << " to be a power of two up to 32 or a multiple of 32, but got " << size;
    if (spans.getGroup(axis.loop) % lanes)
      return error() << "expected the threads that run reduction axis " << name << " to be a multiple of " << lanes
                     << ", but got " << spans.getGroup(axis.loop);
    reductions[axis.loop] = name;
  }
  for (Operation &op : *kernel.getBodyBlock())
    if (isa<LoopNestOpInterface>(op) && spans.getSpan(&op) > static_cast<uint64_t>(schedule.getThreads()))
      return error() << "expected at most " << schedule.getThreads() << " threads in nested axes, but got "
                     << spans.getSpan(&op);
  return success();
}

LogicalResult ScheduleVerifier::verifyStagings() {
  for (StagingAttr staging : schedule.getStagings()) {
    for (int64_t operand : staging.getOperands()) {
      if (operand < 0 || operand >= static_cast<int64_t>(kernel.getInputs().size()))
        return error() << "expected a staging to name one of " << kernel.getInputs().size()
                       << " inputs, but got operand " << operand;
      if (llvm::is_contained(kernel.getTied(), operand))
        return error() << "expected a staging of an input that is only read, but operand " << operand
                       << " is tied to a result";
    }
  }
  return success();
}

LogicalResult emmy::tile::verifySchedule(KernelOp kernel, ScheduleAttr schedule) {
  return ScheduleVerifier{kernel, schedule, {}}.verify();
}

/// C9 of unscheduled kernels.
static LogicalResult verifyUnscheduledBody(KernelOp kernel) {
  WalkResult result = kernel->walk([&](Operation *op) {
    if (auto loop = dyn_cast<LoopNestOpInterface>(op);
        loop && loop.getBinding() != Binding::parallel && loop.getBinding() != Binding::sequential) {
      op->emitOpError("expected parallel or sequential in a kernel without threads, but got ")
          << stringifyBinding(loop.getBinding());
      return WalkResult::interrupt();
    }
    if (isa<StageOp>(op)) {
      op->emitOpError("expected no staged buffer in a kernel without threads");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

bool emmy::tile::isCollective(Operation *op) {
  if (isa<ForOp, ReduceOp>(op))
    return cast<LoopNestOpInterface>(op).getBinding() == Binding::thread;
  return isa<StageOp>(op);
}

/// Whether each thread runs what the operation holds by itself.
static bool isOnePhase(Operation *op) { return isCollective(op) && !isa<ForOp>(op); }

/// The extents and strides of the thread axes of a collective operation.
static std::pair<SmallVector<int64_t>, SmallVector<int64_t>> getThreadAxes(Operation *op) {
  if (auto loop = dyn_cast<LoopNestOpInterface>(op))
    return {SmallVector<int64_t>(loop.getStaticExtents()), SmallVector<int64_t>(loop.getStrides())};
  auto stage = cast<StageOp>(op);
  std::pair<SmallVector<int64_t>, SmallVector<int64_t>> axes;
  for (auto [extent, stride] : llvm::zip_equal(stage.getExtents(), stage.getStrides()))
    if (stride) {
      axes.first.push_back(extent);
      axes.second.push_back(stride);
    }
  return axes;
}

/// C14: every iteration along a thread axis has its threads.
static LogicalResult verifyThreadAxes(KernelOp kernel, Operation *op) {
  if (!isCollective(op))
    return success();
  int64_t around = *kernel.getThreads();
  for (Operation *parent = op->getParentOp(); parent != kernel; parent = parent->getParentOp())
    if (isCollective(parent))
      for (int64_t stride : getThreadAxes(parent).second)
        around = std::min(around, stride);
  auto [extents, strides] = getThreadAxes(op);
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    int64_t extent = extents[axis], stride = strides[axis], period = around;
    for (size_t other = 0; other < strides.size(); ++other)
      if (other != axis && strides[other] >= stride)
        period = std::min(period, strides[other]);
    if (llvm::SaturatingMultiply<uint64_t>(extent, stride) > static_cast<uint64_t>(period))
      return op->emitOpError("expected ")
             << extent << " iterations at a distance of " << stride << " to fit into " << period << " threads";
    // Lanes combine inside of warps.
    int64_t lanes = std::min<int64_t>(extent, 32);
    if (isa<ReduceOp>(op) && period % lanes)
      return op->emitOpError("expected a reduction of ")
             << extent << " threads in a group of a multiple of " << lanes << ", but got " << period;
  }
  return success();
}

/// C10, C11, C13 and C14 of one operation; `grid` is the loop over blocks where it was seen.
static LogicalResult verifyScheduledOperation(KernelOp kernel, Operation *op, ForOp &grid) {
  if (auto loop = dyn_cast<LoopNestOpInterface>(op)) {
    if (loop.getBinding() == Binding::parallel)
      return op->emitOpError("expected a bound loop in a kernel with threads, but got parallel");
    if (loop.getBinding() == Binding::block) {
      if (grid || op->getParentOp() != kernel || !isa<ForOp>(op))
        return op->emitOpError("expected at most one for block, outermost in the kernel");
      grid = cast<ForOp>(op);
    }
  }
  auto store = dyn_cast<StoreOp>(op);
  bool isStoredByThreads = !store || !isa<BlockArgument>(store.getBuffer());
  for (Operation *parent = op->getParentOp(); parent != kernel; parent = parent->getParentOp()) {
    if (isCollective(op) && isOnePhase(parent))
      return op->emitOpError("expected nothing bound to threads and no stage inside of '")
             << parent->getName() << "', which each thread runs by itself";
    isStoredByThreads |= isCollective(parent) && isa<ForOp>(parent);
  }
  if (!isStoredByThreads)
    return op->emitOpError("expected a store to a kernel buffer to stand inside a thread loop");
  return verifyThreadAxes(kernel, op);
}

/// C10 to C14 of scheduled kernels.
static LogicalResult verifyScheduledBody(KernelOp kernel) {
  if (failed(verifyNumThreads([&] { return kernel.emitOpError(); }, *kernel.getThreads())))
    return failure();
  ForOp grid;
  WalkResult result = kernel->walk([&](Operation *op) {
    return op == kernel ? WalkResult::advance() : WalkResult(verifyScheduledOperation(kernel, op, grid));
  });
  return failure(result.wasInterrupted());
}

LogicalResult emmy::tile::verifyScheduledKernel(Operation *op) {
  auto kernel = cast<KernelOp>(op);
  if (kernel.getThreads())
    return verifyScheduledBody(kernel);
  if (failed(verifyUnscheduledBody(kernel)))
    return failure();
  if (std::optional<ScheduleAttr> schedule = kernel.getSchedule())
    return verifySchedule(kernel, *schedule);
  return success();
}
