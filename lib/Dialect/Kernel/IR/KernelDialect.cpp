// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the kernel dialect, and the facts about its buffers.

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "Emmy/Dialect/Base/IR/Targets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy::kernel;

#include "Emmy/Dialect/Kernel/IR/KernelDialect.cpp.inc"
#include "Emmy/Dialect/Kernel/IR/KernelEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Kernel/IR/KernelAttributes.cpp.inc"

void KernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Emmy/Dialect/Kernel/IR/KernelAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Emmy/Dialect/Kernel/IR/KernelOps.cpp.inc"
      >();
}

bool emmy::kernel::isScalar(Type type) {
  if (type.isSignlessInteger())
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, type.getIntOrFloatBitWidth());
  return isa<IndexType, Float16Type, BFloat16Type, Float32Type, Float64Type, Float8E4M3FNType, Float8E5M2Type,
             Float8E4M3FNUZType, Float8E5M2FNUZType>(type);
}

bool emmy::kernel::isScalarOrVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return isScalar(type);
  Type element = vector.getElementType();
  return vector.getRank() == 1 && !vector.isScalable() && !element.isIndex() && isScalar(element);
}

bool emmy::kernel::isDeviceBuffer(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || memref.getRank() != 1 || !memref.getLayout().isIdentity())
    return false;
  if (!isa_and_nonnull<gpu::AddressSpaceAttr>(memref.getMemorySpace()))
    return false;
  Type element = memref.getElementType();
  if (!element.isSignlessInteger() && !isa<FloatType>(element))
    return false;
  unsigned bits = element.getIntOrFloatBitWidth();
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits);
}

gpu::AddressSpace emmy::kernel::getSpace(MemRefType type) {
  return cast<gpu::AddressSpaceAttr>(type.getMemorySpace()).getValue();
}

MemRefType emmy::kernel::getBufferType(int64_t size, Type elementType, gpu::AddressSpace space) {
  return MemRefType::get({size}, elementType, MemRefLayoutAttrInterface(),
                         gpu::AddressSpaceAttr::get(elementType.getContext(), space));
}

int64_t emmy::kernel::getElementBytes(Type elementType) { return (elementType.getIntOrFloatBitWidth() + 7) / 8; }

/// The end of a shared buffer that starts at the next aligned offset from `bytes`.
static int64_t addShared(int64_t bytes, SharedOp shared) {
  static constexpr uint64_t kTooMuch = uint64_t(1) << 48;
  MemRefType type = shared.getMemref().getType();
  uint64_t size = llvm::SaturatingMultiply<uint64_t>(type.getNumElements(), getElementBytes(type.getElementType()));
  return std::min(kTooMuch, llvm::SaturatingAdd<uint64_t>(llvm::alignTo(bytes, kSharedAlignment), size));
}

int64_t emmy::kernel::getSharedBytes(FuncOp function) {
  int64_t bytes = 0;
  for (SharedOp shared : function.getBody().front().getOps<SharedOp>())
    bytes = addShared(bytes, shared);
  return bytes;
}

bool emmy::kernel::hasDynamicShared(FuncOp function) {
  const TargetFacts *facts = lookupTarget(getTarget(function));
  // Of a target that is not in the table nothing else is known than that it is a GPU.
  return getSharedBytes(function) > (facts ? *facts : getTargets().front()).staticSharedBytesPerBlock;
}

int64_t emmy::kernel::getSharedOffset(SharedOp wanted) {
  int64_t bytes = 0;
  for (SharedOp shared : wanted->getBlock()->getOps<SharedOp>()) {
    if (shared == wanted)
      break;
    bytes = addShared(bytes, shared);
  }
  return llvm::alignTo(bytes, kSharedAlignment);
}

StringRef emmy::kernel::getTarget(Operation *op) {
  auto module = op->getParentOfType<emmy::kernel::ModuleOp>();
  return module ? module.getTarget().value_or(defaultTarget) : StringRef(defaultTarget);
}

int emmy::kernel::getTargetVersion(Operation *op) {
  StringRef number = getTarget(op);
  int version = 0;
  return number.consume_front("sm_") && !number.consumeInteger(10, version) ? version : 0;
}

LogicalResult emmy::kernel::detail::verifyInKernel(Operation *op) {
  if (op->getParentOfType<FuncOp>())
    return success();
  // What stands nowhere is told by its own name.
  Operation *place = op->getParentOp() ? op->getParentOp() : op;
  return op->emitOpError("expected to stand in an emmy_kernel.func, but got '") << place->getName() << "'";
}

LogicalResult emmy::kernel::detail::verifyOnHost(Operation *op) {
  if (auto module = op->getParentOfType<emmy::kernel::ModuleOp>())
    return op->emitOpError("expected what the host does outside of kernel modules, but got it in @")
           << module.getSymName();
  return success();
}

LogicalResult emmy::kernel::verifyTarget(Operation *op, int least, StringRef what) {
  if (getTargetVersion(op) >= least)
    return success();
  return op->emitOpError("expected a target that has ")
         << what << ", sm_" << least << " or later, but got " << getTarget(op);
}
