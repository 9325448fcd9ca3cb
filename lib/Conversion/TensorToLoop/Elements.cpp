// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of elementwise ops and of sources of data.

#include "Lifting.h"

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

Value tensor::buildMarkedConvert(OpBuilder &builder, Location loc, Value value, Type from, Type to, Operation *op) {
  Value result = emmy::buildConvert(builder, loc, value, from, to);
  if (Attribute mark = op->getDiscardableAttr("emmy.implied"))
    result.getDefiningOp()->setDiscardableAttr("emmy.implied", mark);
  return result;
}

/// The largest finite value of a float type.
static double getLargest(FloatType type) {
  llvm::APFloat value = llvm::APFloat::getLargest(type.getFloatSemantics());
  return value.convertToDouble();
}

/// A value clamped to the finite range of a float type; NaN stays.
static Value buildSaturated(OpBuilder &builder, Location loc, Value value, FloatType type) {
  Value high = emmy::buildConstant(builder, loc, value.getType(), getLargest(type));
  Value low = emmy::buildConstant(builder, loc, value.getType(), -getLargest(type));
  Value above = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT, value, high);
  value = arith::SelectOp::create(builder, loc, above, high, value);
  Value below = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, value, low);
  return arith::SelectOp::create(builder, loc, below, low, value);
}

Value ElementEvaluator::buildElementwise(ElementwiseOp op, ValueRange operands) {
  OpBuilder &builder = kernel.body;
  Type resultType = getElementType(op.getResult());
  if (op.getFunction() == ScalarFunction::convert) {
    Type from = getElementType(op.getInputs()[0]);
    Value value = operands[0];
    if (op.getSaturate()) {
      if (!isa<FloatType>(from)) {
        // Integers have values that no float of 8 bits has, either.
        Type single = builder.getF32Type();
        value = emmy::buildConvert(builder, op.getLoc(), value, from, single);
        from = single;
      }
      value = buildSaturated(builder, op.getLoc(), value, cast<FloatType>(resultType));
    }
    return buildMarkedConvert(builder, op.getLoc(), value, from, resultType, op);
  }
  if (op.getFunction() == ScalarFunction::bitcast)
    return buildBitcast(builder, op.getLoc(), operands[0], resultType);
  bool isUnsigned = getElementType(op.getInputs().back()).isUnsignedInteger();
  Value result = buildScalar(builder, op.getLoc(), op.getFunction(), operands, getScalarType(resultType), isUnsigned);
  if (Attribute mark = op->getDiscardableAttr("emmy.shared"))
    result.getDefiningOp()->setDiscardableAttr("emmy.shared", mark);
  return result;
}

Value ElementEvaluator::buildIota(IotaOp op, const Frame &frame) {
  Value index = kernel.space.materialize(kernel.body, op.getLoc(), frame.element.coords.getResult(op.getDim()));
  return arith::IndexCastOp::create(kernel.body, op.getLoc(), getScalarType(getElementType(op.getResult())), index);
}

/// An attribute of a signless type.
static TypedAttr getSignless(TypedAttr value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return IntegerAttr::get(getScalarType(integer.getType()), integer.getValue());
  return value;
}

Value ElementEvaluator::buildConstant(ConstantOp op, const Frame &frame) {
  if (TypedAttr splat = op.getSplat())
    return kernel.getConstant(getSignless(splat));
  // A choice by the row-major position, halving the elements each time.
  OpBuilder &builder = kernel.body;
  Location loc = op.getLoc();
  auto elements = cast<DenseElementsAttr>(op.getValue());
  AffineExpr position = kernel.space.getConstant(0);
  for (auto [expr, size] : llvm::zip_equal(frame.element.coords.getResults(), op.getType().getShape()))
    position = position * size + expr;
  SmallVector<Value> values;
  for (Attribute value : elements.getValues<Attribute>())
    values.push_back(kernel.getConstant(getSignless(cast<TypedAttr>(value))));
  if (values.empty())
    return kernel.getZero(getScalarType(op.getType().getElementType()));
  Value index = kernel.space.materialize(builder, loc, kernel.space.simplify(position));
  // values[i] chooses among the elements i * width and following.
  for (int64_t width = 1; values.size() > 1; width *= 2) {
    SmallVector<Value> halved;
    for (size_t i = 0; i < values.size(); i += 2) {
      if (i + 1 == values.size() || values[i] == values[i + 1]) {
        halved.push_back(values[i]);
        continue;
      }
      Value bound = arith::ConstantIndexOp::create(builder, loc, (i + 1) * width);
      Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, index, bound);
      halved.push_back(arith::SelectOp::create(builder, loc, isFirst, values[i], values[i + 1]));
    }
    values = halved;
  }
  return values.front();
}
