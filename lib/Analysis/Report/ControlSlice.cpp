// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the control slice of a kernel.

#include "ControlSlice.h"
#include "Intervals.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

static Value getAccessedBuffer(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<kernel::LoadOp, kernel::StoreOp, kernel::AtomicOp>([](auto access) { return access.getMemref(); })
      .Case([](kernel::AsyncCopyOp copy) { return copy.getSource(); })
      .Default([](Operation *) { return Value(); });
}

bool emmy::report::isGlobalAccess(Operation *op) {
  Value buffer = getAccessedBuffer(op);
  return buffer && kernel::getSpace(cast<MemRefType>(buffer.getType())) == gpu::AddressSpace::Global;
}

/// Whether the operation does something by itself.
static bool isRoot(Operation *op) {
  if (op->getNumRegions()) {
    bool isAny = false;
    op->walk([&](Operation *inner) {
      isAny |= !inner->getNumRegions() && !inner->hasTrait<OpTrait::IsTerminator>() && isRoot(inner);
    });
    return isAny;
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects ? effects.hasEffect<MemoryEffects::Write>() : op->getNumResults() == 0;
}

/// Whether something that a kernel does depends on the operation: code generation drops loads that nothing depends on.
bool ControlSlice::isNeeded(Operation *op) {
  auto [it, isNew] = needed.try_emplace(op, true);
  if (!isNew)
    return it->second;
  bool result;
  if (op->hasTrait<OpTrait::IsTerminator>())
    result = !isa<scf::ForOp, scf::IfOp>(op->getParentOp()) || isNeeded(op->getParentOp());
  else
    result = isRoot(op) || llvm::any_of(op->getUsers(), [&](Operation *user) { return isNeeded(user); });
  return needed[op] = result;
}

ControlSlice::ControlSlice(kernel::FuncOp kernel) {
  kernel.walk([&](Operation *op) {
    if (isGlobalAccess(op) && isNeeded(op))
      addOperation(op);
  });
  while (!worklist.empty())
    propagate(worklist.pop_back_val());
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (operations.contains(op))
      blocks[op->getBlock()].push_back(op);
  });
}

ArrayRef<Operation *> ControlSlice::getOperations(Block *block) const {
  auto found = blocks.find(block);
  return found == blocks.end() ? ArrayRef<Operation *>() : ArrayRef<Operation *>(found->second);
}

/// Adds an operation, and what decides whether and how often it runs.
void ControlSlice::addOperation(Operation *op) {
  if (isa<kernel::FuncOp>(op) || !operations.insert(op).second)
    return;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    for (Value bound : {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
      addValue(bound);
  else if (auto branch = dyn_cast<scf::IfOp>(op))
    addValue(branch.getCondition());
  else if (auto copy = dyn_cast<kernel::AsyncCopyOp>(op); copy && copy.getValid())
    addValue(copy.getValid());
  addOperation(op->getParentOp());
}

void ControlSlice::addValue(Value value) {
  if (values.insert(value).second)
    worklist.push_back(value);
}

/// Adds what a value is computed from; data and whatever is not integer arithmetic stays unknown.
void ControlSlice::propagate(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return;
    addOperation(loop);
    if (argument == loop.getInductionVar())
      return;
    addValue(loop.getTiedLoopInit(argument)->get());
    addValue(loop.getTiedLoopYieldedValue(argument)->get());
    return;
  }
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    addOperation(loop);
    addValue(loop.getRegionIterArg(number));
    addValue(loop.getInitArgs()[number]);
    addValue(loop.getBody()->getTerminator()->getOperand(number));
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    addOperation(branch);
    addValue(branch.thenYield().getOperand(number));
    addValue(branch.elseYield().getOperand(number));
  } else if (isEvaluated(op)) {
    addOperation(op);
    for (Value operand : op->getOperands())
      addValue(operand);
  } else if (isa<kernel::ThreadIdOp, kernel::BlockIdOp>(op)) {
    addOperation(op);
  }
}
