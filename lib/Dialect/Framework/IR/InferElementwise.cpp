// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of elementwise operators: broadcasting and promotion.

#include "Emmy/Dialect/Framework/IR/Framework.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

/// The scalars attribute fits the operands: one entry per position, tensors where it says unit.
static LogicalResult checkPositions(ValueRange operands, ArrayAttr scalars, int arity, EmitError emitError) {
  int64_t positions = scalars ? scalars.size() : operands.size();
  if (positions != arity)
    return emitError() << "expected " << arity << " operand" << (arity == 1 ? "" : "s") << ", but got " << positions;
  if (!scalars)
    return success();
  int64_t tensors = 0;
  for (Attribute entry : scalars) {
    if (isa<UnitAttr>(entry))
      ++tensors;
    else if (!isPythonScalar(entry))
      return emitError() << "expected a bool, i64 or f64 scalar, but got " << entry;
  }
  if (tensors != static_cast<int64_t>(operands.size()))
    return emitError() << "expected " << tensors << " tensor operands, but got " << operands.size();
  if (tensors == 0)
    return emitError() << "expected at least one tensor operand, but got scalars only";
  return success();
}

LogicalResult framework::detail::inferElementwise(MLIRContext *context, std::optional<Location> location,
                                                  StringRef name, ValueRange operands, ArrayAttr scalars,
                                                  const ElementwiseInfo &info, SmallVectorImpl<Type> &types) {
  auto emitError = getEmitter(context, location, name);
  if (failed(checkPositions(operands, scalars, info.arity, emitError)))
    return failure();
  SmallVector<Extents> shapes;
  for (Value operand : operands)
    shapes.push_back(getShape(operand));
  FailureOr<Extents> shape = broadcast(shapes, emitError);
  if (failed(shape))
    return failure();
  FailureOr<ElementwiseTypes> elementTypes = getElementwiseTypes(context, operands, scalars, info, emitError);
  if (failed(elementTypes))
    return failure();
  types.push_back(getTensorType(*shape, elementTypes->result));
  return success();
}
