// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lowering of one scheduled tile kernel to the code of one thread. The structure of the tile kernel is walked once,
// in program order, and primitives are emitted at the builder's position:
//
//  * A value of the tile kernel is, at each point, one value for every lane of the vector loop around it, or one that
//  all lanes
//    share (Scope). Operations are emitted once for each lane that differs; consecutive accesses of lanes become vector
//    accesses.
//  * Block-level code is a sequence of phases. Which shared buffers were touched since the last barrier is tracked, and
//  a barrier
//    is emitted before a phase that conflicts (Barriers.cpp).

#ifndef EMMY_LIB_CONVERSION_TILETOKERNEL_KERNELLOWERING_H
#define EMMY_LIB_CONVERSION_TILETOKERNEL_KERNELLOWERING_H

#include "IndexFacts.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/Dialect/Tile/IR/Tile.h"
#include "Emmy/Support/Locations.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/MapVector.h"

namespace emmy::tilekernel {

/// A value for each lane, or one value for all of them.
using Lanes = llvm::SmallVector<mlir::Value, 1>;

/// What the values of the tile kernel are at one point of the emitted code.
class Scope {
public:
  /// A scope with so many lanes; values of a parent with several lanes are those of its lane `slice`, unless the lanes
  /// are the parent's.
  Scope(Scope *parent, unsigned numLanes, std::optional<unsigned> slice = std::nullopt)
      : parent(parent), numLanes(numLanes), slice(slice) {}

  Lanes lookup(mlir::Value value) const;
  mlir::Value lookup(mlir::Value value, unsigned lane) const;
  void map(mlir::Value value, Lanes lanes) { values[value] = std::move(lanes); }
  unsigned getNumLanes() const { return numLanes; }

private:
  Scope *parent;
  unsigned numLanes;
  std::optional<unsigned> slice;
  llvm::DenseMap<mlir::Value, Lanes> values;
};

/// An element of a buffer: a flat index as an expression of values of the tile kernel.
struct Element {
  mlir::Value buffer;
  mlir::AffineExpr index;
  unsigned numDims;
  llvm::SmallVector<mlir::Value> operands; ///< dims, then symbols
};

/// How a shared buffer was touched since the last barrier.
struct Touch {
  bool isRead = false;
  bool isWritten = false;
};
using Touches = llvm::MapVector<mlir::Value, Touch>;

class KernelLowering {
public:
  KernelLowering(tile::KernelOp kernel, kernel::FuncOp function);

  /// Whether there is a lowering for everything in the kernel; lists all for which there is none. Nothing fails after
  /// it.
  static llvm::LogicalResult check(tile::KernelOp kernel);
  /// Emits the body of the function.
  void run();
  /// The extents of the grid, as values and numbers of the tile kernel.
  static llvm::SmallVector<mlir::OpFoldResult> getGridExtents(tile::KernelOp kernel);

private:
  // KernelLowering.cpp: structure.
  void lowerBlock(mlir::Block &block, Scope &scope);
  void lowerOperation(mlir::Operation *op, Scope &scope);
  void lowerStructure(mlir::Operation *op, Scope &scope);
  /// Emits a region with these values of its arguments; gives what it yields.
  llvm::SmallVector<Lanes> lowerRegion(mlir::Region &region, llvm::ArrayRef<Lanes> arguments, Scope &scope);
  void lowerScalar(mlir::Operation *op, Scope &scope);
  mlir::Value cloneScalar(mlir::Operation *op, mlir::ValueRange operands);
  bool needsWideIndices();

  // Index.cpp: index arithmetic.
  /// The location of what the program does not compute.
  mlir::Location getLoc(llvm::StringRef role) { return getRoleLocation(kernel.getLoc(), role); }
  /// How the induction variables of a loop are called.
  static llvm::SmallVector<std::string> getNames(LoopNestOpInterface op);
  mlir::Type getType(mlir::Type type) const { return type.isIndex() ? indexType : type; }
  mlir::Value getIndex(int64_t value);
  /// `operands` are the values of the kernel, `facts` the values of the tile kernel that they stand for.
  mlir::Value emitExpr(mlir::AffineExpr expr, unsigned numDims, mlir::ValueRange operands, mlir::ValueRange tileValues);
  mlir::Value emitPart(mlir::AffineExpr expr, unsigned numDims, mlir::ValueRange operands, mlir::ValueRange tileValues);
  mlir::Value emitDivision(mlir::AffineBinaryOpExpr expr, unsigned numDims, mlir::ValueRange operands,
                           mlir::ValueRange tileValues);
  /// Whether all constraints hold, an i1; null where they always do.
  mlir::Value emitGuard(mlir::IntegerSet set, mlir::ValueRange operands, mlir::ValueRange tileValues);
  mlir::Value emitConstraint(mlir::AffineExpr expr, bool isEquality, unsigned numDims, mlir::ValueRange operands,
                             mlir::ValueRange tileValues);
  mlir::Value castIndex(mlir::Value value, mlir::Type type, bool isUnsigned);
  mlir::Value emitAnd(mlir::Value lhs, mlir::Value rhs);

  // Access.cpp: loads and stores.
  void addStrides();
  Element getElement(mlir::Value buffer, mlir::AffineMap map, mlir::ValueRange operands);
  /// How many lanes an access takes at a time: 1 where they are not consecutive or not aligned.
  unsigned getAccessWidth(const Element &element, Scope &scope);
  mlir::Value emitElementIndex(const Element &element, Scope &scope, unsigned lane);
  void lowerLoad(tile::LoadOp op, Scope &scope);
  void lowerStore(tile::StoreOp op, Scope &scope);
  void emitStore(mlir::Location loc, const Element &element, const Lanes &values, std::optional<mlir::IntegerSet> guard,
                 mlir::ValueRange guardOperands, Scope &scope);
  mlir::Value getGuard(std::optional<mlir::IntegerSet> guard, mlir::ValueRange operands, Scope &scope, unsigned lane);

  // Loops.cpp: loops and threads.
  void lowerFor(tile::ForOp op, Scope &scope);
  void lowerThreadFor(tile::ForOp op, Scope &scope);
  void lowerVectorFor(tile::ForOp op, Scope &scope);
  using PointFn = llvm::function_ref<void(llvm::ArrayRef<Lanes> indices)>;
  /// All points of a static box, in row-major order, as constants.
  void forEachPoint(llvm::ArrayRef<int64_t> extents, PointFn body);
  using StateFn =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(llvm::ArrayRef<Lanes> indices, mlir::ValueRange state)>;
  /// A nest of scf.for that carries a state.
  llvm::SmallVector<mlir::Value> emitLoops(LoopNestOpInterface op, Scope &scope, mlir::ValueRange inits, StateFn body);
  /// The position of the thread along the axis `name`, and whether it can be beyond the extent.
  std::pair<mlir::Value, bool> getThreadPosition(int64_t stride, int64_t extent, llvm::ArrayRef<int64_t> strides,
                                                 llvm::StringRef name);
  /// The threads that positions along an axis are counted in: the next larger of the given strides, the smallest of the
  /// enclosing ones, or the threads of the block.
  int64_t getPeriod(int64_t stride, llvm::ArrayRef<int64_t> strides);
  /// Whether the extents differ between lanes.
  bool hasUniformExtents(LoopNestOpInterface op, Scope &scope);
  /// Runs `body` for each lane by itself.
  void forEachLane(Scope &scope, llvm::function_ref<void(Scope &, unsigned lane)> body);

  // Reduce.cpp: reductions and scans.
  void lowerReduce(tile::ReduceOp op, Scope &scope);
  void lowerScan(tile::ScanOp op, Scope &scope);
  llvm::SmallVector<mlir::Value> emitCombine(ReductionOpInterface op, mlir::ValueRange lhs, mlir::ValueRange rhs,
                                             Scope &scope);
  llvm::SmallVector<mlir::Value> emitSerialReduce(tile::ReduceOp op, Scope &scope);

  // ReduceThreads.cpp: reductions across threads.
  llvm::SmallVector<mlir::Value> emitThreadReduce(tile::ReduceOp op, Scope &scope);
  llvm::SmallVector<mlir::Value> emitShuffleTree(tile::ReduceOp op, llvm::SmallVector<mlir::Value> state, int64_t lanes,
                                                 Scope &scope);
  llvm::SmallVector<mlir::Value> emitAcrossWarps(tile::ReduceOp op, llvm::SmallVector<mlir::Value> state,
                                                 int64_t extent, int64_t period, Scope &scope);
  mlir::Value emitShuffle(mlir::Value value, int64_t offset);
  llvm::ArrayRef<mlir::Value> getScratch(tile::ReduceOp op);

  // Stage.cpp: buffers on chip.
  void lowerStage(tile::StageOp op, Scope &scope);
  void fillStage(tile::StageOp op, unsigned axis, llvm::SmallVectorImpl<Lanes> &indices, bool isConditional,
                 Scope &scope);
  void lowerAlloc(mlir::Value buffer);
  /// Elements of arrays of registers that live in one block are values.
  void promoteLocals();
  /// Arrays of registers that nothing reads go.
  void eraseUnreadLocals();

  // Barriers.cpp: phases.
  /// Finds the arguments through which threads exchange data: written ones that are read, too, or that are tied
  /// and written by several nests.
  void findExchanged();
  /// What an operation touches of buffers through which threads exchange data, nested operations included.
  Touches getTouches(mlir::Operation *op);
  Touches getTouches(mlir::Region &region);
  void collectTouches(mlir::Operation *op, Touches &touches);
  /// Whether the operation is a sequence of phases rather than one.
  static bool isContainer(mlir::Operation *op);
  /// Emits a barrier where the touches conflict with those since the last one.
  void beginPhase(mlir::Location loc, const Touches &touches);
  void addPending(const Touches &touches);
  /// A barrier that protects these buffers and all that is pending.
  void emitBarrier(mlir::Location loc, llvm::ArrayRef<mlir::Value> conflicts);
  /// Takes what nothing accesses any more off the barriers' lists.
  void trimBarriers();
  /// A shared buffer of the kernel.
  mlir::Value createShared(mlir::Location loc, int64_t size, mlir::Type elementType);

  tile::KernelOp kernel;
  kernel::FuncOp function;
  mlir::OpBuilder builder;
  IndexFacts facts;
  mlir::Type indexType;
  int64_t numThreads;
  mlir::Value threadId;                             ///< the number of the thread in the block
  llvm::DenseMap<mlir::Value, mlir::Value> buffers; ///< buffer of the tile kernel to buffer of the kernel
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::OpFoldResult>> strides; ///< of kernel arguments, in elements
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> scratch;
  /// Elements of register buffers that are known values: a stage fills them in all threads, and nothing else writes
  /// them.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> knownElements;
  /// Arguments of the tile kernel that phases of a block may conflict on.
  llvm::SmallPtrSet<mlir::Value, 4> exchanged;
  llvm::SmallVector<int64_t> threadStrides; ///< of the thread loops around
  llvm::SmallVector<mlir::Value>
      storeConditions;     ///< threads that only take part in collective operations store nothing
  unsigned phaseDepth = 0; ///< inside of a phase nothing synchronizes
  Touches pending;         ///< since the last barrier
};

} // namespace emmy::tilekernel

#endif // EMMY_LIB_CONVERSION_TILETOKERNEL_KERNELLOWERING_H
