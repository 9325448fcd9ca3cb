// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions along the axes of a schedule's entry, from the variables that run its factors.

#include "AxisPlan.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

static int64_t getConstant(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant ? constant.getValue() : ShapedType::kDynamic;
}

int64_t AxisPlan::getStaticSize(unsigned i) const { return i ? attr.getSplits()[i].getSize() : getConstant(outerSize); }

int64_t AxisPlan::getStaticTotal() const { return getConstant(total); }

int64_t AxisPlan::getTileSize(unsigned from) const {
  int64_t size = 1;
  for (unsigned i = from; i < getNumSplits(); ++i)
    size *= getStaticSize(i);
  return size;
}

SmallVector<unsigned> AxisPlan::getSplits(Binding binding) const {
  SmallVector<unsigned> result;
  for (unsigned i = 0; i < getNumSplits(); ++i)
    if (getBinding(i) == binding)
      result.push_back(i);
  return result;
}

SmallVector<AxisPlan::Term> AxisPlan::getTerms(IndexPool &pool) const {
  SmallVector<Term> terms;
  unsigned end = tilePosition ? tileFrom : getNumSplits();
  for (unsigned i = 0; i < end; ++i)
    terms.push_back({positions[i] ? positions[i] : pool.constant(0), getStaticSize(i), attr.getFactor(i)});
  if (tilePosition)
    terms.push_back({tilePosition, getTileSize(tileFrom), 1});
  return terms;
}

AffineExpr AxisPlan::getFlat(IndexPool &pool) const {
  AffineExpr flat = pool.constant(0);
  for (const Term &term : getTerms(pool))
    flat = flat + term.position * term.factor;
  return flat;
}

AffineExpr AxisPlan::getIndex(IndexPool &pool, unsigned axis) const {
  if (axes.size() == 1)
    return getFlat(pool);
  // The innermost factors whose product divides the last extent stay outside of divisions: (o mod (n / p)) * p + inner.
  SmallVector<Term> terms = getTerms(pool);
  int64_t lastExtent = getConstant(extents.back());
  AffineExpr inner = pool.constant(0), outer = pool.constant(0);
  int64_t product = 1;
  size_t split = terms.size();
  if (lastExtent > 0)
    while (split > 0 && terms[split - 1].size > 0 && lastExtent % (product * terms[split - 1].size) == 0) {
      --split;
      inner = inner + terms[split].position * terms[split].factor;
      product *= terms[split].size;
    }
  for (const Term &term : ArrayRef(terms).take_front(split))
    outer = outer + term.position * (term.factor / product);
  // Nothing runs where an extent is zero; division is by one then.
  auto divisor = [&](AffineExpr extent) { return getConstant(extent) == 0 ? pool.constant(1) : extent; };
  AffineExpr lastOuter = lastExtent > 0 ? pool.constant(lastExtent / product) : divisor(extents.back());
  if (axis + 1 == axes.size())
    return (outer % lastOuter) * product + inner;
  AffineExpr rest = outer.floorDiv(lastOuter);
  for (unsigned i = axes.size() - 2; i > axis; --i)
    rest = rest.floorDiv(divisor(extents[i]));
  return axis == 0 ? rest : rest % divisor(extents[axis]);
}

std::pair<AffineExpr, AffineExpr> AxisPlan::getBound(IndexPool &pool) const {
  SmallVector<Term> terms = getTerms(pool);
  int64_t extent = getStaticTotal();
  if (extent > 0 && terms.size() > 1 && extent % terms.back().size == 0) {
    int64_t inner = terms.back().size;
    AffineExpr outer = pool.constant(0);
    for (const Term &term : ArrayRef(terms).drop_back())
      outer = outer + term.position * (term.factor / inner);
    return {outer, pool.constant(extent / inner)};
  }
  return {getFlat(pool), total};
}

AffineExpr AxisPlan::getLocal(IndexPool &pool) const {
  AffineExpr local = pool.constant(0);
  for (unsigned i = getTileStart(); i < getNumSplits(); ++i)
    if (positions[i])
      local = local + positions[i] * attr.getFactor(i);
  return local;
}
