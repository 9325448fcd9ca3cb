// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds and canonicalizations of the tensor dialect. Every one gives the same bits for every input, so none needs a
// licence.

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace emmy::tensor;
using emmy::ScalarFunction;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Whether the value is, everywhere, the identity of the function, with the sign of a zero.
static bool isIdentity(Value value, ScalarFunction function) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && constant.getSplat() &&
         constant.getSplat() == emmy::getIdentity(function, constant.getType().getElementType());
}

OpFoldResult ElementwiseOp::fold(FoldAdaptor) {
  const emmy::FunctionLaws &laws = emmy::getLaws(getFunction());
  ValueRange inputs = getInputs();

  // f(f(x)) = x
  if (laws.involution) {
    auto producer = inputs[0].getDefiningOp<ElementwiseOp>();
    if (producer && producer.getFunction() == getFunction() && producer.getInputs()[0].getType() == getType())
      return producer.getInputs()[0];
  }
  // f(f(x)) = f(x), f(x, x) = x
  if (laws.idempotent && laws.arity == 1) {
    auto producer = inputs[0].getDefiningOp<ElementwiseOp>();
    if (producer && producer.getFunction() == getFunction())
      return inputs[0];
  }
  if (laws.idempotent && laws.arity == 2 && inputs[0] == inputs[1])
    return inputs[0];
  // x . 1 = x, and 1 . x where the function commutes
  if (laws.arity == 2 && laws.result == emmy::ResultKind::same_) {
    if (isIdentity(inputs[1], getFunction()))
      return inputs[0];
    if (laws.commutative && isIdentity(inputs[0], getFunction()))
      return inputs[1];
  }
  // c ? x : x
  if (laws.result == emmy::ResultKind::select_ && inputs[1] == inputs[2])
    return inputs[1];
  // A conversion to the same type.
  if (laws.result == emmy::ResultKind::free_ && inputs[0].getType() == getType())
    return inputs[0];
  return {};
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// Index maps
//===----------------------------------------------------------------------===//

OpFoldResult IndexMapOp::fold(FoldAdaptor) {
  if (getNumPieces() == 1 && getSources()[0].getType() == getType() && getMap(0).isIdentity())
    return getSources()[0];
  return {};
}

namespace {

/// One piece of a constant is that constant.
struct FoldMapOfSplat : OpRewritePattern<IndexMapOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IndexMapOp op, PatternRewriter &rewriter) const override {
    auto constant = op.getSources()[0].getDefiningOp<ConstantOp>();
    if (op.getNumPieces() != 1 || !constant || !constant.getSplat())
      return rewriter.notifyMatchFailure(op, "not one piece of one value");
    rewriter.replaceOpWithNewOp<ConstantOp>(op, op.getType(), constant.getValue());
    return success();
  }
};

/// Symbols that no map and no guard reads, and repeated symbols, are dropped.
struct DropUnusedSymbols : OpRewritePattern<IndexMapOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IndexMapOp op, PatternRewriter &rewriter) const override {
    SmallVector<IndexPiece> pieces = op.getPieces();
    SmallVector<Value> symbols;
    SmallVector<AffineExpr> replacements;
    for (auto [index, symbol] : llvm::enumerate(op.getSymbols())) {
      unsigned position = index;
      bool isUsed = llvm::any_of(pieces, [&](const IndexPiece &piece) {
        return piece.map.isFunctionOfSymbol(position) ||
               (piece.isGuarded() && llvm::any_of(piece.guard.getConstraints(), [&](AffineExpr constraint) {
                  return constraint.isFunctionOfSymbol(position);
                }));
      });
      auto *known = llvm::find(symbols, symbol);
      if (!isUsed) {
        replacements.push_back(rewriter.getAffineConstantExpr(0));
        continue;
      }
      replacements.push_back(rewriter.getAffineSymbolExpr(std::distance(symbols.begin(), known)));
      if (known == symbols.end())
        symbols.push_back(symbol);
    }
    if (symbols.size() == op.getSymbols().size())
      return rewriter.notifyMatchFailure(op, "every symbol is read and stands once");
    unsigned rank = op.getType().getRank();
    SmallVector<AffineExpr> dims;
    for (unsigned dim = 0; dim < rank; ++dim)
      dims.push_back(rewriter.getAffineDimExpr(dim));
    for (IndexPiece &piece : pieces) {
      piece.map = piece.map.replaceDimsAndSymbols(dims, replacements, rank, symbols.size());
      if (piece.isGuarded())
        piece.guard = piece.guard.replaceDimsAndSymbols(dims, replacements, rank, symbols.size());
    }
    rewriter.replaceOpWithNewOp<IndexMapOp>(op, op.getType(), pieces, symbols);
    return success();
  }
};

} // namespace

void IndexMapOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FoldMapOfSplat, DropUnusedSymbols>(context);
}
