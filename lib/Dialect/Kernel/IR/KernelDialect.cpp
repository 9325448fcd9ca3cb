// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the kernel dialect, and the facts about its buffers.

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

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

int64_t emmy::kernel::getSharedBytes(FuncOp function) {
  int64_t bytes = 0;
  function.walk([&](SharedOp shared) {
    MemRefType type = shared.getMemref().getType();
    bytes = llvm::alignTo(bytes, kSharedAlignment) + type.getNumElements() * getElementBytes(type.getElementType());
  });
  return bytes;
}
