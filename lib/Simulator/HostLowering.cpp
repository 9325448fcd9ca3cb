// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches, allocations and copies become calls. An argument travels as a pair of 64-bit numbers: the bits of a scalar
// and nothing, or the address and the bytes of a buffer. A loop asks before each step whether the run has stopped:
// after an error nothing changes any more, and a condition would hold for ever.

#include "HostLowering.h"
#include "FunctionLowering.h"

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace emmy::simulator;
namespace kernel = emmy::kernel;

namespace {
/// Lowers the operations of one entry function.
class HostLowering {
public:
  HostLowering(func::FuncOp entry, ProgramInfo &info, const DenseMap<Operation *, unsigned> &numbers)
      : entry(entry), info(info), numbers(numbers), builder(entry.getContext()) {}

  void lowerLaunch(kernel::LaunchOp source, kernel::LaunchOp op);
  void lowerAlloc(kernel::AllocOp op);
  void lowerCopy(kernel::CopyOp op);
  void lowerRead(kernel::ReadOp op);
  void lowerWhile(scf::WhileOp op);
  /// Makes the number of an operation that the runtime may report.
  void begin(Operation *source, Operation *op) {
    info.hostOperations.push_back(source);
    loc = op->getLoc();
    builder.setInsertionPoint(op);
  }

private:
  Value getInteger(Type type, int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
  }
  Value getNumber() { return getInteger(builder.getI32Type(), info.hostOperations.size() - 1); }
  Value toI64(Value value);
  Value getBytes(MemRefType type, ValueRange sizes);
  Value getAddress(Value memref);
  Value call(StringRef hook, ValueRange operands, Type result = {});

  func::FuncOp entry;
  ProgramInfo &info;
  const DenseMap<Operation *, unsigned> &numbers;
  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
};
} // namespace

Value HostLowering::toI64(Value value) {
  Type type = value.getType(), i64 = builder.getI64Type();
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, i64, value);
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  if (type != integer)
    value = arith::BitcastOp::create(builder, loc, integer, value);
  return integer == i64 ? value : arith::ExtUIOp::create(builder, loc, i64, value).getResult();
}

Value HostLowering::getBytes(MemRefType type, ValueRange sizes) {
  int64_t factor = kernel::getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    factor *= ShapedType::isDynamic(size) ? 1 : size;
  Value bytes = getInteger(builder.getI64Type(), factor);
  for (Value size : sizes)
    bytes = arith::MulIOp::create(builder, loc, bytes, toI64(size));
  return bytes;
}

Value HostLowering::getAddress(Value memref) {
  return toI64(memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref));
}

Value HostLowering::call(StringRef hook, ValueRange operands, Type result) {
  std::string symbol = getHookSymbol(hook);
  auto module = entry->getParentOfType<mlir::ModuleOp>();
  TypeRange results = result ? TypeRange(result) : TypeRange();
  if (!module.lookupSymbol(symbol)) {
    OpBuilder moduleBuilder = OpBuilder::atBlockBegin(module.getBody());
    auto type = builder.getFunctionType(operands.getTypes(), results);
    func::FuncOp::create(moduleBuilder, module.getLoc(), symbol, type).setPrivate();
  }
  auto op = func::CallOp::create(builder, loc, symbol, results, operands);
  return result ? op.getResult(0) : Value();
}

void HostLowering::lowerLaunch(kernel::LaunchOp source, kernel::LaunchOp op) {
  begin(source, op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(source, source.getKernelAttr());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  SmallVector<Value> operands = {getNumber(), getInteger(i32, numbers.lookup(callee))};
  for (Value size : op.getGrid())
    operands.push_back(toI64(size));
  while (operands.size() < 5)
    operands.push_back(getInteger(i64, 1));

  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  OpBuilder entryBuilder = OpBuilder::atBlockBegin(&entry.getBody().front());
  Value count = LLVM::ConstantOp::create(entryBuilder, loc, i64,
                                         builder.getI64IntegerAttr(2 * std::max<int64_t>(op.getArguments().size(), 1)));
  Value array = LLVM::AllocaOp::create(entryBuilder, loc, pointer, i64, count);
  int32_t position = 0;
  auto push = [&](Value value) {
    Value address = LLVM::GEPOp::create(builder, loc, pointer, i64, array, ArrayRef<LLVM::GEPArg>{position++});
    LLVM::StoreOp::create(builder, loc, value, address);
  };
  for (Value argument : op.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type) {
      push(toI64(argument));
      push(getInteger(i64, 0));
      continue;
    }
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (ShapedType::isDynamic(size))
        sizes.push_back(memref::DimOp::create(builder, loc, argument, dim));
    push(getAddress(argument));
    push(getBytes(type, sizes));
  }
  operands.push_back(array);
  call("launch", operands);
  op.erase();
}

void HostLowering::lowerAlloc(kernel::AllocOp op) {
  auto type = cast<MemRefType>(op.getMemref().getType());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value base = call("allocate", {getNumber(), getBytes(type, op.getSizes())}, pointer);
  SmallVector<Value> shape;
  auto sizes = op.getSizes().begin();
  for (int64_t size : type.getShape()) {
    Value extent = ShapedType::isDynamic(size) ? Value(*sizes++) : getInteger(builder.getIndexType(), size);
    if (!extent.getType().isIndex())
      extent = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), extent);
    shape.push_back(extent);
  }
  op.replaceAllUsesWith(emmy::buildBuffer(builder, loc, type, base, shape));
  op.erase();
}

void HostLowering::lowerCopy(kernel::CopyOp op) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto toPointer = [&](Value memref) -> Value {
    return LLVM::IntToPtrOp::create(builder, loc, pointer, getAddress(memref));
  };
  Value bytes = getBytes(cast<MemRefType>(op.getSource().getType()), op.getSizes());
  call("copy", {getNumber(), toPointer(op.getTarget()), toPointer(op.getSource()), bytes});
  op.erase();
}

void HostLowering::lowerRead(kernel::ReadOp op) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type type = op.getType(), i64 = builder.getI64Type();
  Value address = LLVM::IntToPtrOp::create(builder, loc, pointer, getAddress(op.getSource()));
  Value bits = call("read", {getNumber(), address, getInteger(i64, kernel::getElementBytes(type))}, i64);
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  if (integer != i64)
    bits = arith::TruncIOp::create(builder, loc, integer, bits);
  if (integer != type)
    bits = arith::BitcastOp::create(builder, loc, type, bits);
  op.replaceAllUsesWith(bits);
  op.erase();
}

void HostLowering::lowerWhile(scf::WhileOp op) {
  scf::ConditionOp condition = op.getConditionOp();
  loc = condition.getLoc();
  builder.setInsertionPoint(condition);
  Value goesOn = call("goesOn", {}, builder.getI1Type());
  Value holds = arith::AndIOp::create(builder, loc, condition.getCondition(), goesOn);
  condition.getConditionMutable().assign(holds);
}

/// Hand-written entries may leave out which symbol an index is: they are in module order.
static void nameSizes(mlir::ModuleOp module, func::FuncOp entry) {
  auto symbols = module.getOps<emmy::SymbolOp>();
  auto next = symbols.begin();
  for (BlockArgument argument : entry.getArguments()) {
    if (!argument.getType().isIndex() || next == symbols.end())
      continue;
    if (!entry.getArgAttr(argument.getArgNumber(), "emmy.symbol"))
      entry.setArgAttr(argument.getArgNumber(), "emmy.symbol", StringAttr::get(module.getContext(), (*next).getSym()));
    ++next;
  }
}

LogicalResult emmy::simulator::lowerHost(mlir::ModuleOp module, mlir::ModuleOp lowered, const IRMapping &mapping,
                                         const DenseMap<Operation *, unsigned> &numbers, ProgramInfo &info) {
  func::FuncOp entry = emmy::expectEntry(module);
  if (!entry)
    return failure();
  auto loweredEntry = cast<func::FuncOp>(mapping.lookup(entry.getOperation()));
  nameSizes(lowered, loweredEntry);
  HostLowering lowering(loweredEntry, info, numbers);
  entry.walk([&](Operation *source) {
    Operation *op = mapping.lookupOrNull(source);
    if (auto launch = dyn_cast_or_null<kernel::LaunchOp>(op)) {
      lowering.lowerLaunch(cast<kernel::LaunchOp>(source), launch);
    } else if (auto alloc = dyn_cast_or_null<kernel::AllocOp>(op)) {
      lowering.begin(source, alloc);
      lowering.lowerAlloc(alloc);
    } else if (auto copy = dyn_cast_or_null<kernel::CopyOp>(op)) {
      lowering.begin(source, copy);
      lowering.lowerCopy(copy);
    } else if (auto read = dyn_cast_or_null<kernel::ReadOp>(op)) {
      lowering.begin(source, read);
      lowering.lowerRead(read);
    } else if (auto loop = dyn_cast_or_null<scf::WhileOp>(op)) {
      lowering.lowerWhile(loop);
    }
  });
  return success();
}
