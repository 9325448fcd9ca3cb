// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores. A buffer is flat memory; the lanes of a vector loop are accessed together where their elements are
// consecutive and start at a multiple of the vector's size.

#include "KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

//===----------------------------------------------------------------------===//
// Flat indices
//===----------------------------------------------------------------------===//

/// Strides of the dims that index one thread's or one block's memory.
static SmallVector<OpFoldResult> getStaticStrides(MemRefType type, ArrayRef<int64_t> distributed) {
  Builder builder(type.getContext());
  SmallVector<OpFoldResult> strides(type.getRank());
  int64_t stride = 1;
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    bool isOwn = llvm::is_contained(distributed, dim);
    strides[dim] = builder.getIndexAttr(isOwn ? 0 : stride);
    stride *= isOwn ? 1 : type.getDimSize(dim);
  }
  return strides;
}

/// Strides of kernel arguments. Where extents are symbolic, the tile kernel gets the arithmetic that computes them, so
/// that facts and lowering treat it as any other.
void KernelLowering::addStrides() {
  OpBuilder tileBuilder = OpBuilder::atBlockBegin(&kernel.getRegion().front());
  Location loc = getLoc(role::size);
  auto interface = cast<KernelOpInterface>(*kernel);
  auto lookup = [&](StringRef name) -> Value { return interface.getSizeArgument(name); };
  auto add = [&](BlockArgument buffer, Value tensor) {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.hasStaticShape()) {
      strides[buffer] = getStaticStrides(type, {});
      return;
    }
    FailureOr<SmallVector<ExtentAttr>> extents = getExtents(cast<RankedTensorType>(tensor.getType()));
    SmallVector<OpFoldResult> result(type.getRank());
    ExtentAttr stride = ExtentAttr::getConstant(type.getContext(), 1);
    for (int64_t dim = type.getRank(); dim-- > 0;) {
      if (std::optional<int64_t> constant = stride.getConstantValue())
        result[dim] = tileBuilder.getIndexAttr(*constant);
      else
        result[dim] = stride.materialize(tileBuilder, loc, lookup);
      if (dim > 0)
        stride = stride * (*extents)[dim];
    }
    strides[buffer] = result;
  };
  for (auto [index, input] : llvm::enumerate(kernel.getInputs()))
    add(interface.getInputArgument(index), input);
  for (auto [index, result] : llvm::enumerate(kernel.getResults()))
    add(interface.getResultArgument(index), result);
}

Element KernelLowering::getElement(Value buffer, AffineMap map, ValueRange operands) {
  auto it = strides.find(buffer);
  if (it == strides.end()) {
    // A buffer on chip.
    auto type = cast<MemRefType>(buffer.getType());
    auto registers = dyn_cast_or_null<tile::RegistersAttr>(type.getMemorySpace());
    it =
        strides.try_emplace(buffer, getStaticStrides(type, registers ? registers.getThreadDims() : ArrayRef<int64_t>()))
            .first;
  }
  Element element;
  element.buffer = buffer;
  element.numDims = map.getNumDims();
  element.operands.assign(operands.begin(), operands.end());
  element.index = getAffineConstantExpr(0, map.getContext());
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), it->second)) {
    if (std::optional<int64_t> constant = getConstantIntValue(stride)) {
      element.index = element.index + expr * *constant;
      continue;
    }
    AffineExpr symbol = getAffineSymbolExpr(element.operands.size() - element.numDims, map.getContext());
    element.operands.push_back(cast<Value>(stride));
    element.index = element.index + expr * symbol;
  }
  element.index = simplifyAffineExpr(element.index, element.numDims, element.operands.size() - element.numDims);
  return element;
}

Value KernelLowering::emitElementIndex(const Element &element, Scope &scope, unsigned lane) {
  SmallVector<Value> operands;
  for (Value operand : element.operands)
    operands.push_back(scope.lookup(operand, lane));
  Value index = emitExpr(element.index, element.numDims, operands, element.operands);
  // What was made for this access is its offset; a loop's index that is one stays that.
  if (Operation *op = index.getDefiningOp(); op && op->getLoc() == getLoc(role::index))
    op->setLoc(getLoc(role::offset));
  return index;
}

/// Whether the values are 0, 1, 2, ...: the induction variable of the vector loop.
static bool isLaneIndex(const Lanes &lanes) {
  for (auto [lane, value] : llvm::enumerate(lanes)) {
    APInt constant;
    if (!matchPattern(value, m_ConstantInt(&constant)) || constant != lane)
      return false;
  }
  return true;
}

unsigned KernelLowering::getAccessWidth(const Element &element, Scope &scope) {
  unsigned lanes = scope.getNumLanes();
  if (lanes == 1 || tile::isRegistersBuffer(element.buffer))
    return 1;
  MLIRContext *context = builder.getContext();
  unsigned numSymbols = element.operands.size() - element.numDims;
  SmallVector<AffineExpr> dims, symbols;
  AffineExpr lane;
  for (auto [index, operand] : llvm::enumerate(element.operands)) {
    bool isDim = index < element.numDims;
    AffineExpr part = isDim ? getAffineDimExpr(index, context) : getAffineSymbolExpr(index - element.numDims, context);
    Lanes values = scope.lookup(operand);
    if (APInt constant; values.size() == 1 && matchPattern(values.front(), m_ConstantInt(&constant))) {
      part = getAffineConstantExpr(constant.getSExtValue(), context);
    } else if (values.size() > 1) {
      // One operand, a dim, may differ between lanes.
      if (lane || !isDim || !isLaneIndex(values))
        return 1;
      lane = part;
      part = getAffineConstantExpr(0, context);
    }
    (isDim ? dims : symbols).push_back(part);
  }
  if (!lane)
    return 1;
  AffineExpr base = simplifyAffineExpr(element.index.replaceDimsAndSymbols(dims, symbols), element.numDims, numSymbols);
  if (simplifyAffineExpr(element.index - base, element.numDims, numSymbols) != lane)
    return 1;
  uint64_t divisor = facts.getDivisor(base, element.operands, element.numDims);
  Type type = cast<MemRefType>(element.buffer.getType()).getElementType();
  unsigned width = std::max<int64_t>(1, kernel::kMaxVectorBytes / kernel::getElementBytes(type));
  while (width > 1 && (lanes % width != 0 || divisor % width != 0))
    width /= 2;
  return width;
}

Value KernelLowering::getGuard(std::optional<IntegerSet> guard, ValueRange operands, Scope &scope, unsigned lane) {
  if (!guard)
    return {};
  SmallVector<Value> values;
  for (Value operand : operands)
    values.push_back(scope.lookup(operand, lane));
  return emitGuard(*guard, values, operands);
}

static bool isUniform(ValueRange operands, Scope &scope) {
  return llvm::all_of(operands, [&](Value operand) { return scope.lookup(operand).size() == 1; });
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// A bool from the byte that holds it; other elements are themselves.
static Value fromMemory(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  Value zero = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getIntegerAttr(value.getType(), 0));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
}

static Value toMemory(OpBuilder &builder, Location loc, Value value, Type type) {
  return value.getType() == type ? value : builder.createOrFold<arith::ExtUIOp>(loc, type, value);
}

void KernelLowering::lowerLoad(tile::LoadOp op, Scope &scope) {
  Location loc = op.getLoc();
  Element element = getElement(op.getBuffer(), op.getMap(), op.getIndices());
  Type memoryType = cast<MemRefType>(op.getBuffer().getType()).getElementType();
  bool isGuardUniform = isUniform(op.getGuardOperands(), scope);
  unsigned width = isGuardUniform ? getAccessWidth(element, scope) : 1;
  unsigned lanes = scope.getNumLanes();
  bool isSame = lanes > 1 && isGuardUniform && isUniform(element.operands, scope) &&
                (!op.getElseValue() || isUniform(op.getElseValue(), scope));
  if (isSame)
    lanes = 1;

  Lanes results;
  for (unsigned lane = 0; lane < lanes; lane += width) {
    Type type = width == 1 ? memoryType : Type(VectorType::get({width}, memoryType));
    Value guard = getGuard(op.getGuard(), op.getGuardOperands(), scope, lane);
    Value index = emitElementIndex(element, scope, lane);
    if (APInt constant; tile::isRegistersBuffer(op.getBuffer()) && matchPattern(index, m_ConstantInt(&constant)))
      if (Value known = knownElements.lookup({op.getBuffer(), constant.getSExtValue()})) {
        results.push_back(fromMemory(builder, loc, known, op.getType()));
        continue;
      }
    auto emitLoad = [&]() -> Value {
      return kernel::LoadOp::create(builder, loc, type, buffers.lookup(op.getBuffer()), index);
    };
    Value loaded;
    if (!guard) {
      loaded = emitLoad();
    } else {
      SmallVector<Value> otherwise;
      for (unsigned i = 0; i < width; ++i)
        otherwise.push_back(toMemory(builder, loc, scope.lookup(op.getElseValue(), lane + i), memoryType));
      auto branch = scf::IfOp::create(builder, loc, type, guard, /*withElseRegion=*/true);
      OpBuilder::InsertionGuard insertion(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(builder, loc, emitLoad());
      builder.setInsertionPointToStart(branch.elseBlock());
      Value other = width == 1 ? otherwise.front()
                               : vector::FromElementsOp::create(builder, loc, cast<VectorType>(type), otherwise);
      scf::YieldOp::create(builder, loc, other);
      loaded = branch.getResult(0);
    }
    for (unsigned i = 0; i < width; ++i) {
      Value part = width == 1 ? loaded : vector::ExtractOp::create(builder, loc, loaded, i);
      results.push_back(fromMemory(builder, loc, part, op.getType()));
    }
  }
  scope.map(op.getResult(), results);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void KernelLowering::lowerStore(tile::StoreOp op, Scope &scope) {
  emitStore(op.getLoc(), getElement(op.getBuffer(), op.getMap(), op.getIndices()), scope.lookup(op.getValue()),
            op.getGuard(), op.getGuardOperands(), scope);
}

void KernelLowering::emitStore(Location loc, const Element &element, const Lanes &values,
                               std::optional<IntegerSet> guard, ValueRange guardOperands, Scope &scope) {
  Type memoryType = cast<MemRefType>(element.buffer.getType()).getElementType();
  bool isRegisters = tile::isRegistersBuffer(element.buffer);
  bool isGuardUniform = isUniform(guardOperands, scope);
  unsigned width = isGuardUniform ? getAccessWidth(element, scope) : 1;
  unsigned lanes = scope.getNumLanes(), first = 0;
  // All lanes write one element: the last one stays.
  if (lanes > 1 && isGuardUniform && isUniform(element.operands, scope))
    first = lanes - 1;
  for (unsigned lane = first; lane < lanes; lane += width) {
    Value condition = getGuard(guard, guardOperands, scope, lane);
    if (!isRegisters) {
      for (Value other : storeConditions)
        condition = emitAnd(condition, other);
      // What the whole block computes, one thread stores.
      if (threadStrides.empty() && numThreads > 1)
        condition = emitAnd(condition, arith::CmpIOp::create(builder, getLoc(role::inside), arith::CmpIPredicate::eq,
                                                             threadId, getIndex(0)));
    }
    Value index = emitElementIndex(element, scope, lane);
    SmallVector<Value> parts;
    for (unsigned i = 0; i < width; ++i)
      parts.push_back(toMemory(builder, loc, values.size() == 1 ? values.front() : values[lane + i], memoryType));
    OpBuilder::InsertionGuard insertion(builder);
    if (condition) {
      auto branch = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    Value stored = parts.front();
    if (width > 1)
      stored = vector::FromElementsOp::create(builder, loc, VectorType::get({width}, memoryType), parts);
    kernel::StoreOp::create(builder, loc, stored, buffers.lookup(element.buffer), index);
  }
}
