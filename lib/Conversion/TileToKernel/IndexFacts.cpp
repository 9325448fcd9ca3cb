// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic and divisors of index values.

#include "IndexFacts.h"

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace emmy;

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

static int64_t saturate(__int128 value) {
  constexpr __int128 low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::clamp(value, low, high));
}

static IndexRange add(IndexRange a, IndexRange b) {
  return {saturate(__int128(a.low) + b.low), saturate(__int128(a.high) + b.high)};
}

static IndexRange subtract(IndexRange a, IndexRange b) {
  return {saturate(__int128(a.low) - b.high), saturate(__int128(a.high) - b.low)};
}

/// The hull of f over the corners, for functions that are monotone in each operand on the box.
template <typename Fn>
static IndexRange getHull(IndexRange a, IndexRange b, Fn f) {
  __int128 corners[] = {f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)};
  return {saturate(*std::min_element(std::begin(corners), std::end(corners))),
          saturate(*std::max_element(std::begin(corners), std::end(corners)))};
}

static IndexRange multiply(IndexRange a, IndexRange b) {
  return getHull(a, b, [](__int128 x, __int128 y) { return x * y; });
}

static __int128 floorDivide(__int128 x, __int128 y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); }

/// Flooring division by a divisor that counts as at least 1.
static IndexRange divide(IndexRange a, IndexRange b) {
  b = {std::max<int64_t>(b.low, 1), std::max<int64_t>(b.high, 1)};
  return getHull(a, b, floorDivide);
}

static IndexRange divideUp(IndexRange a, IndexRange b) {
  b = {std::max<int64_t>(b.low, 1), std::max<int64_t>(b.high, 1)};
  return getHull(a, b, [](__int128 x, __int128 y) { return -floorDivide(-x, y); });
}

/// x mod y, not negative, for a divisor that counts as at least 1.
static IndexRange modulo(IndexRange a, IndexRange b) {
  if (a.low >= 0 && a.high < b.low)
    return a;
  return {0, a.low >= 0 ? std::min(a.high, std::max<int64_t>(b.high, 1) - 1) : std::max<int64_t>(b.high, 1) - 1};
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SymbolOp IndexFacts::getSymbol(BlockArgument argument) {
  unsigned first = kernel.getInputs().size() + kernel.getScalars().size();
  if (argument.getOwner() != kernel.getBodyBlock() || argument.getArgNumber() < first ||
      argument.getArgNumber() >= first + kernel.getSizes().size())
    return {};
  StringRef name = cast<StringAttr>(kernel.getSizeNames()[argument.getArgNumber() - first]).getValue();
  for (auto symbol : kernel->getParentOfType<ModuleOp>().getOps<SymbolOp>())
    if (symbol.getSym() == name)
      return symbol;
  return {};
}

/// What is nothing but a coordinate of accesses lies in its dim wherever one of them runs. Where none runs, nobody asks
/// where it would have been.
IndexRange IndexFacts::getScalarRange(BlockArgument argument) {
  IndexRange range = {0, 0};
  for (OpOperand &use : argument.getUses()) {
    auto access = dyn_cast<AccessOpInterface>(use.getOwner());
    if (!access || llvm::is_contained(access.getGuardOperands(), argument))
      return {};
    AffineMap map = access.getMap();
    unsigned position = use.getOperandNumber() - access.getIndices().getBeginOperandIndex();
    if (position >= map.getNumDims())
      return {};
    ArrayRef<int64_t> shape = cast<MemRefType>(access.getBuffer().getType()).getShape();
    for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
      if (!expr.isFunctionOfDim(position))
        continue;
      if (!isa<AffineDimExpr>(expr) || ShapedType::isDynamic(size))
        return {};
      range.high = std::max(range.high, size - 1);
    }
  }
  return range;
}

IndexRange IndexFacts::getArgumentRange(BlockArgument argument) {
  if (argument.getOwner() == kernel.getBodyBlock())
    for (unsigned number = 0; number < kernel.getScalars().size(); ++number)
      if (kernel.getScalarArgument(number) == argument)
        return getScalarRange(argument);
  if (SymbolOp symbol = getSymbol(argument)) {
    IndexRange range = {static_cast<int64_t>(symbol.getMin()), IndexRange().high};
    if (symbol.getMax())
      range.high = *symbol.getMax();
    return range;
  }
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  auto upTo = [](IndexRange extent) { return IndexRange{0, std::max<int64_t>(extent.high, 1) - 1}; };
  if (auto stage = dyn_cast<tile::StageOp>(parent))
    return upTo({0, stage.getExtents()[number]});
  auto nest = dyn_cast<LoopNestOpInterface>(parent);
  if (!nest || number >= nest.getNumAxes())
    return {};
  // Only the regions whose first arguments are indices.
  bool isEmit = isa<ReductionOpInterface>(parent) &&
                cast<ReductionOpInterface>(parent).getEmitRegion() == argument.getOwner()->getParent();
  if (argument.getOwner()->getParent() != &nest.getIterationRegion() && !isEmit)
    return {};
  OpFoldResult extent = nest.getMixedExtents()[number];
  if (auto value = dyn_cast<Value>(extent))
    return upTo(getRange(value));
  return upTo({0, *getConstantIntValue(extent)});
}

IndexRange IndexFacts::computeRange(Value value) {
  if (APInt constant; matchPattern(value, m_ConstantInt(&constant)))
    return {constant.getSExtValue(), constant.getSExtValue()};
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getArgumentRange(argument);
  Operation *op = value.getDefiningOp();
  auto get = [&](unsigned i) { return getRange(op->getOperand(i)); };
  // Unsigned operations on values that are not negative are the signed ones.
  auto isNatural = [&] { return get(0).low >= 0 && get(1).low >= 0; };
  return llvm::TypeSwitch<Operation *, IndexRange>(op)
      .Case([&](arith::AddIOp) { return add(get(0), get(1)); })
      .Case([&](arith::SubIOp) { return subtract(get(0), get(1)); })
      .Case([&](arith::MulIOp) { return multiply(get(0), get(1)); })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) { return isNatural() ? divide(get(0), get(1)) : IndexRange(); })
      .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
          [&](auto) { return isNatural() ? divideUp(get(0), get(1)) : IndexRange(); })
      .Case<arith::RemUIOp, arith::RemSIOp>([&](auto) { return isNatural() ? modulo(get(0), get(1)) : IndexRange(); })
      .Case([&](arith::MaxSIOp) {
        return IndexRange{std::max(get(0).low, get(1).low), std::max(get(0).high, get(1).high)};
      })
      .Case([&](arith::MinSIOp) {
        return IndexRange{std::min(get(0).low, get(1).low), std::min(get(0).high, get(1).high)};
      })
      .Case([&](arith::SelectOp) {
        return IndexRange{std::min(get(1).low, get(2).low), std::max(get(1).high, get(2).high)};
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](auto cast) {
        Type from = cast.getIn().getType();
        if (from.isIndex() || from.getIntOrFloatBitWidth() >= 64)
          return IndexRange();
        int64_t span = int64_t(1) << from.getIntOrFloatBitWidth();
        return isa<arith::IndexCastUIOp>(op) ? IndexRange{0, span - 1} : IndexRange{-span / 2, span / 2 - 1};
      })
      .Default([](Operation *) { return IndexRange(); });
}

IndexRange IndexFacts::getRange(Value value) {
  auto it = ranges.find(value);
  if (it != ranges.end())
    return it->second;
  IndexRange range = computeRange(value);
  return ranges[value] = range;
}

uint64_t IndexFacts::getDivisor(Value value) {
  if (APInt constant; matchPattern(value, m_ConstantInt(&constant)))
    return constant.abs().getZExtValue();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    SymbolOp symbol = getSymbol(argument);
    return symbol ? symbol.getMultiple() : 1;
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return std::gcd(getDivisor(op->getOperand(0)), getDivisor(op->getOperand(1)));
  if (isa<arith::MulIOp>(op))
    return getDivisor(op->getOperand(0)) * getDivisor(op->getOperand(1));
  return 1;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

IndexRange IndexFacts::getRange(AffineExpr expr, ValueRange operands, unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getRange(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getRange(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  IndexRange lhs = getRange(binary.getLHS(), operands, numDims), rhs = getRange(binary.getRHS(), operands, numDims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return add(lhs, rhs);
  case AffineExprKind::Mul:
    return multiply(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return divide(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return divideUp(lhs, rhs);
  case AffineExprKind::Mod:
    return modulo(lhs, rhs);
  default:
    llvm_unreachable("every binary expression is one of these");
  }
}

bool IndexFacts::isWithin32(AffineExpr expr, ValueRange operands, unsigned numDims) {
  bool isWithin = true;
  expr.walk([&](AffineExpr part) { isWithin &= getRange(part, operands, numDims).isWithin32(); });
  return isWithin;
}

uint64_t IndexFacts::getDivisor(AffineExpr expr, ValueRange operands, unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::abs(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getDivisor(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getDivisor(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  uint64_t lhs = getDivisor(binary.getLHS(), operands, numDims), rhs = getDivisor(binary.getRHS(), operands, numDims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
  case AffineExprKind::Mod:
    return std::gcd(lhs, rhs);
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    if (isa<AffineConstantExpr>(binary.getRHS()) && rhs != 0 && lhs % rhs == 0)
      return lhs / rhs;
    return 1;
  default:
    return 1;
  }
}
