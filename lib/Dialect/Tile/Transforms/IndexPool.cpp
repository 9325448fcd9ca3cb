// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index expressions over the values of a kernel under construction.

#include "IndexPool.h"

#include "Emmy/Support/Locations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy::tile;

AffineExpr IndexPool::dim(Value value) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return constant(known.getSExtValue());
  auto [it, inserted] = dimNumbers.try_emplace(value, dims.size());
  if (inserted)
    dims.push_back(value);
  return getAffineDimExpr(it->second, context);
}

AffineExpr IndexPool::symbol(Value value) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return constant(known.getSExtValue());
  auto [it, inserted] = symbolNumbers.try_emplace(value, symbols.size());
  if (inserted)
    symbols.push_back(value);
  return getAffineSymbolExpr(it->second, context);
}

AffineExpr IndexPool::extent(OpFoldResult size) {
  if (auto attr = dyn_cast<Attribute>(size))
    return constant(cast<IntegerAttr>(attr).getInt());
  return symbol(cast<Value>(size));
}

AffineExpr IndexPool::compose(AffineExpr expr, unsigned numDims, ArrayRef<AffineExpr> operands) const {
  return expr.replaceDimsAndSymbols(operands.take_front(numDims), operands.drop_front(numDims));
}

/// Numbers in order of first use, looked up by their number in the pool.
static AffineExpr renumber(AffineExpr expr, SmallVectorImpl<int64_t> &dims, SmallVectorImpl<int64_t> &symbols) {
  auto position = [](SmallVectorImpl<int64_t> &list, int64_t number) -> unsigned {
    auto *it = llvm::find(list, number);
    if (it == list.end()) {
      list.push_back(number);
      return list.size() - 1;
    }
    return it - list.begin();
  };
  MLIRContext *context = expr.getContext();
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return expr;
  case AffineExprKind::DimId:
    return getAffineDimExpr(position(dims, cast<AffineDimExpr>(expr).getPosition()), context);
  case AffineExprKind::SymbolId:
    return getAffineSymbolExpr(position(symbols, cast<AffineSymbolExpr>(expr).getPosition()), context);
  default:
    auto binary = cast<AffineBinaryOpExpr>(expr);
    AffineExpr lhs = renumber(binary.getLHS(), dims, symbols);
    AffineExpr rhs = renumber(binary.getRHS(), dims, symbols);
    return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
  }
}

IndexPool::Map IndexPool::finish(ArrayRef<AffineExpr> results) const {
  SmallVector<int64_t> usedDims, usedSymbols;
  SmallVector<AffineExpr> exprs;
  for (AffineExpr result : results)
    exprs.push_back(renumber(result, usedDims, usedSymbols));
  Map map{AffineMap::get(usedDims.size(), usedSymbols.size(), exprs, context), {}};
  for (int64_t number : usedDims)
    map.operands.push_back(dims[number]);
  for (int64_t number : usedSymbols)
    map.operands.push_back(symbols[number]);
  return map;
}

IndexPool::Set IndexPool::finish(ArrayRef<AffineExpr> constraints, ArrayRef<bool> isEquality) const {
  Map map = finish(constraints);
  return {IntegerSet::get(map.map.getNumDims(), map.map.getNumSymbols(), map.map.getResults(), isEquality),
          std::move(map.operands)};
}

Value IndexPool::materialize(OpBuilder &builder, Location loc, AffineExpr expr) const {
  loc = getRoleLocation(loc, role::index);
  auto getConstantIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), value);
  };
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return getConstantIndex(cast<AffineConstantExpr>(expr).getValue());
  case AffineExprKind::DimId:
    return dims[cast<AffineDimExpr>(expr).getPosition()];
  case AffineExprKind::SymbolId:
    return symbols[cast<AffineSymbolExpr>(expr).getPosition()];
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = materialize(builder, loc, binary.getLHS());
  Value rhs = materialize(builder, loc, binary.getRHS());
  // A divisor that is a size may be zero where nothing runs.
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() != AffineExprKind::Add && expr.getKind() != AffineExprKind::Mul &&
      (!constant || constant.getValue() < 1)) {
    rhs = arith::MaxSIOp::create(builder, loc, rhs, getConstantIndex(1));
  }
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(builder, loc, lhs, rhs);
  default: // ceildiv
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    Value last = constant ? getConstantIndex(constant.getValue() - 1)
                          : arith::SubIOp::create(builder, loc, rhs, getConstantIndex(1)).getResult();
    Value sum = arith::AddIOp::create(builder, loc, lhs, last);
    return arith::DivUIOp::create(builder, loc, sum, rhs);
  }
}
