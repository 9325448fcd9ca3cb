// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile dialect.

#ifndef EMMY_DIALECT_TILE_IR_TILE_H
#define EMMY_DIALECT_TILE_IR_TILE_H

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "Emmy/Dialect/Tile/IR/TileDialect.h.inc"
#include "Emmy/Dialect/Tile/IR/TileEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Tile/IR/TileAttributes.h.inc"

namespace emmy::tile {

/// Verifies the schedule of a kernel, and its scheduled form.
llvm::LogicalResult verifyScheduledKernel(mlir::Operation *op);

/// Whether a block may have so many threads.
llvm::LogicalResult verifyNumThreads(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, int64_t threads);

/// The trait through which the kernel runs verifyScheduledKernel.
template <typename ConcreteType>
class ScheduledKernel : public mlir::OpTrait::TraitBase<ConcreteType, ScheduledKernel> {
public:
  static llvm::LogicalResult verifyRegionTrait(mlir::Operation *op) { return verifyScheduledKernel(op); }
};

/// One axis of an unscheduled kernel.
struct KernelAxis {
  LoopNestOpInterface loop;
  unsigned position; // among the axes of the loop
  AxisKind kind;
  bool inOrder; // of a sequential loop or a scan

  LoopNestOpInterface getLoop() const { return loop; }
  mlir::BlockArgument getInductionVar() const { return getLoop().getInductionVars()[position]; }
  mlir::OpFoldResult getExtent() const { return getLoop().getMixedExtents()[position]; }
  int64_t getStaticExtent() const { return getLoop().getStaticExtents()[position]; }
};

/// The axes of a kernel's loops, reductions and scans, in preorder.
llvm::SmallVector<KernelAxis> getKernelAxes(mlir::Operation *kernel);

/// Whether threads work together in the operation: in a loop or a reduction that is bound to them, and in a stage.
bool isCollective(mlir::Operation *op);

/// The kernel argument or staged buffer is in this kind of memory.
bool isSharedBuffer(mlir::Value buffer);
bool isRegistersBuffer(mlir::Value buffer);

} // namespace emmy::tile

#define GET_OP_CLASSES
#include "Emmy/Dialect/Tile/IR/TileOps.h.inc"

namespace emmy::tile {

/// Whether a schedule fits an unscheduled kernel; says at the kernel why not.
llvm::LogicalResult verifySchedule(KernelOp kernel, ScheduleAttr schedule);

/// How many threads a schedule gives the loops of its kernel.
class ThreadSpans {
public:
  ThreadSpans(KernelOp kernel, ScheduleAttr schedule);

  /// The thread factors of a loop, multiplied; 0 where it has none.
  uint64_t getFactor(mlir::Operation *loop) const;
  /// The consecutive threads that run one iteration of what encloses the loop.
  uint64_t getSpan(mlir::Operation *loop) const;
  /// The consecutive threads that run one iteration of the loop.
  uint64_t getInnerSpan(mlir::Operation *loop) const;
  /// The threads that run the loop together: one iteration of the nearest loop around it that has thread factors, the
  /// block where there is none.
  uint64_t getGroup(mlir::Operation *loop) const;

private:
  mlir::Operation *kernel;
  uint64_t threads;
  llvm::DenseMap<mlir::Operation *, uint64_t> factors;
};

} // namespace emmy::tile

#endif // EMMY_DIALECT_TILE_IR_TILE_H
