// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values and pure operations. An elementwise operation on 32 lanes is the same operation on vectors of 32, so nothing
// here knows one arithmetic operation from another. A value that is the same in all lanes stays a scalar; in particular
// the counters of most loops do.

#include "FunctionLowering.h"

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstddef>

using namespace mlir;
using namespace emmy::simulator;
namespace kernel = emmy::kernel;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Indices are 64 bits wide, so that no conversion has to carry two types for one value.
Type FunctionLowering::convertType(Type type) {
  // Floats of 8 bits are only moved since emmy-expand-apply, and are no elements of vectors in LLVM.
  if (isSmallFloat(type))
    return builder.getI8Type();
  return type.isIndex() ? builder.getI64Type() : type;
}

VectorType FunctionLowering::getLanesType(Type type) {
  return VectorType::get({kWarpSize}, convertType(getElementTypeOrSelf(type)));
}

bool FunctionLowering::isUniform(Value source) {
  Parts parts = values.lookup(source);
  return parts.size() == 1 && !isa<VectorType>(parts.front().getType());
}

Value FunctionLowering::broadcast(Value value) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(builder, loc, getLanesType(value.getType()), value);
}

FunctionLowering::Parts FunctionLowering::getAllLanes(Value source) {
  Parts parts;
  for (Value part : values.lookup(source))
    parts.push_back(broadcast(part));
  return parts;
}

Value FunctionLowering::getInteger(Type type, int64_t value) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    Attribute element = builder.getIntegerAttr(vector.getElementType(), value);
    return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(vector, element));
  }
  return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
}

Value FunctionLowering::getZero(Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value FunctionLowering::getBits(Value lanes) {
  auto word = VectorType::get({1}, builder.getI32Type());
  return vector::ExtractOp::create(builder, loc, vector::BitCastOp::create(builder, loc, word, lanes),
                                   ArrayRef<int64_t>{0});
}

FunctionLowering::Mask FunctionLowering::makeMask(Value bits) {
  auto word = VectorType::get({1}, builder.getI32Type());
  Value vector = vector::BroadcastOp::create(builder, loc, word, bits);
  return {vector::BitCastOp::create(builder, loc, getLanesType(builder.getI1Type()), vector), bits};
}

Value FunctionLowering::isAny(Value bits) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, bits, getInteger(bits.getType(), 0));
}

Value FunctionLowering::getField(size_t offset) {
  return LLVM::GEPOp::create(builder, loc, warp.getType(), builder.getI8Type(), warp,
                             ArrayRef<LLVM::GEPArg>{int32_t(offset)});
}

/// Arrays of lanes are aligned to their size, or to cache lines.
static unsigned getFieldAlignment(Type type) {
  auto lanes = dyn_cast<VectorType>(type);
  return lanes ? std::min(64u, lanes.getElementTypeBitWidth() / 8 * emmy::simulator::kWarpSize) : 4;
}

Value FunctionLowering::loadField(size_t offset, Type type) {
  return LLVM::LoadOp::create(builder, loc, type, getField(offset), getFieldAlignment(type));
}

void FunctionLowering::storeField(size_t offset, Value value) {
  LLVM::StoreOp::create(builder, loc, value, getField(offset), getFieldAlignment(value.getType()));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static_assert(offsetof(Warp, thread) % 64 == 0 && offsetof(Warp, data) % 64 == 0 && offsetof(Warp, left) % 64 == 0 &&
                  offsetof(Warp, right) % 64 == 0,
              "lanes are loaded as aligned vectors");

LogicalResult FunctionLowering::lowerKernel(kernel::FuncOp source) {
  loc = source.getLoc();
  builder.setInsertionPointToEnd(context.module.getBody());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), {pointer, pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, kernel->symbol, type);
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  warp = function.getArgument(0);
  mask = makeMask(loadField(offsetof(Warp, mask), builder.getI32Type()));
  for (BlockArgument argument : source.getArguments()) {
    Type scalar = convertType(argument.getType());
    if (isa<MemRefType>(scalar))
      continue;
    // Arguments are passed in 64 bits each.
    Value address = LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), function.getArgument(1),
                                        ArrayRef<LLVM::GEPArg>{int32_t(argument.getArgNumber())});
    set(argument, LLVM::LoadOp::create(builder, loc, scalar, address));
  }
  if (failed(lowerBlock(source.getBody().front())))
    return failure();
  LLVM::ReturnOp::create(builder, loc, ValueRange{});
  return success();
}

LogicalResult FunctionLowering::lowerFunction(func::FuncOp source, StringRef name) {
  loc = source.getLoc();
  builder.setInsertionPointToEnd(context.module.getBody());
  SmallVector<Type> inputs = {LLVM::LLVMPointerType::get(builder.getContext()), builder.getI32Type()};
  llvm::append_range(inputs, flattenTypes(source.getArgumentTypes()));
  auto type = builder.getFunctionType(inputs, flattenTypes(source.getResultTypes()));
  auto function = func::FuncOp::create(builder, loc, name, type);
  function.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());
  warp = function.getArgument(0);
  mask = makeMask(function.getArgument(1));
  unflatten(ValueRange(source.getArguments()), ValueRange(function.getArguments()).drop_front(2));
  if (!source.getBody().hasOneBlock())
    return source.emitOpError("expected a body of one block, but got ") << source.getBody().getBlocks().size();
  FailureOr<Parts> results = lowerBody(source.getBody().front());
  if (failed(results))
    return failure();
  func::ReturnOp::create(builder, loc, *results);
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::refuse(Operation *op) {
  return op->emitOpError("expected an operation that a kernel consists of, but got one that the simulator does not "
                         "execute");
}

LogicalResult FunctionLowering::lowerBlock(Block &block) {
  enterRegion(block);
  for (Operation &op : block.without_terminator())
    if (failed(lowerOperation(&op)))
      return failure();
  return success();
}

LogicalResult FunctionLowering::lowerOperation(Operation *op) {
  loc = op->getLoc();
  // So an access says which buffer it is to, and nothing has to be looked up when it runs.
  auto isBuffer = llvm::IsaPred<MemRefType>;
  if (op->getName().getDialectNamespace() != "emmy_kernel" &&
      (llvm::any_of(op->getOperandTypes(), isBuffer) || llvm::any_of(op->getResultTypes(), isBuffer)))
    return op->emitOpError(
        "expected buffers to be arguments of the kernel, emmy_kernel.shared or emmy_kernel.local, but "
        "got one that is computed");
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](kernel::ThreadIdOp id) {
        size_t offset = offsetof(Warp, thread) + static_cast<size_t>(id.getDimension()) * sizeof(Warp::thread[0]);
        set(id, loadField(offset, getLanesType(id.getType())));
        return success();
      })
      .Case([&](kernel::BlockIdOp id) {
        size_t offset = offsetof(Warp, block) + static_cast<size_t>(id.getDimension()) * sizeof(int32_t);
        set(id, loadField(offset, id.getType()));
        return success();
      })
      .Case([&](kernel::LoadOp load) { return lowerLoad(load); })
      .Case([&](kernel::StoreOp store) { return lowerStore(store); })
      .Case([&](kernel::AtomicOp atomic) { return lowerAtomic(atomic); })
      .Case([&](kernel::ShuffleOp shuffle) { return lowerShuffle(shuffle); })
      .Case([&](kernel::LdmatrixOp load) { return lowerLdmatrix(load); })
      .Case([&](kernel::MmaOp mma) { return lowerMma(mma); })
      .Case([&](kernel::SharedOp shared) {
        addOnChip(shared, shared.getMemref().getType(), /*isShared=*/true);
        return success();
      })
      .Case([&](kernel::LocalOp local) {
        addOnChip(local, local.getMemref().getType(), /*isShared=*/false);
        return success();
      })
      .Case([&](kernel::BarrierOp barrier) { return lowerBarrier(barrier); })
      .Case([&](kernel::AsyncCopyOp copy) { return lowerAsyncCopy(copy); })
      .Case([&](kernel::AsyncCommitOp) { return lowerAsyncWait(op, "async_commit", 0); })
      .Case([&](kernel::AsyncWaitOp wait) { return lowerAsyncWait(op, "async_wait", wait.getAllBut()); })
      .Case([&](scf::IfOp branch) { return lowerIf(branch); })
      .Case([&](scf::ForOp loop) { return lowerFor(loop); })
      .Case([&](func::CallOp call) { return lowerCall(call); })
      .Case([&](arith::ConstantOp constant) { return lowerConstant(constant); })
      .Case([&](arith::IndexCastOp) { return lowerIndexCast(op, /*isUnsigned=*/false); })
      .Case([&](arith::IndexCastUIOp) { return lowerIndexCast(op, /*isUnsigned=*/true); })
      .Case<vector::ExtractOp, vector::FromElementsOp, vector::BroadcastOp>([&](auto) { return lowerVector(op); })
      .Default([&](Operation *other) { return lowerElementwise(other); });
}

LogicalResult FunctionLowering::lowerElementwise(Operation *op) {
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumRegions() != 0 ||
      !llvm::all_of(op->getOperands(), [&](Value operand) { return values.contains(operand); }))
    return refuse(op);
  bool allUniform = llvm::all_of(op->getOperands(), [&](Value operand) { return isUniform(operand); }) &&
                    llvm::none_of(op->getResultTypes(), llvm::IsaPred<VectorType>);
  if (context.checked && context.indexArithmetic.contains(op))
    checkOverflow(op);
  // Elements of vectors are lanes of their own.
  size_t numParts = 1;
  for (Value operand : op->getOperands())
    numParts = std::max<size_t>(numParts, values.lookup(operand).size());
  SmallVector<Parts> results(op->getNumResults());
  for (size_t part = 0; part < numParts; ++part) {
    SmallVector<Value> operands;
    for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
      Parts parts = values.lookup(operand);
      Value value = parts.size() == 1 ? parts.front() : parts[part];
      if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
              arith::CeilDivUIOp>(op) &&
          number == 1)
        value = makeDivisor(op, allUniform);
      operands.push_back(allUniform ? value : broadcast(value));
    }
    SmallVector<Type> types;
    for (Type type : op->getResultTypes())
      types.push_back(allUniform ? convertType(type) : getLanesType(type));
    OperationState state(loc, op->getName(), operands, types);
    state.attributes = op->getDiscardableAttrDictionary();
    state.propertiesAttr = op->getPropertiesAsAttribute();
    Operation *lowered = builder.create(state);
    // A promise that active lanes keep is not kept by the others.
    if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(lowered))
      lowered->setAttr(flags.getIntegerOverflowAttrName(),
                       arith::IntegerOverflowFlagsAttr::get(builder.getContext(), arith::IntegerOverflowFlags::none));
    for (auto [parts, result] : llvm::zip_equal(results, lowered->getResults()))
      parts.push_back(result);
  }
  for (auto [source, parts] : llvm::zip_equal(op->getResults(), results))
    values[source] = parts;
  return success();
}

LogicalResult FunctionLowering::lowerIndexCast(Operation *op, bool isUnsigned) {
  Value value = values.lookup(op->getOperand(0)).front();
  Type type = convertType(op->getResult(0).getType());
  if (isa<VectorType>(type))
    return refuse(op);
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth(), to = type.getIntOrFloatBitWidth();
  if (isa<VectorType>(value.getType()))
    type = getLanesType(type);
  if (from > to)
    value = arith::TruncIOp::create(builder, loc, type, value);
  else if (from < to && isUnsigned)
    value = arith::ExtUIOp::create(builder, loc, type, value);
  else if (from < to)
    value = arith::ExtSIOp::create(builder, loc, type, value);
  set(op->getResult(0), value);
  return success();
}

LogicalResult FunctionLowering::lowerConstant(arith::ConstantOp op) {
  auto constant = [&](Attribute value) -> Value {
    Type type = cast<TypedAttr>(value).getType();
    if (type.isIndex())
      value = builder.getI64IntegerAttr(cast<IntegerAttr>(value).getInt());
    else if (Type bits = convertType(type); bits != type)
      value = builder.getIntegerAttr(bits, cast<FloatAttr>(value).getValue().bitcastToAPInt());
    return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value));
  };
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements) {
    set(op, constant(op.getValue()));
    return success();
  }
  Parts parts;
  for (Attribute element : elements.getValues<Attribute>())
    parts.push_back(broadcast(constant(element)));
  values[op] = parts;
  return success();
}

LogicalResult FunctionLowering::lowerCall(func::CallOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getCalleeAttr());
  // Every call has a body since emmy-expand-apply.
  std::string &name = context.functions[callee];
  if (name.empty()) {
    name = "emmy_simulator_function_" + std::to_string(context.functions.size());
    std::string symbol = name;
    if (failed(FunctionLowering(context, nullptr).lowerFunction(callee, symbol)))
      return failure();
  }
  SmallVector<Value> operands = {warp, mask.bits};
  llvm::append_range(operands, flatten(op.getOperands()));
  auto call =
      func::CallOp::create(builder, loc, context.functions[callee], flattenTypes(op.getResultTypes()), operands);
  unflatten(op.getResults(), call.getResults());
  return success();
}

LogicalResult FunctionLowering::lowerVector(Operation *op) {
  auto isFlat = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return !vector || (vector.getRank() == 1 && !vector.isScalable());
  };
  if (!llvm::all_of(op->getOperandTypes(), isFlat) || !llvm::all_of(op->getResultTypes(), isFlat))
    return refuse(op);
  Value result = op->getResult(0);
  if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
    if (extract.hasDynamicPosition() || extract.getStaticPosition().size() != 1)
      return refuse(op);
    set(result, values.lookup(extract.getSource())[extract.getStaticPosition()[0]]);
    return success();
  }
  Parts parts = getAllLanes(op->getOperand(0));
  for (Value operand : op->getOperands().drop_front())
    parts.push_back(getLanes(operand));
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op); broadcast && parts.size() == 1)
    parts.resize(broadcast.getResultVectorType().getNumElements(), parts.front());
  values[result] = parts;
  return success();
}
