// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phases and barriers. The block runs a sequence of phases; inside of one, threads do not see each other. Two phases
// conflict when both touch a shared buffer, or an argument through which threads exchange data, and one writes it;
// between conflicting phases stands a barrier, which orders global memory inside of the block as well. What was
// touched since the last barrier is kept while code is emitted. A loop starts as if its whole body had just run, since
// that is what its next iteration meets.

#include "KernelLowering.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

Value KernelLowering::createShared(Location loc, int64_t size, Type elementType) {
  OpBuilder::InsertionGuard insertion(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  return kernel::SharedOp::create(builder, loc, kernel::getBufferType(size, elementType, gpu::AddressSpace::Workgroup));
}

bool KernelLowering::isContainer(Operation *op) {
  // A thread reduction is one phase; what its lift does, threads do by themselves.
  if (isa<tile::StageOp>(op) || (isa<tile::ReduceOp>(op) && tile::isCollective(op)))
    return isa<tile::ReduceOp>(op);
  bool found = false;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) { found |= tile::isCollective(inner); });
  return found;
}

void KernelLowering::findExchanged() {
  llvm::DenseMap<Value, llvm::SmallPtrSet<Operation *, 2>> writers;
  llvm::SmallPtrSet<Value, 4> read;
  // The grid is around all nests.
  auto isOutside = [&](Operation *op) {
    return op == kernel || (isa<tile::ForOp>(op) && cast<tile::ForOp>(op).getBinding() == Binding::block);
  };
  kernel->walk([&](AccessOpInterface access) {
    if (!isa<BlockArgument>(access.getBuffer()))
      return;
    Operation *nest = access;
    while (!isOutside(nest->getParentOp()))
      nest = nest->getParentOp();
    if (access.isStore())
      writers[access.getBuffer()].insert(nest);
    else
      read.insert(access.getBuffer());
  });
  // A fresh result's elements are each written once, whichever nests write them.
  auto isTied = [&](Value buffer) {
    return llvm::is_contained(kernel.getTied(), int64_t(cast<BlockArgument>(buffer).getArgNumber()));
  };
  for (auto &[buffer, nests] : writers)
    if (read.contains(buffer) || (nests.size() > 1 && isTied(buffer)))
      exchanged.insert(buffer);
}

void KernelLowering::collectTouches(Operation *inner, Touches &touches) {
  if (auto access = dyn_cast<AccessOpInterface>(inner)) {
    if (exchanged.contains(access.getBuffer())) {
      Touch &touch = touches[buffers.lookup(access.getBuffer())];
      (access.isStore() ? touch.isWritten : touch.isRead) = true;
      return;
    }
    if (!tile::isSharedBuffer(access.getBuffer()))
      return;
    // A buffer that is allocated inside of a loop is touched by every iteration.
    Value &shared = buffers[access.getBuffer()];
    if (!shared) {
      auto type = cast<MemRefType>(access.getBuffer().getType());
      shared = createShared(access.getBuffer().getLoc(), type.getNumElements(), type.getElementType());
    }
    (access.isStore() ? touches[shared].isWritten : touches[shared].isRead) = true;
  } else if (auto stage = dyn_cast<tile::StageOp>(inner)) {
    if (!tile::isSharedBuffer(stage.getBuffer()))
      return;
    lowerAlloc(stage.getBuffer());
    touches[buffers.lookup(stage.getBuffer())].isWritten = true;
  } else if (auto reduce = dyn_cast<tile::ReduceOp>(inner)) {
    if (!tile::isCollective(reduce) || cast<LoopNestOpInterface>(inner).getStaticExtents().front() <= 32)
      return;
    for (Value slot : getScratch(reduce))
      touches[slot] = {true, true};
  }
}

Touches KernelLowering::getTouches(Operation *op) {
  Touches touches;
  op->walk([&](Operation *inner) { collectTouches(inner, touches); });
  return touches;
}

Touches KernelLowering::getTouches(Region &region) {
  Touches touches;
  region.walk([&](Operation *inner) { collectTouches(inner, touches); });
  return touches;
}

void KernelLowering::addPending(const Touches &touches) {
  for (auto &[buffer, touch] : touches) {
    pending[buffer].isRead |= touch.isRead;
    pending[buffer].isWritten |= touch.isWritten;
  }
}

void KernelLowering::emitBarrier(Location loc, ArrayRef<Value> conflicts) {
  // What is pending is forgotten, so later code counts on this barrier for it.
  SmallVector<Value> buffers(conflicts);
  for (auto &[buffer, touch] : pending)
    if (!llvm::is_contained(buffers, buffer))
      buffers.push_back(buffer);
  kernel::BarrierOp::create(builder, loc, buffers);
  pending.clear();
}

void KernelLowering::beginPhase(Location loc, const Touches &touches) {
  SmallVector<Value> conflicts;
  for (auto &[buffer, touch] : touches) {
    Touch before = pending.lookup(buffer);
    if (before.isWritten || (before.isRead && touch.isWritten))
      conflicts.push_back(buffer);
  }
  if (!conflicts.empty())
    emitBarrier(loc, conflicts);
  addPending(touches);
}

/// Whether `user` may run when a thread is past the barrier.
static bool mayFollow(Operation *user, kernel::BarrierOp barrier) {
  for (Operation *outer = barrier->getParentOp(); !isa<kernel::FuncOp>(outer); outer = outer->getParentOp())
    if (isa<scf::ForOp>(outer) && outer->isProperAncestor(user))
      return true;
  for (Operation *op = barrier; !isa<kernel::FuncOp>(op); op = op->getParentOp())
    if (Operation *other = op->getBlock()->findAncestorOpInBlock(*user))
      return op->isBeforeInBlock(other);
  return false;
}

void KernelLowering::trimBarriers() {
  function.walk([](kernel::BarrierOp barrier) {
    SmallVector<Value> buffers;
    for (Value buffer : barrier.getBuffers())
      if (llvm::any_of(buffer.getUsers(),
                       [&](Operation *user) { return !isa<kernel::BarrierOp>(user) && mayFollow(user, barrier); }))
        buffers.push_back(buffer);
    // Of loops without iterations nothing is left, and an empty list would protect everything.
    if (!buffers.empty())
      barrier.getBuffersMutable().assign(buffers);
  });
}
