// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk over a scheduled tile kernel: the grid, phases, and scalar code.

#include "KernelLowering.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::check(tile::KernelOp kernel) {
  bool isLegal = true;
  kernel.getRegion().walk([&](Operation *op) {
    auto loop = dyn_cast<LoopNestOpInterface>(op);
    if (loop && loop.getBinding() == Binding::warp) {
      op->emitOpError("expected a loop bound to blocks, threads, lanes or to nobody, but got one bound to warps");
      isLegal = false;
    }
    bool isScalar = op->getNumRegions() == 0 && op->getNumResults() == 1 && isMemoryEffectFree(op);
    if (!isScalar && !isa_and_present<tile::TileDialect>(op->getDialect())) {
      op->emitOpError("expected a scalar operation or one of the tile level, but got '") << op->getName() << "'";
      isLegal = false;
    }
  });
  return success(isLegal);
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

Lanes Scope::lookup(Value value) const {
  auto it = values.find(value);
  if (it != values.end())
    return it->second;
  assert(parent && "a value of the tile kernel is mapped before it is used");
  Lanes lanes = parent->lookup(value);
  if (slice && lanes.size() > 1)
    return {lanes[*slice]};
  return lanes;
}

Value Scope::lookup(Value value, unsigned lane) const {
  Lanes lanes = lookup(value);
  return lanes.size() == 1 ? lanes.front() : lanes[lane];
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

KernelLowering::KernelLowering(tile::KernelOp kernel, kernel::FuncOp function)
    : kernel(kernel), function(function), builder(function.getContext()), facts(cast<KernelOpInterface>(*kernel)),
      numThreads(*kernel.getThreads()) {}

/// The loop over the grid; null where the kernel is one block.
static tile::ForOp getBlockLoop(tile::KernelOp kernel) {
  for (auto loop : kernel.getRegion().front().getOps<tile::ForOp>())
    if (loop.getBinding() == Binding::block)
      return loop;
  return {};
}

SmallVector<OpFoldResult> KernelLowering::getGridExtents(tile::KernelOp kernel) {
  tile::ForOp loop = getBlockLoop(kernel);
  if (!loop)
    return {};
  return cast<LoopNestOpInterface>(*loop).getMixedExtents();
}

/// Whether some index needs more than 32 bits.
bool KernelLowering::needsWideIndices() {
  bool isWide = false;
  auto check = [&](Value value) { isWide |= value.getType().isIndex() && !facts.getRange(value).isWithin32(); };
  kernel.getRegion().walk([&](Operation *op) {
    llvm::for_each(op->getResults(), check);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        check(argument);
    auto access = dyn_cast<AccessOpInterface>(op);
    if (!access)
      return;
    Element element = getElement(access.getBuffer(), access.getMap(), access.getIndices());
    isWide |= !facts.isWithin32(element.index, element.operands, element.numDims);
    if (std::optional<IntegerSet> guard = access.getGuard())
      for (AffineExpr expr : guard->getConstraints())
        isWide |= !facts.isWithin32(expr, access.getGuardOperands(), guard->getNumDims());
  });
  for (BlockArgument argument : kernel.getRegion().getArguments())
    check(argument);
  // The number of the block is the product of its coordinates' extents.
  if (tile::ForOp loop = getBlockLoop(kernel)) {
    AffineExpr product = getAffineConstantExpr(1, kernel.getContext());
    SmallVector<Value> operands;
    for (OpFoldResult extent : getGridExtents(kernel)) {
      if (std::optional<int64_t> size = getConstantIntValue(extent)) {
        product = product * *size;
      } else {
        product = product * getAffineSymbolExpr(operands.size(), kernel.getContext());
        operands.push_back(cast<Value>(extent));
      }
    }
    isWide |= !facts.isWithin32(product, operands, 0);
  }
  return isWide;
}

void KernelLowering::run() {
  addStrides();
  findExchanged();
  indexType = builder.getIntegerType(needsWideIndices() ? 64 : 32);
  Block *body = &kernel.getRegion().front();
  Scope scope(nullptr, 1);

  // Arguments: those of the tile kernel, flat, with sizes of the index type.
  for (auto [argument, parameter] : llvm::zip_equal(body->getArguments(), function.getArguments())) {
    if (isa<MemRefType>(argument.getType()))
      buffers[argument] = parameter;
    else
      scope.map(argument, {parameter});
    if (argument.getType().isIndex())
      parameter.setType(indexType);
  }
  function.setType(builder.getFunctionType(function.getBody().front().getArgumentTypes(), {}));
  builder.setInsertionPointToStart(&function.getBody().front());
  threadId = kernel::ThreadIdOp::create(builder, getLoc(role::thread), builder.getI32Type(), kernel::Dimension::x);
  threadId = castIndex(threadId, indexType, false);

  for (Operation &op : body->without_terminator()) {
    auto loop = dyn_cast<tile::ForOp>(op);
    if (!loop || loop.getBinding() != Binding::block) {
      lowerOperation(&op, scope);
      continue;
    }
    // The coordinates of the block, the last runs fastest.
    Value rest = kernel::BlockIdOp::create(builder, getLoc(role::block), builder.getI32Type(), kernel::Dimension::x);
    rest = castIndex(rest, indexType, false);
    SmallVector<OpFoldResult> extents = getGridExtents(kernel);
    auto ivs = cast<LoopNestOpInterface>(*loop).getInductionVars();
    SmallVector<std::string> names = getNames(cast<LoopNestOpInterface>(*loop));
    for (unsigned axis = extents.size(); axis-- > 0;) {
      if (axis == 0) {
        scope.map(ivs[axis], {rest});
        break;
      }
      Value extent = isa<Value>(extents[axis]) ? scope.lookup(cast<Value>(extents[axis]), 0)
                                               : getIndex(*getConstantIntValue(extents[axis]));
      scope.map(ivs[axis], {arith::RemSIOp::create(builder, getLoc(names[axis]), rest, extent)});
      rest = arith::DivSIOp::create(builder, getLoc(axis == 1 ? StringRef(names[0]) : StringRef(role::block)), rest,
                                    extent);
    }
    lowerBlock(cast<LoopNestOpInterface>(*loop).getIterationRegion().front(), scope);
  }
  kernel::ReturnOp::create(builder, kernel.getLoc());
  promoteLocals();
  eraseUnreadLocals();
  trimBarriers();
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

void KernelLowering::lowerBlock(Block &block, Scope &scope) {
  for (Operation &op : block.without_terminator())
    lowerOperation(&op, scope);
}

SmallVector<Lanes> KernelLowering::lowerRegion(Region &region, ArrayRef<Lanes> arguments, Scope &scope) {
  Scope inner(&scope, scope.getNumLanes());
  for (auto [argument, lanes] : llvm::zip_equal(region.getArguments(), arguments))
    inner.map(argument, lanes);
  lowerBlock(region.front(), inner);
  SmallVector<Lanes> results;
  for (Value value : region.front().getTerminator()->getOperands())
    results.push_back(inner.lookup(value));
  return results;
}

/// Operations outside of phases are phases, unless they hold some.
void KernelLowering::lowerOperation(Operation *op, Scope &scope) {
  if (phaseDepth > 0 || isContainer(op))
    return lowerStructure(op, scope);
  // A reduction across warps brings its own barriers, in the middle.
  beginPhase(op->getLoc(), getTouches(op));
  ++phaseDepth;
  lowerStructure(op, scope);
  --phaseDepth;
}

void KernelLowering::lowerStructure(Operation *op, Scope &scope) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tile::ForOp loop) { lowerFor(loop, scope); })
      .Case([&](tile::ReduceOp reduce) { lowerReduce(reduce, scope); })
      .Case([&](tile::ScanOp scan) { lowerScan(scan, scope); })
      .Case([&](tile::StageOp stage) { lowerStage(stage, scope); })
      .Case([&](tile::AllocOp alloc) { lowerAlloc(alloc); })
      .Case([&](tile::LoadOp load) { lowerLoad(load, scope); })
      .Case([&](tile::StoreOp store) { lowerStore(store, scope); })
      .Default([&](Operation *other) { lowerScalar(other, scope); });
}

//===----------------------------------------------------------------------===//
// Scalar code
//===----------------------------------------------------------------------===//

void KernelLowering::lowerScalar(Operation *op, Scope &scope) {
  SmallVector<Lanes> operands;
  unsigned lanes = 1;
  for (Value operand : op->getOperands()) {
    operands.push_back(scope.lookup(operand));
    lanes = std::max<unsigned>(lanes, operands.back().size());
  }
  Lanes results;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    SmallVector<Value> values;
    for (const Lanes &operand : operands)
      values.push_back(operand.size() == 1 ? operand.front() : operand[lane]);
    results.push_back(cloneScalar(op, values));
  }
  scope.map(op->getResult(0), results);
}

/// Signed comparison where both sides are natural numbers, since that reads better and compiles as well.
static arith::CmpIPredicate getSignedPredicate(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::ult:
    return arith::CmpIPredicate::slt;
  case arith::CmpIPredicate::ule:
    return arith::CmpIPredicate::sle;
  case arith::CmpIPredicate::ugt:
    return arith::CmpIPredicate::sgt;
  case arith::CmpIPredicate::uge:
    return arith::CmpIPredicate::sge;
  default:
    return predicate;
  }
}

Value KernelLowering::cloneScalar(Operation *op, ValueRange operands) {
  Location loc = op->getLoc();
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (constant.getType().isIndex())
      return getIndex(cast<IntegerAttr>(constant.getValue()).getInt());
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), constant.getValue());
  }
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return castIndex(operands[0], getType(op->getResult(0).getType()), isa<arith::IndexCastUIOp>(op));
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return emitExpr(apply.getAffineMap().getResult(0), apply.getAffineMap().getNumDims(), operands, op->getOperands());

  bool isIndex = op->getNumOperands() > 0 && op->getOperands().back().getType().isIndex();
  auto binary = [&](AffineExprKind kind) {
    MLIRContext *context = op->getContext();
    // The divisor is a symbol, which an affine expression may divide by.
    AffineExpr expr = getAffineBinaryOpExpr(kind, getAffineDimExpr(0, context), getAffineSymbolExpr(0, context));
    return emitExpr(expr, 1, operands, op->getOperands());
  };
  bool isNatural = isIndex && llvm::all_of(op->getOperands(), [&](Value operand) {
                     return operand.getType().isIndex() && facts.getRange(operand).low >= 0;
                   });
  if (isIndex && isa<arith::FloorDivSIOp>(op))
    return binary(AffineExprKind::FloorDiv);
  if (isNatural && isa<arith::DivUIOp, arith::DivSIOp>(op))
    return binary(AffineExprKind::FloorDiv);
  if (isNatural && isa<arith::RemUIOp, arith::RemSIOp>(op))
    return binary(AffineExprKind::Mod);
  if (isIndex && isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    return binary(AffineExprKind::CeilDiv);
  if (auto compare = dyn_cast<arith::CmpIOp>(op); compare && isNatural)
    return arith::CmpIOp::create(builder, loc, getSignedPredicate(compare.getPredicate()), operands[0], operands[1]);

  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  clone->getResult(0).setType(getType(op->getResult(0).getType()));
  // Index arithmetic does not overflow.
  if (isIndex && op->getResult(0).getType().isIndex())
    if (auto arithmetic = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(clone))
      clone->setAttr(arithmetic.getIntegerOverflowAttrName(),
                     arith::IntegerOverflowFlagsAttr::get(op->getContext(), arith::IntegerOverflowFlags::nsw));
  return clone->getResult(0);
}
