// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What choosing a schedule looks at: the axes of a kernel, its nests, and how accesses move through memory along an
// axis. Structure only; what the scalar code computes plays no part.

#ifndef EMMY_LIB_DIALECT_TILE_TRANSFORMS_KERNELSTRUCTURE_H
#define EMMY_LIB_DIALECT_TILE_TRANSFORMS_KERNELSTRUCTURE_H

#include "Emmy/Dialect/Tile/IR/Tile.h"

namespace emmy::tile {

/// The distance in elements that an access moves for one step of an index value; nothing where it is not a constant.
std::optional<int64_t> getStep(AccessOpInterface access, mlir::Value index);

/// Whether the address, without what `index` adds, is a multiple of `width` elements for all values of the other
/// indices.
bool isAligned(AccessOpInterface access, mlir::Value index, int64_t width);

struct KernelStructure {
  explicit KernelStructure(KernelOp kernel);

  mutable KernelOp kernel; // operations are handles: looking at one is not const
  llvm::SmallVector<KernelAxis> axes;

  /// Numbers of a loop's axes.
  llvm::SmallVector<unsigned> getAxes(mlir::Operation *loop) const;
  /// The expected number of iterations of a loop: its extents, dynamic ones by the hints of their symbols.
  int64_t getExpectedSize(mlir::Operation *loop) const;
  int64_t getExpectedExtent(const KernelAxis &axis) const;
  /// The product of the static extents of a loop; nothing where one is dynamic.
  std::optional<int64_t> getStaticSize(mlir::Operation *loop) const;

  /// Loops, reductions and scans that stand directly in a region of `parent`.
  static llvm::SmallVector<LoopNestOpInterface> getLoops(mlir::Operation *parent);
  static bool isParallel(mlir::Operation *loop);
  /// Whether nests of the body exchange data through a buffer, so that blocks cannot run apart.
  bool hasDependentNests() const;
  /// Whether some buffer of the kernel is both read and written, or a buffer on chip is used.
  bool hasReadWrites() const;

  /// The widest vector along the last axis of `loop` for the accesses in it: up to 16 bytes of each element type, where
  /// every access that moves along the axis is contiguous and aligned, and the extent divides; at most `limit`.
  int64_t getVectorWidth(mlir::Operation *loop, int64_t limit) const;

  /// How many copies of a loop's body, at most `count` and by halves, one thread runs without a loop around: vectors
  /// pay where memory is the limit, and a body of this much code is not limited by memory.
  static int64_t limitUnrolling(mlir::Operation *loop, int64_t count);
  static constexpr int64_t instructionBudget = 4096;
};

} // namespace emmy::tile

#endif // EMMY_LIB_DIALECT_TILE_TRANSFORMS_KERNELSTRUCTURE_H
