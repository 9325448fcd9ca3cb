// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of asynchronous copies. The labels C1, C2, ... are those of the operations' descriptions.

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace emmy::kernel;

/// The first GPUs that copy beside their threads.
static constexpr int kLeastTarget = 80;
static constexpr llvm::StringLiteral kWhat = "asynchronous copies";

LogicalResult AsyncCopyOp::verify() {
  MemRefType source = getSource().getType(), target = getTarget().getType();
  if (getSpace(source) != gpu::AddressSpace::Global || getSpace(target) != gpu::AddressSpace::Workgroup)
    return emitOpError("expected a source in global and a target in workgroup memory, but got ")
           << source << " and " << target;
  if (source.getElementType() != target.getElementType())
    return emitOpError("expected source and target to have one element type, but got ")
           << source.getElementType() << " and " << target.getElementType();
  int64_t elements = static_cast<int32_t>(getElements());
  int64_t bytes = elements * getElementBytes(source.getElementType());
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return emitOpError("expected a copy of 4, 8 or 16 bytes, but got ")
           << elements << " elements and " << bytes << " bytes";
  for (MemRefType buffer : {source, target})
    if (buffer.hasStaticShape() && buffer.getNumElements() % elements != 0)
      return emitOpError("expected the number of elements of both buffers to be a multiple of ")
             << elements << ", but got " << buffer.getNumElements();
  return verifyTarget(*this, kLeastTarget, kWhat);
}

LogicalResult AsyncCommitOp::verify() { return verifyTarget(*this, kLeastTarget, kWhat); }

LogicalResult AsyncWaitOp::verify() {
  if (static_cast<int32_t>(getAllBut()) < 0)
    return emitOpError("expected a number of groups that is not negative, but got ")
           << static_cast<int32_t>(getAllBut());
  return verifyTarget(*this, kLeastTarget, kWhat);
}
