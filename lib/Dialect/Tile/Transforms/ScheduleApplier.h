// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the scheduled form of a kernel from its unscheduled form and its schedule. The code of the old kernel is
// emitted once per place where the schedule runs it; positions along old axes are expressions of the new loops'
// variables, composed into the maps of accesses.

#ifndef EMMY_LIB_DIALECT_TILE_TRANSFORMS_SCHEDULEAPPLIER_H
#define EMMY_LIB_DIALECT_TILE_TRANSFORMS_SCHEDULEAPPLIER_H

#include "AxisPlan.h"

#include "Emmy/Support/Locations.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace emmy::tile {

/// Factors that one loop runs: all of one binding, of the entries of one old loop.
struct LoopGroup {
  Binding binding;
  llvm::SmallVector<std::pair<AxisPlan *, unsigned>> factors;
};

/// Loads of one operand that read the same elements at corresponding positions of corresponding axes.
struct StagedLoads {
  llvm::SmallVector<LoadOp> loads;
  /// Numbers of the plans that the first load varies with inside the staging scope; other loads vary with corresponding
  /// plans.
  llvm::SmallVector<llvm::SmallVector<unsigned>> plans;
};

class ScheduleApplier {
public:
  ScheduleApplier(KernelOp kernel, ScheduleAttr schedule);

  /// Everything that can go wrong; says what, and changes nothing.
  llvm::LogicalResult check();
  /// Replaces the kernel by its scheduled form.
  void apply();
  /// The elements that each thread would hold for a staging in registers; 0 where there is nothing to stage.
  int64_t countStagedRegisters(StagingAttr staging);

private:
  // Plans (ScheduleApplier.cpp).
  llvm::LogicalResult checkBody();
  llvm::LogicalResult checkBlocks();
  void setUpPlan(AxisPlan &plan);
  llvm::ArrayRef<unsigned> getPlans(mlir::Operation *loop) { return plansOfLoop[loop]; }
  void emitGrid();

  // Values and accesses (EmitAccess.cpp).
  mlir::Value lookup(mlir::Value old);
  mlir::AffineExpr getExpr(mlir::Value old, bool isSymbol, bool &opaque, llvm::SmallVectorImpl<AxisPlan *> &used);
  mlir::Value getZero(mlir::Type type);
  struct Access {
    llvm::SmallVector<mlir::AffineExpr> exprs, constraints;
    llvm::SmallVector<bool> isEquality;
  };
  Access getAccess(AccessOpInterface op);
  mlir::Value createLoad(LoadOp old, mlir::Type type);
  void emitLoad(LoadOp op);
  void emitStore(StoreOp op);
  mlir::Value getInsideCondition(mlir::Location loc, llvm::ArrayRef<unsigned> plans);

  // Loops and everything else (EmitNest.cpp).
  llvm::SmallVector<LoopGroup> getGroups(mlir::Operation *loop);
  mlir::OpFoldResult getSize(mlir::AffineExpr expr, mlir::Location loc);
  void emitLoops(mlir::Location loc, mlir::Operation *loop, llvm::ArrayRef<LoopGroup> groups,
                 llvm::function_ref<void()> body);
  llvm::SmallVector<int64_t> getThreadStrides(mlir::Operation *loop, const LoopGroup &group);
  void nameInductionVars(mlir::ValueRange ivs, const LoopGroup &group);
  void setPositions(mlir::ValueRange ivs, const LoopGroup &group);
  void enter(mlir::Operation *loop);
  void leave(mlir::Operation *loop);
  void emitBlock(mlir::Block &block);
  void emitOp(mlir::Operation &op);
  void emitInOneThread(mlir::Location loc, llvm::function_ref<void()> body);
  bool runsInOneThread(mlir::Operation *loop);
  void emitAlloc(AllocOp op);
  void emitFor(ForOp op);
  void emitReduce(ReduceOp op);
  void emitScan(ScanOp op);
  llvm::SmallVector<mlir::Value> emitRegion(mlir::Region &region, mlir::ValueRange arguments);
  llvm::SmallVector<mlir::Value> emitLift(ReduceOp op);
  llvm::SmallVector<mlir::Value> emitReduceLevel(ReduceOp op, llvm::ArrayRef<LoopGroup> groups, bool isOutermost);
  mlir::Value rematerialize(mlir::Value old);

  // Operands kept in registers (StageRegisters.cpp).
  llvm::LogicalResult checkRegisters(StagingAttr staging);
  llvm::SmallVector<StagedLoads> getStagedLoads(StagingAttr staging);
  bool coversThreads(mlir::Operation *scope, LoadOp load, llvm::ArrayRef<unsigned> used);
  void emitRegisterStages(ForOp op);
  bool emitStagedLoad(LoadOp op);

  // Values kept in shared memory (StageShared.cpp).
  llvm::LogicalResult checkShared(StagingAttr staging);
  /// What a value is computed from inside a loop: the inputs it reads, the plans it varies with, the loads in order.
  struct Sources {
    llvm::SmallSetVector<int64_t, 4> operands;
    llvm::SmallSetVector<unsigned, 4> plans;
    llvm::SmallVector<LoadOp> loads;
    bool isPure = true;
  };
  Sources getSources(mlir::Value value, mlir::Operation *scope);
  void collectSources(mlir::Value value, mlir::Operation *scope, Sources &sources);
  /// The values that a staging keeps.
  llvm::SmallVector<mlir::Value> getStagedValues(StagingAttr staging);
  /// A value in shared memory, with one dim per plan whose tile it varies over.
  struct Slab {
    mlir::Value buffer;
    llvm::SmallVector<unsigned> plans;
  };
  Slab emitSlab(mlir::Value value, mlir::Operation *scope);
  void emitSharedStages(ForOp op);
  mlir::Value loadSlab(const Slab &slab, mlir::Location loc, mlir::Type type);

  // Reductions over staged tiles (EmitTiled.cpp).
  llvm::LogicalResult checkTiled(ForOp op);
  bool isTiled(ForOp op);
  void emitTiled(ForOp op);
  void emitTiledReduce(ForOp op, ReduceOp reduce, const LoopGroup &threads, const LoopGroup &lanes,
                       llvm::ArrayRef<mlir::Value> accumulators);
  mlir::Value accessAccumulator(mlir::Value buffer, llvm::ArrayRef<const LoopGroup *> groups, mlir::Location loc,
                                mlir::Value stored);
  llvm::SmallVector<mlir::Value> *rematerialized = nullptr; // the values that the open scope computed anew
  void inScope(llvm::function_ref<void()> body);

  KernelOp kernel;
  ScheduleAttr schedule;
  IndexPool pool;
  mlir::OpBuilder builder;
  llvm::SmallVector<KernelAxis> axes;
  ThreadSpans spans;
  llvm::SmallVector<AxisPlan> plans;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<unsigned>> plansOfLoop;
  llvm::DenseMap<mlir::Value, std::pair<unsigned, unsigned>> planOfInductionVar;

  KernelOp scheduled;
  mlir::IRMapping mapping;
  llvm::DenseMap<mlir::Type, mlir::Value> zeros;
  llvm::SmallVector<mlir::Value> blockIvs;
  llvm::DenseMap<unsigned, unsigned> blockPosition; // of plans with a block factor
  llvm::SmallVector<unsigned> active;               // plans whose loops are open
  /// The number of threads that run the code that is being emitted alike; 0 outside of thread loops.
  int64_t groupThreads = 0;

  struct Staged {
    mlir::Value buffer;
    llvm::SmallVector<unsigned> plans; // whose factors index the buffer
    llvm::SmallVector<std::pair<unsigned, unsigned>> dims;
  };
  llvm::DenseMap<mlir::Operation *, Staged> staged;
  llvm::DenseMap<mlir::Operation *, Slab> slabs;
};

} // namespace emmy::tile

#endif // EMMY_LIB_DIALECT_TILE_TRANSFORMS_SCHEDULEAPPLIER_H
