// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about the inside of kernels.

#include "Emmy/Dialect/Loop/Utils/KernelAnalysis.h"

#include "Emmy/Dialect/Loop/Utils/KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

/// The name of the symbol whose value the argument of a kernel is.
static StringAttr getSymbolName(BlockArgument argument) {
  auto kernel = dyn_cast_or_null<KernelOp>(argument.getOwner()->getParentOp());
  if (!kernel)
    return {};
  size_t first = kernel.getInputs().size() + kernel.getScalars().size(), number = argument.getArgNumber();
  if (number < first || number >= first + kernel.getSizes().size())
    return {};
  return cast<StringAttr>(kernel.getSizeNames()[number - first]);
}

std::optional<ExtentAttr> loop::getExtent(OpFoldResult extent) {
  if (auto attr = dyn_cast<Attribute>(extent))
    return ExtentAttr::getConstant(attr.getContext(), cast<IntegerAttr>(attr).getInt());
  Value value = cast<Value>(extent);
  MLIRContext *context = value.getContext();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return ExtentAttr::getConstant(context, constant.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (StringAttr name = getSymbolName(argument))
      return ExtentAttr::getSymbol(context, name.getValue());
    return std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (op->getNumOperands() != 2)
    return std::nullopt;
  Value right = op->getOperand(1);
  // A divisor is at least one.
  if (auto atLeastOne = right.getDefiningOp<arith::MaxSIOp>();
      atLeastOne && isa<arith::FloorDivSIOp, arith::CeilDivSIOp>(op) && matchPattern(atLeastOne.getRhs(), m_One()))
    right = atLeastOne.getLhs();
  std::optional<ExtentAttr> lhs = getExtent(op->getOperand(0)), rhs = getExtent(right);
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return *lhs + *rhs;
  if (isa<arith::SubIOp>(op))
    return *lhs - *rhs;
  if (isa<arith::MulIOp>(op))
    return *lhs * *rhs;
  if (isa<arith::MaxSIOp>(op))
    return ExtentAttr::getFunction(ExtentFunction::max, *lhs, *rhs);
  if (isa<arith::MinSIOp>(op))
    return ExtentAttr::getFunction(ExtentFunction::min, *lhs, *rhs);
  if (isa<arith::FloorDivSIOp>(op))
    return ExtentAttr::getFunction(ExtentFunction::floordiv, *lhs, *rhs);
  if (isa<arith::CeilDivSIOp>(op))
    return ExtentAttr::getFunction(ExtentFunction::ceildiv, *lhs, *rhs);
  return std::nullopt;
}

bool loop::haveSameExtents(ArrayRef<OpFoldResult> lhs, ArrayRef<OpFoldResult> rhs) {
  if (lhs.size() != rhs.size())
    return false;
  for (auto [a, b] : llvm::zip_equal(lhs, rhs)) {
    std::optional<ExtentAttr> extent = getExtent(a);
    if (!extent || extent != getExtent(b))
      return false;
  }
  return true;
}

SmallVector<LoopNestOpInterface> loop::getEnclosingLoops(Operation *op) {
  SmallVector<LoopNestOpInterface> loops;
  for (Operation *parent = op->getParentOp(); parent && !isa<KernelOp>(parent); parent = parent->getParentOp())
    if (auto nest = dyn_cast<LoopNestOpInterface>(parent))
      loops.push_back(nest);
  std::reverse(loops.begin(), loops.end());
  return loops;
}

bool loop::isFromConstantBuffer(LoadOp load, KernelOp kernel) {
  auto argument = dyn_cast<BlockArgument>(load.getBuffer());
  return argument && argument.getArgNumber() < kernel.getInputs().size() &&
         !llvm::is_contained(kernel.getTied(), int64_t(argument.getArgNumber()));
}

//===----------------------------------------------------------------------===//
// Index spaces
//===----------------------------------------------------------------------===//

/// The loops whose induction variable the argument is: of the iterations, or the index of a scan's emit; none for other
/// values.
static LoopNestOpInterface getLoopsOf(BlockArgument argument) {
  auto nest = dyn_cast_or_null<LoopNestOpInterface>(argument.getOwner()->getParentOp());
  if (!nest || argument.getArgNumber() >= nest.getNumAxes())
    return {};
  auto reduction = dyn_cast<ReductionOpInterface>(nest.getOperation());
  bool isIteration = argument.getOwner()->getParent() == &nest.getIterationRegion();
  return isIteration || (reduction && argument.getOwner()->getParent() == reduction.getEmitRegion())
             ? nest
             : LoopNestOpInterface();
}

IndexSpace loop::getIndexSpace(Operation *op) {
  IndexSpace space(op->getContext());
  SmallVector<Block *> blocks;
  for (Block *block = op->getBlock(); !isa<KernelOp>(block->getParentOp()); block = block->getParentOp()->getBlock())
    blocks.push_back(block);
  for (Block *block : llvm::reverse(blocks))
    for (BlockArgument argument : block->getArguments())
      if (getLoopsOf(argument))
        getIndexExpr(space, argument);
  return space;
}

AffineExpr loop::getIndexExpr(IndexSpace &space, Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return space.getConstant(constant.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (StringAttr name = getSymbolName(argument))
      return space.getSymbol(value, getSymbolRange(argument.getOwner()->getParentOp(), name.getValue()));
    if (isa_and_nonnull<KernelOp>(argument.getOwner()->getParentOp()))
      return space.getSymbol(value);
    LoopNestOpInterface nest = getLoopsOf(argument);
    if (!nest)
      return space.getDim(value);
    OpFoldResult extent = nest.getMixedExtents()[argument.getArgNumber()];
    std::optional<int64_t> constant = getConstantIntValue(extent);
    return space.getDim(value, IndexRange::getExtent(constant ? space.getConstant(*constant)
                                                              : getIndexExpr(space, cast<Value>(extent))));
  }
  // Index arithmetic on sizes stands before all loops.
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<KernelOp>(op->getParentOp()) && op->getName().getDialectNamespace() == "arith" &&
      llvm::all_of(op->getOperandTypes(), [](Type type) { return type.isIndex(); }))
    return space.getSymbol(value);
  return space.getDim(value);
}

/// The operands of a map or a set as expressions, dims and symbols apart.
static std::pair<SmallVector<AffineExpr>, SmallVector<AffineExpr>>
getOperandExprs(IndexSpace &space, OperandRange operands, unsigned numDims) {
  SmallVector<AffineExpr> exprs;
  for (Value operand : operands)
    exprs.push_back(getIndexExpr(space, operand));
  return {SmallVector<AffineExpr>(ArrayRef(exprs).take_front(numDims)),
          SmallVector<AffineExpr>(ArrayRef(exprs).drop_front(numDims))};
}

SmallVector<AffineExpr> loop::getCoordinates(IndexSpace &space, AccessOpInterface access) {
  auto [dims, symbols] = getOperandExprs(space, access.getIndices(), access.getMap().getNumDims());
  SmallVector<AffineExpr> coords;
  for (AffineExpr expr : access.getMap().getResults())
    coords.push_back(space.simplify(expr.replaceDimsAndSymbols(dims, symbols)));
  return coords;
}

Guard loop::getGuard(IndexSpace &space, AccessOpInterface access) {
  std::optional<IntegerSet> set = access.getGuard();
  if (!set)
    return {};
  auto [dims, symbols] = getOperandExprs(space, access.getGuardOperands(), set->getNumDims());
  return space.getGuard(*set, dims, symbols);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

bool loop::isContraction(ReductionOpInterface reduction) {
  if (reduction.isScan())
    return false;
  // Per load, the surrounding parallel axes that its coordinates depend on, through index arithmetic too.
  SmallVector<Value> axes;
  for (LoopNestOpInterface nest : getEnclosingLoops(reduction))
    llvm::append_range(axes, nest.getInductionVars());
  SmallVector<llvm::SmallDenseSet<Value>> uses;
  reduction.getLift().walk([&](LoadOp load) {
    llvm::SmallDenseSet<Value> used;
    for (Value index : load.getIndices())
      if (llvm::is_contained(axes, index))
        used.insert(index);
    uses.push_back(used);
  });
  auto isSubset = [](const llvm::SmallDenseSet<Value> &lhs, const llvm::SmallDenseSet<Value> &rhs) {
    return llvm::all_of(lhs, [&](Value value) { return rhs.contains(value); });
  };
  for (auto &lhs : uses)
    for (auto &rhs : uses)
      if (!isSubset(lhs, rhs) && !isSubset(rhs, lhs))
        return true;
  return false;
}

unsigned loop::countContractions(KernelOp kernel) {
  unsigned count = 0;
  kernel->walk([&](ReductionOpInterface reduction) { count += isContraction(reduction); });
  return count;
}
