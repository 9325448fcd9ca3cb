// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas on tensors.

#include "Expr.h"

using namespace mlir;
using namespace emmy;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Expr Expr::constant(double number) const { return constant(number, getElementType()); }

Expr Expr::constant(double number, Type elementType) const {
  RankedTensorType type = tensor::withElementType(getType(), elementType);
  return with(tensor::ConstantOp::create(*builder, builder->getUnknownLoc(), type, number));
}

Value emmy::createScalar(OpBuilder &builder, Location loc, RankedTensorType type, Attribute scalar) {
  bool isFloat = isa<FloatType>(type.getElementType()), isBool = type.getElementType().isInteger(1);
  if (auto number = dyn_cast<FloatAttr>(scalar); number && (isFloat || isBool)) {
    double value = number.getValueAsDouble();
    return tensor::ConstantOp::create(builder, loc, type, isBool ? double(value != 0) : value);
  }
  int64_t value;
  if (auto number = dyn_cast<FloatAttr>(scalar))
    value = static_cast<int64_t>(number.getValueAsDouble());
  else if (auto boolean = dyn_cast<BoolAttr>(scalar))
    value = boolean.getValue();
  else
    value = cast<IntegerAttr>(scalar).getInt();
  if (isFloat)
    return tensor::ConstantOp::create(builder, loc, type, static_cast<double>(value));
  return tensor::ConstantOp::create(builder, loc, type, isBool ? int64_t(value != 0) : value);
}

Expr emmy::getExtentValue(Expr like, ExtentAttr extent, Type elementType) {
  OpBuilder &builder = like.getBuilder();
  MLIRContext *context = builder.getContext();
  RankedTensorType scalarType = RankedTensorType::get({}, elementType);
  if (std::optional<int64_t> constant = extent.getConstantValue()) {
    if (isa<FloatType>(elementType))
      return like.with(
          tensor::ConstantOp::create(builder, builder.getUnknownLoc(), scalarType, static_cast<double>(*constant)));
    return like.with(tensor::ConstantOp::create(builder, builder.getUnknownLoc(), scalarType, *constant));
  }
  // The coordinate number `extent` of 0, 1, …: no element of the iota is ever stored.
  Type i64 = builder.getI64Type();
  RankedTensorType iotaType = getTensorType({extent + ExtentAttr::getConstant(context, 1)}, i64);
  Value iota = tensor::IotaOp::create(builder, like.getLoc(), iotaType, 0);
  Value count = tensor::buildIndexMap(builder, like.getLoc(), RankedTensorType::get({}, i64), iota,
                                      [&](ArrayRef<AffineExpr>, tensor::IndexSymbols &symbols) {
                                        return SmallVector<AffineExpr>{symbols.getExpr(extent)};
                                      });
  return convert(like.with(count), elementType);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Expr emmy::broadcastTo(Expr x, ArrayRef<ExtentAttr> shape) {
  RankedTensorType type = getTensorType(shape, x.getElementType());
  if (type == x.getType())
    return x;
  if (auto constant = x.operator Value().getDefiningOp<tensor::ConstantOp>(); constant && constant.getSplat()) {
    // A number of a formula has no name; one that the program made keeps the program's.
    Location loc = isa<UnknownLoc>(constant.getLoc()) ? constant.getLoc() : x.getLoc();
    return x.with(tensor::ConstantOp::create(x.getBuilder(), loc, type, constant.getSplat()));
  }
  return x.with(tensor::buildBroadcast(x.getBuilder(), x.getLoc(), x, type));
}

Expr emmy::reshape(Expr x, ArrayRef<ExtentAttr> shape) {
  return x.with(tensor::buildReshape(x.getBuilder(), x.getLoc(), x, getTensorType(shape, x.getElementType())));
}

Expr emmy::apply(ScalarFunction function, ArrayRef<Expr> operands) {
  Expr first = operands.front();
  SmallVector<Extents> shapes;
  for (Expr operand : operands)
    shapes.push_back(operand.getShape());
  // Type inference has checked that the operands broadcast.
  Extents shape = *framework::broadcast(shapes, framework::emitUnreachable);
  SmallVector<Value> values;
  for (Expr operand : operands)
    values.push_back(broadcastTo(operand, shape));
  return first.with(tensor::ElementwiseOp::create(first.getBuilder(), first.getLoc(), function, values));
}

Expr emmy::convert(Expr x, Type elementType, tensor::ConvertOrigin origin) {
  if (x.getElementType() == elementType)
    return x;
  // What is rounded to 8 bits is meant to be: that is an eighth of the number, and no noise.
  if (isSmallFloat(elementType))
    origin = tensor::ConvertOrigin::user;
  // As in PyTorch; other types overflow to their infinities, or where they have none to NaN.
  bool saturate = isa<Float8E4M3FNType>(elementType);
  return x.with(tensor::ElementwiseOp::create(x.getBuilder(), x.getLoc(), x, elementType, origin, saturate));
}

Type emmy::getComputeType(Type elementType) {
  if (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(elementType.getContext());
  return elementType;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Expr emmy::reduce(Monoid monoid, Expr x, ArrayRef<int64_t> dims, bool keepDim, Type accumulator) {
  if (!accumulator)
    accumulator = getLaws(monoid).dependsOnTree ? getComputeType(x.getElementType()) : x.getElementType();
  if (dims.empty())
    return convert(x, accumulator);
  SmallVector<int64_t> sorted(dims);
  llvm::sort(sorted);
  Type written = accumulator == x.getElementType() ? Type() : accumulator;
  auto op = tensor::ReduceOp::create(x.getBuilder(), x.getLoc(), monoid, x, sorted, written, accumulator);
  Expr result = x.with(op.getResults().front());
  return keepDim ? reshape(result, framework::getReducedShape(x.getShape(), sorted, true)) : result;
}

Expr emmy::getCount(Expr x, ArrayRef<int64_t> dims) {
  Extents reduced;
  Extents shape = x.getShape();
  for (int64_t dim : dims)
    reduced.push_back(shape[dim]);
  return getExtentValue(x, getNumElements(x.getBuilder().getContext(), reduced), x.getElementType());
}

Expr emmy::mean(Expr x, ArrayRef<int64_t> dims) { return sum(x, dims, /*keepDim=*/true) / getCount(x, dims); }
