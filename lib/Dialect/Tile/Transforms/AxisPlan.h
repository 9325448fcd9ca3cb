// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One entry of a schedule while it is applied: the sizes of its factors in the new kernel, the loop variables that run
// them, and the positions along the entry's axes that follow.

#ifndef EMMY_LIB_DIALECT_TILE_TRANSFORMS_AXISPLAN_H
#define EMMY_LIB_DIALECT_TILE_TRANSFORMS_AXISPLAN_H

#include "Emmy/Dialect/Tile/IR/Tile.h"
#include "IndexPool.h"

namespace emmy::tile {

struct AxisPlan {
  AxisAttr attr;
  unsigned firstAxis = 0;                      // number of the first axis
  llvm::SmallVector<KernelAxis> axes;          // of the old kernel
  llvm::SmallVector<mlir::AffineExpr> extents; // in the new kernel
  mlir::AffineExpr total;                      // product of the extents
  mlir::AffineExpr outerSize;                  // of the first factor
  bool masked = false;                         // whether positions may lie beyond the extent

  /// Expression of each factor's position; null where its loop is not open.
  llvm::SmallVector<mlir::AffineExpr> positions;
  /// Where set, the factors from `tileFrom` on are run by one variable with this expression.
  mlir::AffineExpr tilePosition;
  unsigned tileFrom = 0;

  unsigned getNumSplits() const { return attr.getSplits().size(); }
  Binding getBinding(unsigned i) const { return attr.getSplits()[i].getBinding(); }
  /// Size of factor i, an expression of extents.
  mlir::AffineExpr getSize(IndexPool &pool, unsigned i) const {
    return i ? pool.constant(attr.getSplits()[i].getSize()) : outerSize;
  }
  /// Static size of factor i, ShapedType::kDynamic where it depends on extents.
  int64_t getStaticSize(unsigned i) const;
  int64_t getStaticTotal() const;
  /// Product of the sizes of the factors from i on; they are static.
  int64_t getTileSize(unsigned from) const;
  /// Whether factor i is trivial: it has one iteration.
  bool isTrivial(unsigned i) const { return getStaticSize(i) == 1; }
  /// Factors with this binding, in order.
  llvm::SmallVector<unsigned> getSplits(Binding binding) const;

  /// The first factor that belongs to a block's tile: the block factor, and the chunks of a reduction, lie outside.
  unsigned getTileStart() const {
    bool isReduction = attr.getKinds().front() == AxisKind::reduction;
    return getBinding(0) == Binding::block || (isReduction && getBinding(0) == Binding::sequential) ? 1 : 0;
  }
  /// Position inside of the tile.
  mlir::AffineExpr getLocal(IndexPool &pool) const;
  /// Position along the collapsed axes.
  mlir::AffineExpr getFlat(IndexPool &pool) const;
  /// Position along axis i of the entry.
  mlir::AffineExpr getIndex(IndexPool &pool, unsigned i) const;
  /// (position, limit): the position along the axes is inside the extent exactly where position < limit. The innermost
  /// factor is left out where it divides the extent.
  std::pair<mlir::AffineExpr, mlir::AffineExpr> getBound(IndexPool &pool) const;

private:
  struct Term {
    mlir::AffineExpr position;
    int64_t size, factor;
  };
  llvm::SmallVector<Term> getTerms(IndexPool &pool) const;
};

} // namespace emmy::tile

#endif // EMMY_LIB_DIALECT_TILE_TRANSFORMS_AXISPLAN_H
