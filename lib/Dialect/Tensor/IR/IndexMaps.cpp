// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders of index maps: one function per kind of rearrangement.

#include "Emmy/Dialect/Tensor/IR/IndexMaps.h"

using namespace mlir;

namespace emmy::tensor {

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

static SmallVector<AffineExpr> getDims(MLIRContext *context, unsigned rank) {
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < rank; ++dim)
    dims.push_back(getAffineDimExpr(dim, context));
  return dims;
}

Value buildIndexMap(OpBuilder &builder, Location loc, RankedTensorType result, Value source,
                    CoordinateBuilder coordinates) {
  IndexSymbols symbols(builder, loc);
  SmallVector<AffineExpr> exprs = coordinates(getDims(builder.getContext(), result.getRank()), symbols);
  AffineMap map = AffineMap::get(result.getRank(), symbols.getValues().size(), exprs, builder.getContext());
  return IndexMapOp::create(builder, loc, result, source, map, symbols.getValues());
}

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

/// Dims of extent other than 1, and the products of the extents up to and with each.
struct Factors {
  SmallVector<unsigned> dims;
  SmallVector<ExtentAttr> extents, products;

  explicit Factors(RankedTensorType type) {
    ExtentAttr product = ExtentAttr::getConstant(type.getContext(), 1);
    for (auto [dim, extent] : llvm::enumerate(*getExtents(type))) {
      if (extent.getConstantValue() == 1)
        continue;
      dims.push_back(dim);
      extents.push_back(extent);
      products.push_back(product = product * extent);
    }
  }
};

/// The positions after the last of each group of source and result factors with equal products; the last group takes
/// the rest.
static SmallVector<std::pair<unsigned, unsigned>> getGroupEnds(const Factors &source, const Factors &result) {
  SmallVector<std::pair<unsigned, unsigned>> ends;
  unsigned begin = 0;
  for (unsigned i = 0; i < source.dims.size(); ++i)
    for (unsigned j = begin; j < result.dims.size(); ++j)
      if (source.products[i] == result.products[j]) {
        ends.push_back({i + 1, j + 1});
        begin = j + 1;
        break;
      }
  std::pair<unsigned, unsigned> all(source.dims.size(), result.dims.size());
  if (ends.empty() || ends.back() != all)
    ends.push_back(all);
  return ends;
}

Value buildReshape(OpBuilder &builder, Location loc, Value source, RankedTensorType result) {
  if (getType(source) == result)
    return source;
  Factors from(getType(source)), to(result);
  return buildIndexMap(builder, loc, result, source, [&](ArrayRef<AffineExpr> dims, IndexSymbols &symbols) {
    SmallVector<AffineExpr> coordinates(getType(source).getRank(), symbols.getExpr(int64_t(0)));
    // Without elements no coordinate is ever asked for.
    if (getNumElements(builder.getContext(), to.extents).getConstantValue() == 0)
      return coordinates;
    unsigned sourceBegin = 0, resultBegin = 0;
    for (auto [sourceEnd, resultEnd] : getGroupEnds(from, to)) {
      AffineExpr linear = symbols.getExpr(int64_t(0));
      for (unsigned j = resultBegin; j < resultEnd; ++j)
        linear = linear * symbols.getExpr(to.extents[j]) + dims[to.dims[j]];
      // From the innermost dim outwards: the remainder is the coordinate, the quotient goes on.
      ExtentAttr inner = ExtentAttr::getConstant(builder.getContext(), 1);
      for (unsigned i = sourceEnd; i-- > sourceBegin;) {
        AffineExpr rest = inner.getConstantValue() == 1 ? linear : linear.floorDiv(symbols.getExpr(inner));
        coordinates[from.dims[i]] = i == sourceBegin ? rest : rest % symbols.getExpr(from.extents[i]);
        inner = inner * from.extents[i];
      }
      sourceBegin = sourceEnd;
      resultBegin = resultEnd;
    }
    return coordinates;
  });
}

//===----------------------------------------------------------------------===//
// Broadcast, transpose, slice
//===----------------------------------------------------------------------===//

Value buildBroadcast(OpBuilder &builder, Location loc, Value source, RankedTensorType result, ArrayRef<int64_t> dims) {
  if (getType(source) == result && llvm::equal(dims, llvm::seq<int64_t>(0, result.getRank())))
    return source;
  SmallVector<ExtentAttr> from = *getExtents(getType(source)), to = *getExtents(result);
  return buildIndexMap(builder, loc, result, source, [&](ArrayRef<AffineExpr> coordinates, IndexSymbols &symbols) {
    SmallVector<AffineExpr> exprs;
    for (auto [extent, dim] : llvm::zip_equal(from, dims))
      exprs.push_back(extent.getConstantValue() == 1 && extent != to[dim] ? symbols.getExpr(int64_t(0))
                                                                          : coordinates[dim]);
    return exprs;
  });
}

Value buildBroadcast(OpBuilder &builder, Location loc, Value source, RankedTensorType result) {
  int64_t rank = getType(source).getRank();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(result.getRank() - rank, result.getRank()));
  return buildBroadcast(builder, loc, source, result, dims);
}

Value buildTranspose(OpBuilder &builder, Location loc, Value source, ArrayRef<int64_t> permutation) {
  SmallVector<ExtentAttr> from = *getExtents(getType(source)), to;
  for (int64_t dim : permutation)
    to.push_back(from[dim]);
  RankedTensorType result = getTensorType(to, getType(source).getElementType());
  return buildIndexMap(builder, loc, result, source, [&](ArrayRef<AffineExpr> dims, IndexSymbols &) {
    SmallVector<AffineExpr> exprs(from.size());
    for (auto [dim, sourceDim] : llvm::enumerate(permutation))
      exprs[sourceDim] = dims[dim];
    return exprs;
  });
}

Value buildSlice(OpBuilder &builder, Location loc, Value source, RankedTensorType result, ArrayRef<ExtentAttr> starts,
                 ArrayRef<int64_t> steps) {
  return buildIndexMap(builder, loc, result, source, [&](ArrayRef<AffineExpr> dims, IndexSymbols &symbols) {
    SmallVector<AffineExpr> exprs;
    for (auto [dim, start, step] : llvm::zip_equal(dims, starts, steps))
      exprs.push_back(dim * step + symbols.getExpr(start));
    return exprs;
  });
}

//===----------------------------------------------------------------------===//
// Pad and concat
//===----------------------------------------------------------------------===//

/// Appends `constraint >= 0`.
static void addConstraint(AffineExpr constraint, SmallVectorImpl<AffineExpr> &constraints,
                          SmallVectorImpl<bool> &equalities, bool isEquality = false) {
  constraints.push_back(constraint);
  equalities.push_back(isEquality);
}

Value buildPad(OpBuilder &builder, Location loc, Value source, Value fill, ArrayRef<ExtentAttr> low,
               ArrayRef<ExtentAttr> high, ArrayRef<int64_t> interior) {
  MLIRContext *context = builder.getContext();
  SmallVector<ExtentAttr> from = *getExtents(getType(source)), to;
  ExtentAttr one = ExtentAttr::getConstant(context, 1), zero = ExtentAttr::getConstant(context, 0);
  SmallVector<ExtentAttr> spread; // extents with the interior elements
  for (auto [dim, extent] : llvm::enumerate(from)) {
    int64_t stride = interior.empty() ? 1 : interior[dim] + 1;
    // max(extent - 1, 0) * stride + 1 elements, none of none.
    ExtentAttr spreadExtent = extent;
    if (stride != 1) {
      ExtentAttr strideExtent = ExtentAttr::getConstant(context, stride);
      spreadExtent = ExtentAttr::getFunction(ExtentFunction::max, (extent - one) * strideExtent + one, zero);
    }
    spread.push_back(spreadExtent);
    to.push_back(spreadExtent + low[dim] + high[dim]);
  }
  RankedTensorType result = getTensorType(to, getType(source).getElementType());

  IndexSymbols symbols(builder, loc);
  SmallVector<AffineExpr> exprs, constraints;
  SmallVector<bool> equalities;
  for (auto [dim, coordinate] : llvm::enumerate(getDims(context, from.size()))) {
    int64_t stride = interior.empty() ? 1 : interior[dim] + 1;
    AffineExpr shifted = coordinate - symbols.getExpr(low[dim]);
    exprs.push_back(shifted.floorDiv(stride));
    if (low[dim].getConstantValue().value_or(1) > 0)
      addConstraint(shifted, constraints, equalities);
    if (high[dim].getConstantValue().value_or(1) > 0)
      addConstraint(symbols.getExpr(spread[dim]) - 1 - shifted, constraints, equalities);
    if (stride != 1)
      addConstraint(shifted % stride, constraints, equalities, /*isEquality=*/true);
  }
  unsigned rank = from.size(), numSymbols = symbols.getValues().size();
  IndexPiece inside{source, AffineMap::get(rank, numSymbols, exprs, context)};
  if (constraints.empty())
    return IndexMapOp::create(builder, loc, result, inside, symbols.getValues());
  inside.guard = IntegerSet::get(rank, numSymbols, constraints, equalities);
  IndexPiece outside{fill, AffineMap::get(rank, numSymbols, {}, context)};
  return IndexMapOp::create(builder, loc, result, ArrayRef<IndexPiece>{inside, outside}, symbols.getValues());
}

Value buildConcat(OpBuilder &builder, Location loc, ValueRange sources, int64_t dim) {
  MLIRContext *context = builder.getContext();
  SmallVector<ExtentAttr> to = *getExtents(getType(sources.front()));
  SmallVector<ExtentAttr> ends;
  ExtentAttr end = ExtentAttr::getConstant(context, 0);
  for (Value source : sources)
    ends.push_back(end = end + (*getExtents(getType(source)))[dim]);
  to[dim] = end;

  unsigned rank = to.size();
  IndexSymbols symbols(builder, loc);
  SmallVector<AffineExpr> endExprs;
  for (ExtentAttr extent : ends)
    endExprs.push_back(symbols.getExpr(extent));
  SmallVector<AffineExpr> dims = getDims(context, rank);
  unsigned numSymbols = symbols.getValues().size();
  SmallVector<IndexPiece> pieces;
  for (auto [index, source] : llvm::enumerate(sources)) {
    SmallVector<AffineExpr> exprs = dims;
    if (index > 0)
      exprs[dim] = dims[dim] - endExprs[index - 1];
    IndexPiece piece{source, AffineMap::get(rank, numSymbols, exprs, context)};
    if (index + 1 < sources.size())
      piece.guard = IntegerSet::get(rank, numSymbols, endExprs[index] - 1 - dims[dim], false);
    pieces.push_back(piece);
  }
  RankedTensorType result = getTensorType(to, getType(sources.front()).getElementType());
  return IndexMapOp::create(builder, loc, result, pieces, symbols.getValues());
}

} // namespace emmy::tensor
