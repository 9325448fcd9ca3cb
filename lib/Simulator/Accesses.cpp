// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on memory and between threads: calls of the runtime, with a site that says what the operation is.

#include "FunctionLowering.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cstddef>

using namespace mlir;
using namespace emmy::simulator;
namespace kernel = emmy::kernel;

std::string emmy::simulator::getHookSymbol(StringRef hook) { return ("emmy_simulator_" + hook).str(); }

void FunctionLowering::callHook(StringRef hook, unsigned number, ValueRange more) {
  std::string symbol = getHookSymbol(hook);
  SmallVector<Value> operands = {warp, getInteger(builder.getI32Type(), number), mask.bits};
  llvm::append_range(operands, more);
  if (!context.module.lookupSymbol(symbol)) {
    OpBuilder moduleBuilder = OpBuilder::atBlockBegin(context.module.getBody());
    auto type = builder.getFunctionType(ValueRange(operands).getTypes(), {});
    func::FuncOp::create(moduleBuilder, context.module.getLoc(), symbol, type).setPrivate();
  }
  func::CallOp::create(builder, loc, symbol, TypeRange(), operands);
}

void FunctionLowering::storeIndex(Value index, size_t field) {
  Value lanes = getLanes(index);
  Type wide = getLanesType(builder.getI64Type());
  if (lanes.getType() != wide)
    lanes = arith::ExtSIOp::create(builder, loc, wide, lanes);
  storeField(field, lanes);
}

/// The place of an element's lanes in one of the warp's arrays.
static size_t getElementOffset(size_t array, unsigned element, unsigned elementBytes) {
  return array + size_t(element) * elementBytes * kWarpSize;
}
static size_t getDataOffset(unsigned element, unsigned elementBytes) {
  return getElementOffset(offsetof(Warp, data), element, elementBytes);
}

unsigned FunctionLowering::addSite(Operation *op, Value memref, Type type) {
  Site site;
  site.operation = op;
  auto vector = dyn_cast<VectorType>(type);
  site.numElements = vector ? vector.getNumElements() : 1;
  site.elementBytes = kernel::getElementBytes(getElementTypeOrSelf(type));
  auto argument = dyn_cast<BlockArgument>(memref);
  if (argument && argument.getOwner()->isEntryBlock() && isa<kernel::FuncOp>(argument.getOwner()->getParentOp())) {
    site.memory = Site::Memory::global;
    site.buffer = argument.getArgNumber();
  } else {
    site.memory = memref.getDefiningOp<kernel::SharedOp>() ? Site::Memory::shared : Site::Memory::local;
    site.buffer = onChip.lookup(memref);
  }
  info.sites.push_back(site);
  return info.sites.size() - 1;
}

void FunctionLowering::addOnChip(Operation *op, MemRefType type, bool isShared) {
  std::vector<OnChipBuffer> &buffers = isShared ? kernel->shared : kernel->local;
  uint64_t &bytes = isShared ? kernel->sharedBytes : kernel->localBytes;
  OnChipBuffer buffer;
  buffer.operation = op;
  buffer.offset = llvm::alignTo(bytes, isShared ? kernel::kSharedAlignment : kernel::kMaxVectorBytes);
  buffer.numElements = type.getNumElements();
  buffer.elementBytes = kernel::getElementBytes(type.getElementType());
  bytes = buffer.offset + buffer.numElements * buffer.elementBytes;
  onChip[op->getResult(0)] = buffers.size();
  buffers.push_back(buffer);
  if (isShared)
    return;
  // Each time that it is reached, its contents are undefined again.
  Site site;
  site.operation = op;
  site.memory = Site::Memory::local;
  site.buffer = buffers.size() - 1;
  info.sites.push_back(site);
  callHook("local", info.sites.size() - 1);
}

LogicalResult FunctionLowering::lowerLoad(kernel::LoadOp op) {
  unsigned site = addSite(op, op.getOperand(0), op.getType());
  storeIndex(op.getIndex());
  callHook("load", site);
  Parts parts;
  for (unsigned i = 0; i < info.sites[site].numElements; ++i)
    parts.push_back(loadField(getDataOffset(i, info.sites[site].elementBytes), getLanesType(op.getType())));
  values[op.getResult()] = parts;
  return success();
}

LogicalResult FunctionLowering::lowerStore(kernel::StoreOp op) {
  unsigned site = addSite(op, op.getOperand(1), op.getValue().getType());
  storeIndex(op.getIndex());
  for (auto [i, part] : llvm::enumerate(getAllLanes(op.getValue())))
    storeField(getDataOffset(i, info.sites[site].elementBytes), part);
  callHook("store", site);
  return success();
}

LogicalResult FunctionLowering::lowerAtomic(kernel::AtomicOp op) {
  unsigned site = addSite(op, op.getOperand(1), op.getType());
  info.sites[site].kind = static_cast<int32_t>(op.getKind());
  info.sites[site].isAtomic = true;
  storeIndex(op.getIndex());
  storeField(offsetof(Warp, data), getLanes(op.getValue()));
  callHook("atomic", site);
  set(op.getResult(), loadField(offsetof(Warp, data), getLanesType(op.getType())));
  return success();
}

LogicalResult FunctionLowering::lowerShuffle(kernel::ShuffleOp op) {
  Site site;
  site.operation = op;
  site.elementBytes = kernel::getElementBytes(op.getType());
  site.kind = static_cast<int32_t>(op.getMode());
  site.width = op.getWidth();
  info.sites.push_back(site);
  storeIndex(op.getOffset());
  storeField(offsetof(Warp, data), getLanes(op.getValue()));
  callHook("shuffle", info.sites.size() - 1);
  set(op.getResult(), loadField(offsetof(Warp, data), getLanesType(op.getType())));
  return success();
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::lowerLdmatrix(kernel::LdmatrixOp op) {
  auto type = cast<VectorType>(op.getResult().getType());
  unsigned number = addSite(op, op.getOperand(0), type);
  Site &site = info.sites[number];
  site.width = op.getNumMatrices();
  site.transposes = op.getTranspose();
  site.numElements = site.transposes ? 1 : 4 / site.elementBytes; // of an access of a lane
  site.needsAllRows = kernel::getTargetVersion(op) < 80;
  storeIndex(op.getIndex());
  callHook("loadMatrix", number);
  Parts parts;
  for (unsigned i = 0; i < type.getNumElements(); ++i)
    parts.push_back(loadField(getDataOffset(i, info.sites[number].elementBytes), getLanesType(type)));
  values[op.getResult()] = parts;
  return success();
}

LogicalResult FunctionLowering::lowerMma(kernel::MmaOp op) {
  Site site;
  site.operation = op;
  site.atom = op.getAtom();
  site.saturates = op.getSaturate();
  info.sites.push_back(site);
  auto storeFragment = [&](size_t array, Value fragment) {
    unsigned bytes = kernel::getElementBytes(getElementTypeOrSelf(fragment.getType()));
    for (auto [i, part] : llvm::enumerate(getAllLanes(fragment)))
      storeField(getElementOffset(array, i, bytes), part);
  };
  storeFragment(offsetof(Warp, left), op.getLeft());
  storeFragment(offsetof(Warp, right), op.getRight());
  storeFragment(offsetof(Warp, data), op.getAccumulator());
  callHook("multiplyMatrix", info.sites.size() - 1);
  auto type = cast<VectorType>(op.getResult().getType());
  Parts parts;
  for (unsigned i = 0; i < type.getNumElements(); ++i)
    parts.push_back(loadField(getDataOffset(i, kernel::getElementBytes(type.getElementType())), getLanesType(type)));
  values[op.getResult()] = parts;
  return success();
}
