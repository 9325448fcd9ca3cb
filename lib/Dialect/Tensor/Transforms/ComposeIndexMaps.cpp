// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-tensor-compose-index-maps. In: functions of the tensor level. Out: the same with index maps of index maps read
// at once where that costs no more divisions, all index arithmetic simplified, unreachable pieces cut. Never fails;
// what it cannot improve stays.

#include "Emmy/Dialect/Tensor/IR/VirtualValues.h"
#include "Emmy/Dialect/Tensor/Transforms/IndexSizes.h"
#include "Emmy/Dialect/Tensor/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"

namespace emmy::tensor {
#define GEN_PASS_DEF_COMPOSEINDEXMAPSPASS
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace emmy::tensor

using namespace mlir;
using namespace emmy::tensor;

namespace {

/// A piece over sizes instead of symbols.
struct Piece {
  Value source;
  AffineMap map;
  std::optional<IntegerSet> guard; ///< none: always
};

unsigned countDivisions(const Piece &piece) {
  return emmy::countDivisions(piece.map) + (piece.guard ? emmy::countDivisions(*piece.guard) : 0);
}

/// The composition of one op: pieces are collected, then simplified, then written.
class Composer {
public:
  Composer(IndexMapOp op, const llvm::StringMap<emmy::IndexRange> &declared)
      : op(op), context(op.getContext()), sizes(context, declared) {
    pieces = getPieces(op);
    coordinateRanges = sizes.getCoordinateRanges(op.getType());
  }

  /// Replaces pieces whose source is an index map; counts those that were and were not.
  void compose(unsigned &numComposed, unsigned &numRefused);
  /// Simplifies all pieces and cuts those that are not reached.
  void simplify();
  /// Writes the pieces as a new op, or gives the value that they are equal to: the source of an identity, or the op
  /// unchanged.
  Value write(OpBuilder &builder);

private:
  /// The pieces of an op with its symbols replaced by expressions of sizes. Maps keep 0 symbols until `withSizes`.
  SmallVector<Piece> getPieces(IndexMapOp producer);
  std::optional<SmallVector<Piece>> getComposed(const Piece &piece);
  emmy::IndexSimplifier getSimplifier(const std::optional<IntegerSet> &guard);
  /// Simplifies one piece; false where its guard never holds.
  bool simplify(Piece &piece);
  /// One value as its own fill.
  void readSplatDirectly(Piece &piece, OpBuilder &builder);

  unsigned getRank() { return op.getType().getRank(); }

  IndexMapOp op;
  MLIRContext *context;
  IndexSizes sizes;
  SmallVector<Piece> pieces;
  SmallVector<emmy::IndexRange> coordinateRanges;
};

} // namespace

SmallVector<Piece> Composer::getPieces(IndexMapOp producer) {
  SmallVector<AffineExpr> symbols, dims;
  for (Value symbol : producer.getSymbols())
    symbols.push_back(sizes.getExpr(symbol));
  unsigned rank = producer.getType().getRank();
  for (unsigned dim = 0; dim < rank; ++dim)
    dims.push_back(getAffineDimExpr(dim, context));
  SmallVector<Piece> result;
  for (const IndexPiece &piece : producer.getPieces()) {
    Piece &added = result.emplace_back();
    added.source = piece.source;
    added.map = piece.map.replaceDimsAndSymbols(dims, symbols, rank, sizes.size());
    if (piece.isGuarded()) {
      IntegerSet guard = piece.guard;
      added.guard = guard.replaceDimsAndSymbols(dims, symbols, rank, sizes.size());
    }
  }
  return result;
}

emmy::IndexSimplifier Composer::getSimplifier(const std::optional<IntegerSet> &guard) {
  emmy::IndexSimplifier simplifier(context, coordinateRanges, sizes.getRanges());
  if (guard)
    simplifier.assume(*guard);
  return simplifier;
}

bool Composer::simplify(Piece &piece) {
  if (piece.guard) {
    IntegerSet guard = *piece.guard;
    emmy::IndexSimplifier simplifier = getSimplifier(std::nullopt);
    std::optional<bool> holds = simplifier.evaluate(guard);
    if (holds == false)
      return false;
    piece.guard = holds ? std::nullopt : std::optional(simplifier.simplify(guard));
  }
  piece.map = getSimplifier(piece.guard).simplify(piece.map);
  return true;
}

std::optional<SmallVector<Piece>> Composer::getComposed(const Piece &piece) {
  auto producer = piece.source.getDefiningOp<IndexMapOp>();
  SmallVector<Piece> composed;
  SmallVector<Piece> producerPieces = getPieces(producer);
  ArrayRef<AffineExpr> coordinates = piece.map.getResults();
  SmallVector<AffineExpr> symbols;
  for (unsigned index = 0; index < sizes.size(); ++index)
    symbols.push_back(getAffineSymbolExpr(index, context));
  for (Piece &inner : producerPieces) {
    Piece outer;
    outer.source = inner.source;
    outer.map = inner.map.replaceDimsAndSymbols(coordinates, symbols, getRank(), sizes.size());
    SmallVector<AffineExpr> constraints;
    SmallVector<bool> equalities;
    auto addGuard = [&](IntegerSet guard, ArrayRef<AffineExpr> dims) {
      IntegerSet replaced = guard.replaceDimsAndSymbols(dims, symbols, getRank(), sizes.size());
      llvm::append_range(constraints, replaced.getConstraints());
      llvm::append_range(equalities, replaced.getEqFlags());
    };
    if (piece.guard) {
      SmallVector<AffineExpr> dims;
      for (unsigned dim = 0; dim < getRank(); ++dim)
        dims.push_back(getAffineDimExpr(dim, context));
      addGuard(*piece.guard, dims);
    }
    if (inner.guard)
      addGuard(*inner.guard, coordinates);
    if (!constraints.empty())
      outer.guard = IntegerSet::get(getRank(), sizes.size(), constraints, equalities);
    unsigned allowed = std::max(countDivisions(piece), countDivisions(inner));
    if (!simplify(outer))
      continue;
    if (countDivisions(outer) > allowed)
      return std::nullopt;
    composed.push_back(outer);
    // Later pieces of the producer are not reached.
    if (!outer.guard)
      break;
  }
  return composed;
}

void Composer::compose(unsigned &numComposed, unsigned &numRefused) {
  SmallVector<Piece> result;
  for (const Piece &piece : pieces) {
    if (!piece.source.getDefiningOp<IndexMapOp>()) {
      result.push_back(piece);
      continue;
    }
    std::optional<SmallVector<Piece>> composed = getComposed(piece);
    if (!composed || result.size() + composed->size() > maxVirtualPieces) {
      ++numRefused;
      result.push_back(piece);
      continue;
    }
    ++numComposed;
    llvm::append_range(result, *composed);
  }
  pieces = std::move(result);
}

/// Whether the pieces read the same elements.
static bool readSame(const Piece &lhs, const Piece &rhs) {
  if (lhs.source == rhs.source)
    return lhs.map == rhs.map;
  auto left = lhs.source.getDefiningOp<ConstantOp>(), right = rhs.source.getDefiningOp<ConstantOp>();
  return left && right && left.getSplat() && left.getValue() == right.getValue();
}

void Composer::simplify() {
  SmallVector<Piece> result;
  for (Piece piece : pieces) {
    if (!simplify(piece))
      continue;
    result.push_back(piece);
    if (!piece.guard)
      break;
  }
  // The last piece needs no guard: were it not reached, no coordinate would be left.
  if (!result.empty())
    result.back().guard = std::nullopt;
  while (result.size() > 1 && readSame(result[result.size() - 2], result.back()))
    result.erase(result.end() - 2);
  if (!result.empty())
    pieces = std::move(result);
}

void Composer::readSplatDirectly(Piece &piece, OpBuilder &builder) {
  auto constant = piece.source.getDefiningOp<ConstantOp>();
  if (!constant || !constant.getSplat() || constant.getType().getRank() == 0)
    return;
  auto scalarType = RankedTensorType::get({}, constant.getType().getElementType());
  piece.source = ConstantOp::create(builder, constant.getLoc(), scalarType, constant.getValue());
  piece.map = AffineMap::get(piece.map.getNumDims(), piece.map.getNumSymbols(), {}, context);
}

Value Composer::write(OpBuilder &builder) {
  if (pieces.size() == 1 && pieces[0].source.getType() == op.getType() &&
      pieces[0].map.getResults() == AffineMap::getMultiDimIdentityMap(getRank(), context).getResults())
    return pieces[0].source;

  // Only the sizes that are read become symbols.
  auto isRead = [&](unsigned position) {
    return llvm::any_of(pieces, [&](const Piece &piece) {
      SmallVector<AffineExpr> exprs(piece.map.getResults());
      if (piece.guard) {
        IntegerSet guard = *piece.guard;
        llvm::append_range(exprs, guard.getConstraints());
      }
      return llvm::any_of(exprs, [&](AffineExpr expr) { return expr.isFunctionOfSymbol(position); });
    });
  };
  SmallVector<AffineExpr> dims, replacements;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    dims.push_back(getAffineDimExpr(dim, context));
  SmallVector<unsigned> read;
  for (unsigned position = 0; position < sizes.size(); ++position) {
    replacements.push_back(getAffineSymbolExpr(read.size(), context));
    if (isRead(position))
      read.push_back(position);
  }
  SmallVector<IndexPiece> written;
  for (Piece &piece : pieces) {
    readSplatDirectly(piece, builder);
    IndexPiece &added = written.emplace_back();
    added.source = piece.source;
    added.map = piece.map.replaceDimsAndSymbols(dims, replacements, getRank(), read.size());
    if (piece.guard) {
      IntegerSet guard = *piece.guard;
      added.guard = guard.replaceDimsAndSymbols(dims, replacements, getRank(), read.size());
    }
  }
  SmallVector<Value> symbols;
  for (unsigned position : read)
    symbols.push_back(sizes.getValue(position, builder, op.getLoc()));
  if (llvm::equal(symbols, op.getSymbols()) &&
      llvm::equal(written, op.getPieces(), [](const IndexPiece &lhs, const IndexPiece &rhs) {
        return lhs.source == rhs.source && lhs.map == rhs.map && lhs.guard == rhs.guard;
      }))
    return op.getResult();
  return IndexMapOp::create(builder, op.getLoc(), op.getType(), written, symbols);
}

namespace {
struct ComposeIndexMapsPass : public emmy::tensor::impl::ComposeIndexMapsPassBase<ComposeIndexMapsPass> {
  void runOnOperation() override {
    llvm::StringMap<emmy::IndexRange> declared = getDeclaredRanges(getOperation());
    SmallVector<IndexMapOp> ops;
    getOperation().walk([&](IndexMapOp op) { ops.push_back(op); });
    unsigned composed = 0, refused = 0;
    // Producers come first, so one step reads through whole chains.
    for (IndexMapOp op : ops) {
      // Nothing can be said, or asked, about a result without elements.
      if (llvm::is_contained(op.getType().getShape(), 0))
        continue;
      Composer composer(op, declared);
      composer.compose(composed, refused);
      composer.simplify();
      OpBuilder builder(op);
      Value replacement = composer.write(builder);
      if (replacement != op.getResult())
        op.getResult().replaceAllUsesWith(replacement);
    }
    for (IndexMapOp op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
    numComposed += composed;
    numRefused += refused;
  }
};
} // namespace
