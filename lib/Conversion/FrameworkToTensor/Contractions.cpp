// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices: two index maps, a multiplication, a sum. Narrow floats multiply and accumulate in f32; what is
// added to the product is added before the one rounding.

#include "Contract.h"
#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

//===----------------------------------------------------------------------===//
// The sum of products
//===----------------------------------------------------------------------===//

/// The operand at the coordinates (result…, k).
static Expr spread(ContractOperand operand, ArrayRef<ExtentAttr> space) {
  Expr x = operand.value;
  Extents shape = x.getShape();
  RankedTensorType type = getTensorType(space, x.getElementType());
  return x.with(tensor::buildIndexMap(
      x.getBuilder(), x.getLoc(), type, x, [&](ArrayRef<AffineExpr> at, tensor::IndexSymbols &symbols) {
        SmallVector<AffineExpr> coordinates;
        for (auto [dim, extent, target] : llvm::enumerate(shape, operand.dims)) {
          bool isRepeated = extent.getConstantValue() == 1 && extent != space[target];
          int64_t divisor = operand.divisors.empty() ? 1 : operand.divisors[dim];
          if (isRepeated)
            coordinates.push_back(symbols.getExpr(int64_t(0)));
          else
            coordinates.push_back(divisor == 1 ? at[target] : at[target].floorDiv(divisor));
        }
        return coordinates;
      }));
}

Expr emmy::contract(ContractOperand lhs, ContractOperand rhs, ArrayRef<ExtentAttr> shape, ExtentAttr contracted) {
  Extents space(shape);
  space.push_back(contracted);
  // Converted where they are read: the products are never stored, and neither are wider operands.
  Expr left = widen(spread(lhs, space)), right = widen(spread(rhs, space));
  return sum(left * right, static_cast<int64_t>(shape.size()), /*keepDim=*/false);
}

/// Dims [first, first + count) of the result.
static SmallVector<int64_t> getRange(int64_t first, int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(first, first + count));
}

/// lhs [batch…, m, k] (or [k]) times rhs [batch…, k, n] (or [k]), where a transposed rhs is [n, k].
static Expr multiply(Expr lhs, Expr rhs, ArrayRef<ExtentAttr> shape, bool isRhsTransposed = false) {
  int64_t lhsRank = lhs.getRank(), rhsRank = rhs.getRank(), rank = shape.size();
  int64_t hasRow = lhsRank > 1, hasColumn = rhsRank > 1, batch = rank - hasRow - hasColumn, k = rank;
  // Batch dims are aligned at the end.
  auto getBatchDims = [&](int64_t operandRank) {
    int64_t count = std::max<int64_t>(operandRank - 2, 0);
    return getRange(batch - count, count);
  };
  SmallVector<int64_t> lhsDims = getBatchDims(lhsRank), rhsDims = getBatchDims(rhsRank);
  if (hasRow)
    lhsDims.push_back(batch);
  lhsDims.push_back(k);
  rhsDims.push_back(k);
  if (hasColumn)
    rhsDims.insert(isRhsTransposed ? rhsDims.end() - 1 : rhsDims.end(), batch + hasRow);
  return contract({lhs, lhsDims}, {rhs, rhsDims}, shape, lhs.getShape().back());
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

template <typename OpT>
static Values matmulRule(OpT op, RuleBuilder build) {
  return finish(op, multiply(build(op.getLhs()), build(op.getRhs()), framework::getShape(op.getResult())));
}

/// All leading dims of the input are rows.
static Values linearRule(LinearOp op, RuleBuilder build) {
  Expr x = build(op.getInput()), weight = build(op.getWeight());
  Extents shape = framework::getShape(op.getResult());
  int64_t leading = x.getRank() - 1, k = shape.size();
  SmallVector<int64_t> inputDims = getRange(0, leading), weightDims;
  inputDims.push_back(k);
  if (weight.getRank() == 2)
    weightDims.push_back(leading);
  weightDims.push_back(k);
  Expr y = contract({x, inputDims}, {weight, weightDims}, shape, x.getShape().back());
  if (op.getBias())
    y = y + widen(build(op.getBias()));
  return finish(op, y);
}

static bool isNumber(Attribute scalar, double number) {
  if (auto integer = dyn_cast_or_null<IntegerAttr>(scalar))
    return !isa<BoolAttr>(scalar) ? integer.getInt() == number : cast<BoolAttr>(scalar).getValue() == (number != 0);
  auto value = dyn_cast_or_null<FloatAttr>(scalar);
  return value && value.getValueAsDouble() == number;
}

/// beta input + alpha product; with beta 0 the input is not read, not even its NaNs.
static Expr addScaled(Attribute beta, Expr input, Attribute alpha, Expr product) {
  auto scale = [](Attribute factor, Expr x) { return !factor || isNumber(factor, 1) ? x : getScalar(x, factor) * x; };
  Expr scaled = scale(alpha, product);
  return isNumber(beta, 0) ? scaled : scale(beta, widen(input)) + scaled;
}

static Values addmmRule(AddmmOp op, RuleBuilder build) {
  Expr product = multiply(build(op.getMat1()), build(op.getMat2()), framework::getShape(op.getResult()));
  return finish(op, addScaled(op.getBetaAttr(), build(op.getInput()), op.getAlphaAttr(), product));
}

static Values baddbmmRule(BaddbmmOp op, RuleBuilder build) {
  Expr product = multiply(build(op.getBatch1()), build(op.getBatch2()), framework::getShape(op.getResult()));
  return finish(op, addScaled(op.getBetaAttr(), build(op.getInput()), op.getAlphaAttr(), product));
}

void emmy::populateContractionRules(RewritePatternSet &patterns) {
  addRule<MatmulOp>(patterns, matmulRule<MatmulOp>);
  addRule<BmmOp>(patterns, matmulRule<BmmOp>);
  addRule<LinearOp>(patterns, linearRule);
  addRule<AddmmOp>(patterns, addmmRule);
  addRule<BaddbmmOp>(patterns, baddbmmRule);
}
