// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of index maps: the first piece whose guard holds. A piece is computed under its own guard and the negations
// of those before it; a negation that is no conjunction is replaced by the range of the piece's source, which the piece
// lies in wherever it is chosen.

#include "Lifting.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

void ElementEvaluator::expandIndexMap(IndexMapOp op, Frame &frame) {
  loop::IndexSpace &space = kernel.space;
  SmallVector<AffineExpr> symbols;
  for (Value symbol : op.getSymbols())
    symbols.push_back(kernel.getHostIndex(symbol));
  ArrayRef<AffineExpr> dims = frame.element.coords.getResults();
  loop::Guard others = frame.element.guard; // and that no piece before holds, as far as a conjunction says it
  bool isWeak = false;
  for (unsigned piece = 0, pieces = op.getNumPieces(); piece < pieces; ++piece) {
    IntegerSet set = op.getGuard(piece);
    loop::Guard condition = set ? space.getGuard(set, dims, symbols) : loop::Guard();
    if (condition.isNever)
      continue;
    loop::Guard guard = space.conjoin(others, condition);
    SmallVector<AffineExpr> coords;
    for (AffineExpr expr : op.getMap(piece).getResults())
      coords.push_back(space.simplify(expr.replaceDimsAndSymbols(dims, symbols)));
    if (isWeak)
      for (auto [expr, extent] :
           llvm::zip_equal(coords, *getExtents(cast<RankedTensorType>(op.getSources()[piece].getType())))) {
        guard = space.conjoin(guard, expr, false);
        guard = space.conjoin(guard, kernel.getExtent(extent) - 1 - expr, false);
      }
    frame.operands.push_back(getElement(op.getSources()[piece], coords, guard));
    frame.conditions.push_back(condition);
    if (condition.isAlways())
      break;
    // The negation of one inequality is one inequality.
    if (condition.set.getNumConstraints() == 1 && !condition.set.isEq(0))
      others = space.conjoin(others, -condition.set.getConstraint(0) - 1, false);
    else
      isWeak = true;
  }
}

Value ElementEvaluator::buildIndexMap(IndexMapOp op, const Frame &frame, ValueRange operands) {
  Value result = operands.back();
  for (size_t piece = operands.size() - 1; piece-- > 0;) {
    // What a guarded load gives without access is nobody's business, so it may be the next piece where that is a
    // constant.
    auto load = operands[piece].getDefiningOp<loop::LoadOp>();
    if (load && load.getElseValue() && frame.operands[piece].guard == frame.conditions[piece] &&
        result.getDefiningOp<arith::ConstantOp>()) {
      if (load.getElseValue() != result && matchPattern(load.getElseValue(), m_AnyZeroFloat()))
        load.getElseValueMutable().assign(result);
      if (load.getElseValue() == result) {
        result = load;
        continue;
      }
    }
    Value condition = kernel.space.materialize(kernel.body, op.getLoc(), frame.conditions[piece].set);
    result = arith::SelectOp::create(kernel.body, op.getLoc(), condition, operands[piece], result);
  }
  return result;
}
