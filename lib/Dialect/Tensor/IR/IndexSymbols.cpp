// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extents as affine expressions of an index map's symbols.

#include "Emmy/Dialect/Tensor/IR/IndexMaps.h"

using namespace mlir;

namespace emmy::tensor {

Value IndexSymbols::getSize(StringRef symbol) {
  for (auto &[name, value] : sizes)
    if (name == symbol)
      return value;
  Value size = SizeOp::create(builder, loc, builder.getIndexType(), symbol);
  sizes.push_back({symbol.str(), size});
  return size;
}

AffineExpr IndexSymbols::getExpr(Value index) {
  for (auto [position, value] : llvm::enumerate(values))
    if (value == index)
      return builder.getAffineSymbolExpr(position);
  values.push_back(index);
  return builder.getAffineSymbolExpr(values.size() - 1);
}

AffineExpr IndexSymbols::getExpr(int64_t value) { return builder.getAffineConstantExpr(value); }

AffineExpr IndexSymbols::getAtomExpr(Attribute atom) {
  if (auto symbol = dyn_cast<StringAttr>(atom))
    return getExpr(getSize(symbol.getValue()));
  auto function = cast<ExtentAtomAttr>(atom);
  if (function.getFunction() == ExtentFunction::min || function.getFunction() == ExtentFunction::max) {
    ExtentAttr extent = ExtentAttr::getFunction(function.getFunction(), function.getLhs(), function.getRhs());
    for (auto &[known, value] : computed)
      if (known == extent)
        return getExpr(value);
    Value value = extent.materialize(builder, loc, [&](StringRef symbol) { return getSize(symbol); });
    computed.push_back({extent, value});
    return getExpr(value);
  }
  AffineExpr lhs = getExpr(function.getLhs()), rhs = getExpr(function.getRhs());
  if (function.getFunction() == ExtentFunction::floordiv)
    return lhs.floorDiv(rhs);
  return function.getFunction() == ExtentFunction::ceildiv ? lhs.ceilDiv(rhs) : lhs % rhs;
}

AffineExpr IndexSymbols::getExpr(ExtentAttr extent) {
  AffineExpr sum = getExpr(int64_t(0));
  for (auto [coefficient, monomial] : llvm::zip_equal(extent.getCoefficients(), extent.getMonomials())) {
    AffineExpr product;
    for (Attribute atom : monomial)
      product = product ? product * getAtomExpr(atom) : getAtomExpr(atom);
    sum = sum + (product ? product * coefficient : getExpr(coefficient));
  }
  return sum;
}

} // namespace emmy::tensor
