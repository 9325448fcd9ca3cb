// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index values and extents as expressions of sizes.

#include "Emmy/Dialect/Tensor/Transforms/IndexSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace emmy::tensor {

llvm::StringMap<IndexRange> getDeclaredRanges(Operation *module) {
  llvm::StringMap<IndexRange> ranges;
  for (Operation &op : module->getRegion(0).front())
    if (auto symbol = dyn_cast<SymbolOp>(op)) {
      std::optional<int64_t> max;
      if (symbol.getMaxAttr())
        max = symbol.getMaxAttr().getInt();
      ranges[symbol.getSym()] = IndexRange::getConstant(module->getContext(), symbol.getMinAttr().getInt(), max);
    }
  return ranges;
}

AffineExpr IndexSizes::getSize(Size size) {
  for (auto [position, known] : llvm::enumerate(sizes))
    if (size.name ? known.name == size.name : known.value == size.value) {
      if (!known.value)
        known.value = size.value;
      return getAffineSymbolExpr(position, context);
    }
  sizes.push_back(size);
  return getAffineSymbolExpr(sizes.size() - 1, context);
}

AffineExpr IndexSizes::getExpr(Value index) {
  IntegerAttr constant;
  if (matchPattern(index, m_Constant(&constant)))
    return getAffineConstantExpr(constant.getInt(), context);
  Operation *op = index.getDefiningOp();
  if (auto size = dyn_cast_or_null<SizeOp>(op))
    return getSize({index, size.getSymbolAttr()});
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op))
    return getSize({index, {}});
  AffineExpr lhs = getExpr(op->getOperand(0));
  // A divisor max(s, 1) is s where expressions divide; a divisor that may be negative means something else there.
  if (isa<arith::FloorDivSIOp, arith::CeilDivSIOp>(op)) {
    Value divisor = op->getOperand(1);
    auto atLeastOne = divisor.getDefiningOp<arith::MaxSIOp>();
    bool isGuarded = atLeastOne && matchPattern(atLeastOne.getRhs(), m_One());
    bool isPositive = matchPattern(divisor, m_Constant(&constant)) && constant.getInt() > 0;
    if (!isGuarded && !isPositive)
      return getSize({index, {}});
    AffineExpr rhs = getExpr(isGuarded ? atLeastOne.getLhs() : divisor);
    return isa<arith::FloorDivSIOp>(op) ? lhs.floorDiv(rhs) : lhs.ceilDiv(rhs);
  }
  AffineExpr rhs = getExpr(op->getOperand(1));
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  return isa<arith::SubIOp>(op) ? lhs - rhs : lhs * rhs;
}

AffineExpr IndexSizes::getExpr(ExtentAttr extent) {
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (auto [coefficient, monomial] : llvm::zip_equal(extent.getCoefficients(), extent.getMonomials())) {
    AffineExpr product = getAffineConstantExpr(coefficient, context);
    for (Attribute atom : monomial) {
      AffineExpr factor;
      auto function = dyn_cast<ExtentAtomAttr>(atom);
      if (!function || function.getFunction() == ExtentFunction::min || function.getFunction() == ExtentFunction::max) {
        factor = getSize({Value(), atom});
      } else {
        AffineExpr lhs = getExpr(function.getLhs()), rhs = getExpr(function.getRhs());
        factor = function.getFunction() == ExtentFunction::floordiv  ? lhs.floorDiv(rhs)
                 : function.getFunction() == ExtentFunction::ceildiv ? lhs.ceilDiv(rhs)
                                                                     : lhs % rhs;
      }
      product = product * factor;
    }
    sum = sum + product;
  }
  return sum;
}

SmallVector<IndexRange> IndexSizes::getRanges() const {
  SmallVector<IndexRange> ranges;
  for (const Size &size : sizes) {
    auto symbol = dyn_cast_or_null<StringAttr>(size.name);
    auto known = symbol ? declared.find(symbol.getValue()) : declared.end();
    if (known != declared.end())
      ranges.push_back(known->second);
    else if (symbol)
      ranges.push_back(IndexRange::getConstant(context, 0));
    else
      ranges.push_back({});
  }
  return ranges;
}

SmallVector<IndexRange> IndexSizes::getCoordinateRanges(RankedTensorType type) {
  SmallVector<IndexRange> ranges;
  SmallVector<ExtentAttr> extents = *getExtents(type);
  for (ExtentAttr extent : extents)
    ranges.push_back(IndexRange::getExtent(getExpr(extent)));
  return ranges;
}

Value IndexSizes::getValue(unsigned position, OpBuilder &builder, Location loc) {
  Size &size = sizes[position];
  if (!size.value)
    size.value = SizeOp::create(builder, loc, builder.getIndexType(), cast<StringAttr>(size.name));
  return size.value;
}

} // namespace emmy::tensor
