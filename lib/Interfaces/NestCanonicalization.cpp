// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canonicalisation of loops and accesses of the loop and the tile level. It is exact and independent of the target:
// equal accesses get equal maps and operands, so that CSE finds them. Expressions keep their form: flattening them
// would write `mod` as a difference.

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;

namespace {
/// The operands of a map or a guard while it is simplified: dims and symbols, without repetition, constants as
/// expressions.
struct Operands {
  SmallVector<Value> dims, symbols;
  SmallVector<AffineExpr> dimExprs, symbolExprs; ///< what the old dims and symbols are now

  Operands(ValueRange values, unsigned numDims, MLIRContext *context) {
    for (auto [i, value] : llvm::enumerate(values)) {
      bool isDim = i < numDims;
      SmallVector<Value> &list = isDim ? dims : symbols;
      SmallVector<AffineExpr> &exprs = isDim ? dimExprs : symbolExprs;
      APInt constant;
      // A divisor below one counts as one, which affine expressions do not know of negative constants.
      if (matchPattern(value, m_ConstantInt(&constant)) && (isDim || !constant.isNegative())) {
        exprs.push_back(getAffineConstantExpr(constant.getSExtValue(), context));
        continue;
      }
      auto *found = llvm::find(list, value);
      unsigned position = found - list.begin();
      if (found == list.end())
        list.push_back(value);
      exprs.push_back(isDim ? getAffineDimExpr(position, context) : getAffineSymbolExpr(position, context));
    }
  }

  /// Drops dims and symbols that no expression uses; returns all operands that are left.
  SmallVector<Value> compact(SmallVectorImpl<AffineExpr> &exprs) {
    auto keepUsed = [&](SmallVector<Value> &values, bool isDim, SmallVector<AffineExpr> &renamed) {
      SmallVector<Value> used;
      for (auto [i, value] : llvm::enumerate(values)) {
        bool isUsed = llvm::any_of(exprs, [&, i = i](AffineExpr expr) {
          return isDim ? expr.isFunctionOfDim(i) : expr.isFunctionOfSymbol(i);
        });
        MLIRContext *context = value.getContext();
        renamed.push_back(isDim ? getAffineDimExpr(used.size(), context) : getAffineSymbolExpr(used.size(), context));
        if (isUsed)
          used.push_back(value);
      }
      values = used;
    };
    SmallVector<AffineExpr> newDims, newSymbols;
    keepUsed(dims, true, newDims);
    keepUsed(symbols, false, newSymbols);
    for (AffineExpr &expr : exprs)
      expr = expr.replaceDimsAndSymbols(newDims, newSymbols);
    SmallVector<Value> values(dims);
    llvm::append_range(values, symbols);
    return values;
  }
};

/// A guard: what must hold, or that it never does.
struct Guard {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  SmallVector<Value> operands;
  unsigned numDims = 0;
  bool neverHolds = false;
};
} // namespace

static Guard simplifyGuard(IntegerSet set, ValueRange values) {
  Guard guard;
  Operands operands(values, set.getNumDims(), set.getContext());
  for (auto [expr, isEquality] : llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    AffineExpr simple = expr.replaceDimsAndSymbols(operands.dimExprs, operands.symbolExprs);
    if (auto constant = dyn_cast<AffineConstantExpr>(simple)) {
      bool holds = isEquality ? constant.getValue() == 0 : constant.getValue() >= 0;
      guard.neverHolds |= !holds;
      continue;
    }
    bool isKnown =
        llvm::any_of(llvm::zip_equal(guard.constraints, guard.isEquality), [&, isEquality = isEquality](auto other) {
          return std::get<0>(other) == simple && std::get<1>(other) == isEquality;
        });
    if (isKnown)
      continue;
    guard.constraints.push_back(simple);
    guard.isEquality.push_back(isEquality);
  }
  guard.operands = operands.compact(guard.constraints);
  guard.numDims = operands.dims.size();
  return guard;
}

namespace {
struct SimplifyAccess : public RewritePattern {
  SimplifyAccess(StringRef name, MLIRContext *context) : RewritePattern(name, /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto access = cast<AccessOpInterface>(op);
    MLIRContext *context = rewriter.getContext();
    AffineMap map = access.getMap();
    Operands operands(access.getIndices(), map.getNumDims(), context);
    SmallVector<AffineExpr> exprs;
    for (AffineExpr expr : map.getResults())
      exprs.push_back(expr.replaceDimsAndSymbols(operands.dimExprs, operands.symbolExprs));
    SmallVector<Value> indices = operands.compact(exprs);
    AffineMap newMap = AffineMap::get(operands.dims.size(), operands.symbols.size(), exprs, context);

    std::optional<IntegerSet> set = access.getGuard();
    Guard guard;
    if (set)
      guard = simplifyGuard(*set, access.getGuardOperands());
    if (guard.neverHolds) {
      if (access.isStore())
        rewriter.eraseOp(op);
      else
        rewriter.replaceOp(op, access.getElseValue());
      return success();
    }
    IntegerSet newSet;
    if (!guard.constraints.empty())
      newSet =
          IntegerSet::get(guard.numDims, guard.operands.size() - guard.numDims, guard.constraints, guard.isEquality);
    bool isSame = newMap == map && llvm::equal(indices, access.getIndices()) && (set ? *set : IntegerSet()) == newSet &&
                  llvm::equal(guard.operands, access.getGuardOperands());
    if (isSame)
      return rewriter.notifyMatchFailure(op, "the map and the guard are canonical");

    OperationState state(op->getLoc(), op->getName());
    nest::buildAccess(rewriter, state, access.isStore() ? access.getAccessedValue() : Value(), access.getBuffer(),
                      newMap, indices, newSet, guard.operands, newSet ? access.getElseValue() : Value(),
                      access.isStore() ? Type() : access.getAccessedValue().getType());
    state.attributes.append(llvm::to_vector(op->getDiscardableAttrs()));
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

struct SimplifyFor : public RewritePattern {
  SimplifyFor(StringRef name, MLIRContext *context) : RewritePattern(name, /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto loop = cast<LoopNestOpInterface>(op);
    Block &body = loop.getIterationRegion().front();
    if (llvm::hasSingleElement(body) || llvm::is_contained(loop.getStaticExtents(), 0)) {
      rewriter.eraseOp(op);
      return success();
    }
    SmallVector<int64_t> extents(loop.getStaticExtents());
    SmallVector<Value> dynamic;
    auto next = loop.getDynamicExtents().begin();
    for (int64_t &extent : extents) {
      if (!ShapedType::isDynamic(extent))
        continue;
      Value value = *next++;
      APInt constant;
      // A negative extent runs nothing, as zero does, and static extents are not negative.
      if (matchPattern(value, m_ConstantInt(&constant)))
        extent = std::max<int64_t>(constant.getSExtValue(), 0);
      else
        dynamic.push_back(value);
    }
    if (dynamic.size() == loop.getDynamicExtents().size())
      return rewriter.notifyMatchFailure(op, "no extent is constant");
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperands(dynamic);
      op->setAttr("staticExtents", rewriter.getDenseI64ArrayAttr(extents));
    });
    return success();
  }
};
} // namespace

void nest::populateAccessPatterns(RewritePatternSet &patterns, StringRef name) {
  patterns.add<SimplifyAccess>(name, patterns.getContext());
}

void nest::populateForPatterns(RewritePatternSet &patterns, StringRef name) {
  patterns.add<SimplifyFor>(name, patterns.getContext());
}
