// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel dialect: hardware primitives of a GPU kernel, and the host code that launches it.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNEL_H
#define EMMY_DIALECT_KERNEL_IR_KERNEL_H

#include "Emmy/Dialect/Base/IR/MatrixAtoms.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace emmy::kernel {

/// The widest access of a thread, and the alignment of every buffer, in bytes.
constexpr int64_t kMaxVectorBytes = 16;
/// The alignment of shared buffers in bytes.
constexpr int64_t kSharedAlignment = 128;
/// The alignment of the buffers in a workspace in bytes.
constexpr int64_t kWorkspaceAlignment = 256;
/// The most memory of its own that a thread may have, in bytes.
constexpr int64_t kMaxLocalBytes = 512 * 1024;
/// The most threads of a block.
constexpr int64_t kMaxBlockThreads = 1024;
/// The number of named barriers beside that of the whole block, which is number 0.
constexpr int64_t kNumNamedBarriers = 15;

/// A number that kernels have on every target: index, an integer of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64; and
/// a float of 8 bits that the math library converts, which is moved only.
bool isScalar(mlir::Type type);

/// A scalar, or a rank-1 vector of them other than index.
bool isScalarOrVector(mlir::Type type);

/// A flat memref with the identity layout, elements of 8 to 64 bits, in global, workgroup or private memory.
bool isDeviceBuffer(mlir::Type type);

/// The memory space of a device buffer.
mlir::gpu::AddressSpace getSpace(mlir::MemRefType type);

/// The flat type of a buffer with so many elements (dynamic: `mlir::ShapedType::kDynamic`).
mlir::MemRefType getBufferType(int64_t size, mlir::Type elementType, mlir::gpu::AddressSpace space);

/// The bytes of one element in memory.
int64_t getElementBytes(mlir::Type elementType);

namespace detail {
mlir::LogicalResult verifyInKernel(mlir::Operation *op);
mlir::LogicalResult verifyOnHost(mlir::Operation *op);
} // namespace detail

/// The trait of what a thread does: it stands in an emmy_kernel.func.
template <typename ConcreteType>
struct InKernel : public mlir::OpTrait::TraitBase<ConcreteType, InKernel> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return detail::verifyInKernel(op); }
};

/// The trait of what the host does: it stands outside of every emmy_kernel.module.
template <typename ConcreteType>
struct OnHost : public mlir::OpTrait::TraitBase<ConcreteType, OnHost> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return detail::verifyOnHost(op); }
};

} // namespace emmy::kernel

#include "Emmy/Dialect/Kernel/IR/KernelDialect.h.inc"
#include "Emmy/Dialect/Kernel/IR/KernelEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Kernel/IR/KernelAttributes.h.inc"

#define GET_OP_CLASSES
#include "Emmy/Dialect/Kernel/IR/KernelOps.h.inc"

namespace emmy::kernel {

/// Shared memory of a kernel in bytes: every shared buffer at its aligned offset. Sizes that no machine has are told as
/// some such size.
int64_t getSharedBytes(FuncOp function);

/// Whether the shared buffers of a kernel are parts of memory that its launch provides, since they take more than a
/// kernel has by itself.
bool hasDynamicShared(FuncOp function);

/// The offset of a shared buffer in bytes.
int64_t getSharedOffset(SharedOp shared);

/// The target of the module around an operation, and the default one where it names none.
llvm::StringRef getTarget(mlir::Operation *op);

/// Its number: 90 for sm_90a, and 0 for what is no GPU.
int getTargetVersion(mlir::Operation *op);

/// An error where the target is earlier than sm_`least`, the first that has `what` (in plural).
mlir::LogicalResult verifyTarget(mlir::Operation *op, int least, llvm::StringRef what);

} // namespace emmy::kernel

#endif // EMMY_DIALECT_KERNEL_IR_KERNEL_H
