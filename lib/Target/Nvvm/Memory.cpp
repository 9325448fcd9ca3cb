// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses, buffers, atomics, and copies that run beside their threads.

#include "KernelConverter.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace emmy::nvvm;
namespace kernel = emmy::kernel;

Value KernelConverter::getAddress(Operation *op, Value pointer, Value index, Type accessType) {
  Type element = getElementTypeOrSelf(accessType);
  return LLVM::GEPOp::create(builder, op->getLoc(), pointer.getType(), element, pointer, LLVM::GEPArg(index),
                             LLVM::GEPNoWrapFlags::inbounds);
}

static unsigned getAlignment(Type accessType) {
  auto vector = dyn_cast<VectorType>(accessType);
  return (vector ? vector.getNumElements() : 1) * kernel::getElementBytes(getElementTypeOrSelf(accessType));
}

void KernelConverter::convertLoad(kernel::LoadOp op) {
  Type type = op.getType();
  Value address = getAddress(op, op.getOperand(0), op.getIndex(), type);
  op.replaceAllUsesWith(LLVM::LoadOp::create(builder, op.getLoc(), type, address, getAlignment(type)).getResult());
  op.erase();
}

void KernelConverter::convertStore(kernel::StoreOp op) {
  Type type = op.getValue().getType();
  Value address = getAddress(op, op.getOperand(1), op.getIndex(), type);
  LLVM::StoreOp::create(builder, op.getLoc(), op.getValue(), address, getAlignment(type));
  op.erase();
}

/// A global in shared memory; its name needs to be unique in the module only.
static LLVM::GlobalOp addShared(DeviceModule &module, Location loc, Type type, LLVM::Linkage linkage, StringRef name) {
  OpBuilder builder(loc.getContext());
  auto global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/false, linkage, name, Attribute(),
                                       kernel::kSharedAlignment, kSharedSpace);
  module.symbols.insert(global, cast<mlir::ModuleOp>(module.symbols.getOp()).getBody()->begin());
  return global;
}

LLVM::GlobalOp KernelConverter::getDynamicShared(Location loc) {
  if (!module.dynamicShared)
    module.dynamicShared =
        addShared(module, loc, LLVM::LLVMArrayType::get(builder.getI8Type(), 0), LLVM::Linkage::External, "dsm");
  return module.dynamicShared;
}

void KernelConverter::convertShared(kernel::SharedOp op) {
  MemRefType type = op.getMemref().getType();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), kSharedSpace);
  if (isDynamic) {
    Value start = LLVM::AddressOfOp::create(builder, op.getLoc(), getDynamicShared(op.getLoc()));
    auto offset = static_cast<int32_t>(sharedOffsets.at(op));
    op->getResult(0).setType(pointer);
    op->replaceAllUsesWith(
        LLVM::GEPOp::create(builder, op.getLoc(), pointer, builder.getI8Type(), start, ArrayRef<LLVM::GEPArg>{offset}));
    op.erase();
    return;
  }
  // One global for each buffer.
  LLVM::GlobalOp global =
      addShared(module, op.getLoc(), LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements()),
                LLVM::Linkage::Internal, (function.getSymName() + "_shared_0").str());
  op->getResult(0).setType(pointer);
  op->replaceAllUsesWith(LLVM::AddressOfOp::create(builder, op.getLoc(), global));
  op.erase();
}

void KernelConverter::convertLocal(kernel::LocalOp op) {
  MemRefType type = op.getMemref().getType();
  OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
  auto array = LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value one = LLVM::ConstantOp::create(entry, op.getLoc(), entry.getI32IntegerAttr(1));
  Value memory = LLVM::AllocaOp::create(entry, op.getLoc(), pointer, array, one, kernel::kMaxVectorBytes);
  op->getResult(0).setType(pointer);
  op->replaceAllUsesWith(ValueRange{memory});
  op.erase();
}

void KernelConverter::convertAtomic(kernel::AtomicOp op) {
  auto getKind = [&] {
    switch (op.getKind()) {
    case kernel::AtomicKind::add:
      return LLVM::AtomicBinOp::add;
    case kernel::AtomicKind::min_signed:
      return LLVM::AtomicBinOp::min;
    case kernel::AtomicKind::max_signed:
      return LLVM::AtomicBinOp::max;
    case kernel::AtomicKind::min_unsigned:
      return LLVM::AtomicBinOp::umin;
    case kernel::AtomicKind::max_unsigned:
      return LLVM::AtomicBinOp::umax;
    case kernel::AtomicKind::bit_and:
      return LLVM::AtomicBinOp::_and;
    case kernel::AtomicKind::bit_or:
      return LLVM::AtomicBinOp::_or;
    case kernel::AtomicKind::bit_xor:
      return LLVM::AtomicBinOp::_xor;
    case kernel::AtomicKind::exchange:
      return LLVM::AtomicBinOp::xchg;
    }
    llvm_unreachable("all kinds are handled");
  };
  Value address = getAddress(op, op.getOperand(1), op.getIndex(), op.getValue().getType());
  op.replaceAllUsesWith(LLVM::AtomicRMWOp::create(builder, op.getLoc(), getKind(), address, op.getValue(),
                                                  LLVM::AtomicOrdering::monotonic, "device")
                            .getResult());
  op.erase();
}

void KernelConverter::convertAsyncCopy(kernel::AsyncCopyOp op) {
  Location loc = op.getLoc();
  // The buffers' types are pointers by now.
  Type element = elementTypes.lookup(op);
  int64_t elementBytes = kernel::getElementBytes(element), bytes = elementBytes * op.getElements();
  Value source = getAddress(op, op->getOperand(0), op.getSourceIndex(), element);
  Value target = getAddress(op, op->getOperand(2), op.getTargetIndex(), element);
  Value valid = op.getValid();
  if (valid && elementBytes > 1)
    valid = LLVM::MulOp::create(builder, loc, valid, getInteger(loc, 32, elementBytes));
  // Only whole vectors of 16 bytes may pass by the first-level cache.
  auto cache = bytes == 16 ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(builder, loc, target, source, bytes, cache, valid);
  op.erase();
}
