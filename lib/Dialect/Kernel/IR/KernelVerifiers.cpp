// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the kernel dialect. The labels C1, C2, ... are those of the operations' descriptions.

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "Emmy/Dialect/Base/IR/Targets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy::kernel;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The constraints that load and store share; `what` is "result" or "value".
static LogicalResult verifyAccess(Operation *op, MemRefType memref, Type type, StringRef what) {
  Type element = memref.getElementType();
  auto vector = dyn_cast<VectorType>(type);
  bool isVector = vector && vector.getRank() == 1 && !vector.isScalable();
  if (isVector ? vector.getElementType() != element : type != element)
    return op->emitOpError("expected the ")
           << what << " to be " << element << " or a rank-1 vector of it, but got " << type;
  if (!isVector)
    return success();
  int64_t count = vector.getNumElements();
  int64_t bytes = count * getElementBytes(element);
  if (!llvm::isPowerOf2_64(count) || bytes > kMaxVectorBytes)
    return op->emitOpError("expected a power of two of elements and at most ")
           << kMaxVectorBytes << " bytes, but got " << count << " elements and " << bytes << " bytes";
  if (memref.hasStaticShape() && memref.getNumElements() % count != 0)
    return op->emitOpError("expected the number of elements of the buffer to be a multiple of ")
           << count << ", but got " << memref.getNumElements();
  return success();
}

LogicalResult LoadOp::verify() { return verifyAccess(*this, getMemref().getType(), getResult().getType(), "result"); }

LogicalResult StoreOp::verify() { return verifyAccess(*this, getMemref().getType(), getValue().getType(), "value"); }

LogicalResult AtomicOp::verify() {
  MemRefType memref = getMemref().getType();
  if (getSpace(memref) == gpu::AddressSpace::Private)
    return emitOpError("expected a buffer in global or workgroup memory, but got ") << memref;
  if (!memref.getElementType().isInteger(32) && !memref.getElementType().isInteger(64))
    return emitOpError("expected elements of i32 or i64, but got ") << memref.getElementType();
  if (getValue().getType() != memref.getElementType() || getOld().getType() != memref.getElementType())
    return emitOpError("expected the value and the result to be ")
           << memref.getElementType() << ", but got " << getValue().getType() << " and " << getOld().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static LogicalResult verifyOnChip(Operation *op, MemRefType memref, gpu::AddressSpace space) {
  if (!memref.hasStaticShape())
    return op->emitOpError("expected a static size, but got ") << memref;
  if (getSpace(memref) != space)
    return op->emitOpError("expected a buffer in ")
           << gpu::stringifyAddressSpace(space) << " memory, but got " << memref;
  return success();
}

LogicalResult SharedOp::verify() {
  if (failed(verifyOnChip(*this, getMemref().getType(), gpu::AddressSpace::Workgroup)))
    return failure();
  if (!isa<FuncOp>((*this)->getParentOp()))
    return emitOpError("expected to stand directly in the body of an emmy_kernel.func, but got '")
           << (*this)->getParentOp()->getName() << "'";
  return success();
}

LogicalResult LocalOp::verify() {
  MemRefType type = getMemref().getType();
  if (failed(verifyOnChip(*this, type, gpu::AddressSpace::Private)))
    return failure();
  if (type.getNumElements() > kMaxLocalBytes / getElementBytes(type.getElementType()))
    return emitOpError("expected at most ") << kMaxLocalBytes << " bytes for each thread, but got " << type;
  return success();
}

LogicalResult BarrierOp::verify() {
  for (auto [index, buffer] : llvm::enumerate(getBuffers()))
    if (getSpace(cast<MemRefType>(buffer.getType())) == gpu::AddressSpace::Private)
      return emitOpError("expected buffer #")
             << index << " to be in workgroup or global memory, but got " << buffer.getType();
  if (getId().has_value() != getThreads().has_value())
    return emitOpError("expected id and threads together, but got ") << (getId() ? "id" : "threads") << " alone";
  if (!getId())
    return success();
  int64_t id = static_cast<int32_t>(*getId()), threads = static_cast<int32_t>(*getThreads());
  if (id < 1 || id > kNumNamedBarriers)
    return emitOpError("expected id to be from 1 to ") << kNumNamedBarriers << ", but got " << id;
  // A warp that is not full counts as one that is.
  int64_t most = llvm::alignTo((*this)->getParentOfType<FuncOp>().getNumThreads(), 32);
  if (threads < 1 || threads > most || threads % 32 != 0)
    return emitOpError("expected threads to be a multiple of 32 from 32 to ") << most << ", but got " << threads;
  return success();
}

LogicalResult ShuffleOp::verify() {
  int32_t width = getWidth();
  if (width < 1 || width > 32 || !llvm::isPowerOf2_32(width))
    return emitOpError("expected width to be a power of two from 1 to 32, but got ") << width;
  unsigned bits = getValue().getType().getIntOrFloatBitWidth();
  if (bits < 8 || bits > 64 || !llvm::isPowerOf2_32(bits))
    return emitOpError("expected a value of 8, 16, 32 or 64 bits, but got ") << getValue().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Module and function
//===----------------------------------------------------------------------===//

LogicalResult emmy::kernel::ModuleOp::verify() {
  for (Operation &op : getBody().front())
    if (!isa<FuncOp, func::FuncOp>(op))
      return op.emitOpError("expected emmy_kernel.func or func.func in an emmy_kernel.module, but got '")
             << op.getName() << "'";
  WalkResult result = walk([](arith::ArithFastMathInterface op) {
    arith::FastMathFlagsAttr flags = op.getFastMathFlagsAttr();
    if (!flags || flags.getValue() == arith::FastMathFlags::none)
      return WalkResult::advance();
    op->emitOpError("expected no fast-math flags in a kernel module, but got ")
        << arith::stringifyFastMathFlags(flags.getValue());
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult FuncOp::verify() {
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    bool isGlobal = isDeviceBuffer(type) && getSpace(cast<MemRefType>(type)) == gpu::AddressSpace::Global;
    if (!isGlobal && (!isScalar(type) || type.isInteger(1)))
      return emitOpError("expected argument #")
             << index << " to be a flat memref in global memory or a scalar of 8 to 64 bits, but got " << type;
  }
  ArrayRef<int32_t> block = getBlock();
  // No size is larger than the product may be, so that the product does not overflow.
  bool hasSizes =
      block.size() == 3 && llvm::all_of(block, [](int32_t size) { return size >= 1 && size <= kMaxBlockThreads; });
  if (!hasSizes || getNumThreads() > kMaxBlockThreads || block[2] > 64)
    return emitOpError("expected block to have three positive sizes with a product of at most ")
           << kMaxBlockThreads << " and the last at most 64, but got [" << block << "]";
  if (!getResultTypes().empty())
    return emitOpError("expected no results, but got ") << getResultTypes().size();
  if (getMinBlocks() && static_cast<int32_t>(*getMinBlocks()) < 1)
    return emitOpError("expected min_blocks to be positive, but got ") << static_cast<int32_t>(*getMinBlocks());
  return success();
}

LogicalResult FuncOp::verifyRegions() {
  StringRef target = kernel::getTarget(*this);
  // Nobody knows what a target has that is not in the table; but addresses of shared memory have 32 bits.
  const TargetFacts *facts = lookupTarget(target);
  int64_t bytes = getSharedBytes(*this);
  int64_t most = facts ? facts->sharedBytesPerBlock : std::numeric_limits<int32_t>::max();
  if (bytes > most)
    return emitOpError("expected at most ") << most << " bytes of shared memory on " << target << ", but got " << bytes;
  return success();
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  if (getGrid().empty() || getGrid().size() > 3)
    return emitOpError("expected a grid of one to three dimensions, but got ") << getGrid().size();
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto kernel = symbolTable.lookupNearestSymbolFrom<FuncOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("expected an emmy_kernel.func, but got ") << getKernelAttr();
  ArrayRef<Type> parameters = kernel.getArgumentTypes();
  if (parameters.size() != getArguments().size())
    return emitOpError("expected ") << parameters.size() << " arguments for " << getKernelAttr() << ", but got "
                                    << getArguments().size();
  for (auto [index, parameter, argument] : llvm::enumerate(parameters, getArguments().getTypes())) {
    auto buffer = dyn_cast<MemRefType>(parameter);
    auto memref = dyn_cast<MemRefType>(argument);
    bool matches = parameter == argument;
    if (buffer && memref)
      matches =
          memref.getElementType() == buffer.getElementType() && memref.getLayout().isIdentity() &&
          (!memref.hasStaticShape() || !buffer.hasStaticShape() || memref.getNumElements() == buffer.getNumElements());
    if (!matches)
      return emitOpError("expected argument #") << index << " to fit " << parameter << ", but got " << argument;
  }
  return success();
}

/// One size for every dynamic dim of `type`.
static LogicalResult verifySizes(Operation *op, MemRefType type, size_t count) {
  if (static_cast<size_t>(type.getNumDynamicDims()) != count)
    return op->emitOpError("expected ") << type.getNumDynamicDims() << " sizes, but got " << count;
  return success();
}

LogicalResult AllocOp::verify() {
  auto type = cast<MemRefType>(getMemref().getType());
  if (!type.getLayout().isIdentity() || type.getMemorySpace())
    return emitOpError("expected a memref with the identity layout and no memory space, but got ") << type;
  return verifySizes(*this, type, getSizes().size());
}

LogicalResult CopyOp::verify() {
  auto source = cast<MemRefType>(getSource().getType()), target = cast<MemRefType>(getTarget().getType());
  if (source.getShape() != target.getShape() || source.getElementType() != target.getElementType() ||
      !source.getLayout().isIdentity() || !target.getLayout().isIdentity())
    return emitOpError("expected two memrefs of the same shape and element type with the identity layout, but got ")
           << source << " and " << target;
  return verifySizes(*this, source, getSizes().size());
}

LogicalResult ReadOp::verify() {
  auto type = cast<MemRefType>(getSource().getType());
  if (type.getRank() != 0)
    return emitOpError("expected a memref of rank 0, but got ") << type;
  return success();
}
