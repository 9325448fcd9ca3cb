// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers on chip: one thread's part of a register buffer is an array of its own; a shared buffer belongs to the block.

#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

void KernelLowering::lowerAlloc(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type element = type.getElementType();
  if (!tile::isRegistersBuffer(buffer)) {
    // One buffer for each allocation, however often it is run.
    Value &shared = buffers[buffer];
    if (!shared)
      shared = createShared(buffer.getLoc(), type.getNumElements(), element);
    return;
  }
  ArrayRef<int64_t> distributed = cast<tile::RegistersAttr>(type.getMemorySpace()).getThreadDims();
  int64_t size = 1;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(distributed, static_cast<int64_t>(dim)))
      size *= extent;
  auto local = kernel::getBufferType(size, element, gpu::AddressSpace::Private);
  buffers[buffer] = kernel::LocalOp::create(builder, buffer.getLoc(), local);
}

/// The constant index of an access to one element of the array; nothing for any other use.
static std::optional<int64_t> getElementNumber(Operation *user, Value array) {
  Value index;
  if (auto load = dyn_cast<kernel::LoadOp>(user); load && !isa<VectorType>(load.getType()))
    index = load.getIndex();
  if (auto store = dyn_cast<kernel::StoreOp>(user);
      store && store.getMemref() == array && !isa<VectorType>(store.getValue().getType()))
    index = store.getIndex();
  if (APInt number; index && matchPattern(index, m_ConstantInt(&number)))
    return number.getSExtValue();
  return std::nullopt;
}

void KernelLowering::promoteLocals() {
  SmallVector<kernel::LocalOp> locals;
  function.walk([&](kernel::LocalOp local) { locals.push_back(local); });
  for (kernel::LocalOp local : locals) {
    if (!llvm::all_of(local->getUsers(), [&](Operation *user) {
          return user->getBlock() == local->getBlock() && getElementNumber(user, local);
        }))
      continue;
    SmallVector<Operation *> users(local->getUsers());
    llvm::sort(users, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    llvm::DenseMap<int64_t, Value> elements;
    for (Operation *user : users) {
      int64_t number = *getElementNumber(user, local);
      if (auto store = dyn_cast<kernel::StoreOp>(user)) {
        elements[number] = store.getValue();
      } else if (Value known = elements.lookup(number)) {
        user->getResult(0).replaceAllUsesWith(known);
        user->erase();
      }
    }
  }
}

void KernelLowering::eraseUnreadLocals() {
  SmallVector<kernel::LocalOp> locals;
  function.walk([&](kernel::LocalOp local) { locals.push_back(local); });
  for (kernel::LocalOp local : locals) {
    if (!llvm::all_of(local->getUsers(), llvm::IsaPred<kernel::StoreOp>))
      continue;
    for (Operation *user : llvm::make_early_inc_range(local->getUsers()))
      user->erase();
    local.erase();
  }
}

/// Whether the stage alone writes its buffer.
static bool isOnlyWriter(tile::StageOp op) {
  return llvm::none_of(op.getBuffer().getUsers(), [](Operation *user) { return isa<tile::StoreOp>(user); });
}

/// Emits the axes from `axis` on, then the element.
void KernelLowering::fillStage(tile::StageOp op, unsigned axis, SmallVectorImpl<Lanes> &indices, bool isConditional,
                               Scope &scope) {
  unsigned axes = op.getExtents().size();
  if (axis == axes) {
    Scope inner(&scope, scope.getNumLanes());
    for (auto [iv, index] : llvm::zip_equal(op.getInductionVars(), indices))
      inner.map(iv, index);
    Block &body = op->getRegion(0).front();
    lowerBlock(body, inner);
    SmallVector<Value> ivs(op.getInductionVars().begin(), op.getInductionVars().end());
    Element element = getElement(op.getBuffer(), op.getLayoutMap(), ivs);
    Lanes values = inner.lookup(body.getTerminator()->getOperand(0));
    emitStore(op.getLoc(), element, values, std::nullopt, {}, inner);
    if (!isConditional && tile::isRegistersBuffer(op.getBuffer()) && isOnlyWriter(op))
      for (unsigned lane = 0; lane < inner.getNumLanes(); ++lane)
        if (APInt index; matchPattern(emitElementIndex(element, inner, lane), m_ConstantInt(&index)))
          knownElements[{op.getBuffer(), index.getSExtValue()}] = values.size() == 1 ? values.front() : values[lane];
    return;
  }
  int64_t extent = op.getExtents()[axis];
  switch (op.getBindingOf(axis)) {
  case Binding::thread:
    return fillStage(op, axis + 1, indices, isConditional, scope);
  case Binding::vector: {
    if (scope.getNumLanes() > 1 || extent == 0)
      break;
    for (int64_t lane = 0; lane < extent; ++lane)
      indices[axis].push_back(getIndex(lane));
    Scope inner(&scope, extent);
    fillStage(op, axis + 1, indices, isConditional, inner);
    indices[axis].clear();
    return;
  }
  case Binding::sequential: {
    // An array of registers needs constant indices.
    if (tile::isRegistersBuffer(op.getBuffer()))
      break;
    auto loop = scf::ForOp::create(builder, op.getLoc(), getIndex(0), getIndex(extent), getIndex(1));
    loop.getInductionVar().setLoc(getLoc(role::slot));
    OpBuilder::InsertionGuard insertion(builder);
    builder.setInsertionPoint(loop.getBody()->getTerminator());
    indices[axis] = {loop.getInductionVar()};
    return fillStage(op, axis + 1, indices, isConditional, scope);
  }
  default:
    break;
  }
  forEachPoint({extent}, [&](ArrayRef<Lanes> point) {
    indices[axis] = point.front();
    fillStage(op, axis + 1, indices, isConditional, scope);
  });
}

void KernelLowering::lowerStage(tile::StageOp op, Scope &scope) {
  assert(scope.getNumLanes() == 1 && "a vector loop that holds a stage is run lane by lane");
  lowerAlloc(op.getBuffer());
  SmallVector<Lanes> indices(op.getExtents().size());
  SmallVector<int64_t> strides;
  for (int64_t stride : op.getStrides())
    if (stride > 0)
      strides.push_back(stride);
  Value condition;
  for (auto [axis, extent] : llvm::enumerate(op.getExtents())) {
    if (op.getBindingOf(axis) != Binding::thread)
      continue;
    auto [position, mayExceed] = getThreadPosition(op.getStrides()[axis], extent, strides, role::slot);
    indices[axis] = {position};
    if (mayExceed)
      condition = emitAnd(condition, arith::CmpIOp::create(builder, getLoc(role::inside), arith::CmpIPredicate::slt,
                                                           position, getIndex(extent)));
  }
  size_t depth = threadStrides.size();
  llvm::append_range(threadStrides, strides);
  OpBuilder::InsertionGuard insertion(builder);
  if (condition) {
    auto branch = scf::IfOp::create(builder, op.getLoc(), condition, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  fillStage(op, 0, indices, condition != nullptr, scope);
  threadStrides.resize(depth);
}
