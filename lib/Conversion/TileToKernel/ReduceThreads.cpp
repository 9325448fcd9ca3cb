// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions across threads: a butterfly of shuffles inside a warp, then one slot of shared memory for each warp, which
// every thread of the group reads. All threads of the group compute the same tree on the same operands in the same
// order, so that they agree in every bit even where combine is not commutative.

#include "KernelLowering.h"

#include "Emmy/Dialect/Base/IR/Targets.h"
#include "Emmy/Interfaces/CombineOrder.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

static constexpr int64_t kWarp = TargetFacts::warpSize;

/// Whether every component is one commutative operation of its own two values.
static bool isCommutative(Region &combine) {
  Block &block = combine.front();
  unsigned components = block.getNumArguments() / 2;
  if (std::distance(block.begin(), block.end()) != components + 1)
    return false;
  for (unsigned i = 0; i < components; ++i) {
    Operation *op = block.getTerminator()->getOperand(i).getDefiningOp();
    if (!op || op->getNumOperands() != 2)
      return false;
    Value own = block.getArgument(i), other = block.getArgument(components + i);
    bool isPair = (op->getOperand(0) == own && op->getOperand(1) == other) ||
                  (op->getOperand(0) == other && op->getOperand(1) == own);
    auto apply = dyn_cast<ApplyOp>(op);
    bool commutes = op->hasTrait<OpTrait::IsCommutative>() || (apply && getLaws(apply.getFunction()).commutative);
    if (!isPair || !commutes)
      return false;
  }
  return true;
}

/// The value of the lane whose number differs by `offset` in one bit; a bool travels as an integer.
Value KernelLowering::emitShuffle(Value value, int64_t offset) {
  Location loc = value.getLoc();
  Type type = value.getType();
  if (type.isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value);
  Value mask = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getI32IntegerAttr(offset));
  Value other =
      kernel::ShuffleOp::create(builder, loc, value.getType(), kernel::ShuffleMode::xor_lane, value, mask, kWarp);
  if (!type.isInteger(1))
    return other;
  Value zero = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getI32IntegerAttr(0));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, other, zero);
}

/// Combines the states of `lanes` consecutive lanes, neighbours first; every lane gets the result.
SmallVector<Value> KernelLowering::emitShuffleTree(tile::ReduceOp op, SmallVector<Value> state, int64_t lanes,
                                                   Scope &scope) {
  Location loc = op.getLoc();
  bool isOrdered = !isCommutative(op.getCombine());
  for (int64_t offset = 1; offset < lanes; offset *= 2) {
    SmallVector<Value> own(state), other;
    for (Value value : state)
      other.push_back(emitShuffle(value, offset));
    if (isOrdered) {
      // The lower lane's state is the left operand in both lanes.
      Value bit = arith::AndIOp::create(builder, getLoc(role::index), threadId, getIndex(offset));
      Value isUpper = arith::CmpIOp::create(builder, getLoc(role::upper), arith::CmpIPredicate::ne, bit, getIndex(0));
      for (auto [mine, theirs] : llvm::zip_equal(own, other)) {
        Value left = arith::SelectOp::create(builder, loc, isUpper, theirs, mine);
        theirs = arith::SelectOp::create(builder, loc, isUpper, mine, theirs);
        mine = left;
      }
    }
    state = emitCombine(op, own, other, scope);
  }
  return state;
}

ArrayRef<Value> KernelLowering::getScratch(tile::ReduceOp op) {
  auto [it, isNew] = scratch.try_emplace(op);
  if (isNew)
    for (Value init : op.getInits())
      it->second.push_back(createShared(op.getLoc(), llvm::divideCeil(numThreads, kWarp),
                                        getBufferElementType(getType(init.getType()))));
  return it->second;
}

/// Combines the states of the warps of a group: `extent` threads at the start of every `period`.
SmallVector<Value> KernelLowering::emitAcrossWarps(tile::ReduceOp op, SmallVector<Value> state, int64_t extent,
                                                   int64_t period, Scope &scope) {
  Location loc = op.getLoc();
  SmallVector<Value> slots(getScratch(op));
  auto getTypeInMemory = [](Value slot) { return cast<MemRefType>(slot.getType()).getElementType(); };
  Touches touches;
  for (Value slot : slots)
    touches[slot].isWritten = true;
  beginPhase(loc, touches);

  Value lane = arith::RemSIOp::create(builder, getLoc(role::lane), threadId, getIndex(kWarp));
  Value isFirst = arith::CmpIOp::create(builder, getLoc(role::first), arith::CmpIPredicate::eq, lane, getIndex(0));
  Value warp = arith::DivSIOp::create(builder, getLoc(role::warp), threadId, getIndex(kWarp));
  auto branch = scf::IfOp::create(builder, loc, isFirst, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard insertion(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    for (auto [slot, value] : llvm::zip_equal(slots, state)) {
      Value stored = value.getType() == getTypeInMemory(slot)
                         ? value
                         : arith::ExtUIOp::create(builder, loc, getTypeInMemory(slot), value).getResult();
      kernel::StoreOp::create(builder, loc, stored, slot, warp);
    }
  }
  emitBarrier(loc, slots);
  touches.clear();
  for (Value slot : slots)
    touches[slot].isRead = true;
  addPending(touches);

  auto load = [&](Value index) {
    SmallVector<Value> loaded;
    for (auto [slot, value] : llvm::zip_equal(slots, state)) {
      Value element = kernel::LoadOp::create(builder, loc, getTypeInMemory(slot), slot, index);
      if (element.getType() != value.getType()) {
        Value zero =
            arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getIntegerAttr(element.getType(), 0));
        element = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, element, zero);
      }
      loaded.push_back(element);
    }
    return loaded;
  };
  Value base;
  if (period < numThreads) {
    Value group = arith::DivSIOp::create(builder, getLoc(role::index), threadId, getIndex(period));
    base = arith::MulIOp::create(builder, getLoc(role::slot), group, getIndex(period / kWarp),
                                 arith::IntegerOverflowFlags::nsw);
  }
  int64_t warps = extent / kWarp;
  // Many warps: each lane reads one slot and the warp combines them.
  if (warps > 8 && llvm::isPowerOf2_64(warps)) {
    Value slot = arith::RemSIOp::create(builder, getLoc(role::slot), threadId, getIndex(warps));
    if (base)
      slot = arith::AddIOp::create(builder, getLoc(role::slot), base, slot, arith::IntegerOverflowFlags::nsw);
    return emitShuffleTree(op, load(slot), warps, scope);
  }
  auto getSlot = [&](int64_t number) -> Value {
    Value slot = getIndex(number);
    return base ? arith::AddIOp::create(builder, getLoc(role::slot), base, slot, arith::IntegerOverflowFlags::nsw)
                      .getResult()
                : slot;
  };
  SmallVector<Value> total = load(getSlot(0));
  for (int64_t number = 1; number < warps; ++number)
    total = emitCombine(op, total, load(getSlot(number)), scope);
  return total;
}

SmallVector<Value> KernelLowering::emitThreadReduce(tile::ReduceOp op, Scope &scope) {
  Location loc = op.getLoc();
  auto nest = cast<LoopNestOpInterface>(*op);
  int64_t extent = nest.getStaticExtents().front(), stride = nest.getStrides().front();
  int64_t period = getPeriod(stride, nest.getStrides());
  std::string name = getNames(nest).front();
  auto [position, mayExceed] = getThreadPosition(stride, extent, nest.getStrides(), name);
  if (mayExceed && extent <= kWarp) {
    // Lanes beyond the extent repeat what the others do, so that all threads of the group have the result.
    position = arith::RemSIOp::create(builder, getLoc(name), threadId, getIndex(extent));
    mayExceed = false;
  }

  if (dependsOnOrder(op.getCombine()))
    recordEffect(loc, NumericEffect::reordered);
  assert(phaseDepth == 0 && "nothing bound to threads stands inside of a phase");
  beginPhase(loc, getTouches(op.getLift()));

  SmallVector<Value> inits = llvm::map_to_vector(op.getInits(), [&](Value init) { return scope.lookup(init, 0); });
  threadStrides.push_back(stride);
  ++phaseDepth;
  auto lift = [&, position = position] {
    return llvm::map_to_vector(lowerRegion(op.getLift(), {Lanes{position}}, scope),
                               [](const Lanes &lanes) { return lanes.front(); });
  };
  SmallVector<Value> state;
  if (!mayExceed) {
    state = lift();
  } else {
    // Threads beyond the extent contribute the identity.
    Value isInside =
        arith::CmpIOp::create(builder, getLoc(role::inside), arith::CmpIPredicate::slt, position, getIndex(extent));
    auto branch = scf::IfOp::create(builder, loc, ValueRange(inits).getTypes(), isInside, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard insertion(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, loc, lift());
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, inits);
    state = SmallVector<Value>(branch.getResults());
  }
  --phaseDepth;
  threadStrides.pop_back();

  state = emitShuffleTree(op, state, std::min(extent, kWarp), scope);
  return extent <= kWarp ? state : emitAcrossWarps(op, state, extent, period, scope);
}
