// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of the operators that move elements, and of sources.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Types = SmallVectorImpl<Type>;

static ExtentAttr getConstantExtent(MLIRContext *context, int64_t value) {
  return ExtentAttr::getConstant(context, value);
}

static LogicalResult checkNotNegative(ArrayRef<ExtentAttr> sizes, EmitError emitError) {
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size.getConstantValue().value_or(0) < 0)
      return emitError() << "expected sizes of at least 0, but got " << size.str() << " for dim " << dim;
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  FailureOr<Extents> sizes = resolveSizes(getShape(adaptor.getInput()), adaptor.getSizes().getExtents(), emitError);
  if (failed(sizes))
    return failure();
  types.push_back(getTensorType(*sizes, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult FlattenOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  FailureOr<int64_t> start = normalizeDim(adaptor.getStartDim().value_or(0), shape.size(), emitError);
  FailureOr<int64_t> end = normalizeDim(adaptor.getEndDim().value_or(-1), shape.size(), emitError);
  if (failed(start) || failed(end))
    return failure();
  if (*start > *end)
    return emitError() << "expected start_dim not after end_dim, but got " << *start << " and " << *end;
  ExtentAttr product = getConstantExtent(context, 1);
  if (shape.empty()) {
    shape.push_back(product);
  } else {
    for (int64_t dim = *start; dim <= *end; ++dim)
      product = product * shape[dim];
    shape.erase(shape.begin() + *start, shape.begin() + *end + 1);
    shape.insert(shape.begin() + *start, product);
  }
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult ExpandOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  Extents sizes(adaptor.getSizes().getExtents());
  if (sizes.size() < shape.size())
    return emitError() << "expected at least " << shape.size() << " sizes, but got " << sizes.size();
  size_t added = sizes.size() - shape.size();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    int64_t constant = size.getConstantValue().value_or(0);
    if (dim < added ? constant < 0 : constant < -1)
      return emitError() << "expected a size of at least 0" << (dim < added ? " for new dim " : " or -1 for dim ")
                         << dim << ", but got " << constant;
    if (dim < added)
      continue;
    ExtentAttr extent = shape[dim - added];
    if (constant == -1)
      size = extent;
    else if (extent.getConstantValue() != 1 && extent != size)
      return emitError() << "expected size " << extent.str() << " or -1 for dim " << dim << ", but got " << size.str();
  }
  types.push_back(getTensorType(sizes, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult RepeatOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  Extents sizes(adaptor.getSizes().getExtents());
  if (sizes.size() < shape.size())
    return emitError() << "expected at least " << shape.size() << " repetitions, but got " << sizes.size();
  if (failed(checkNotNegative(sizes, emitError)))
    return failure();
  for (size_t dim = sizes.size() - shape.size(); dim < sizes.size(); ++dim)
    sizes[dim] = sizes[dim] * shape[dim - (sizes.size() - shape.size())];
  types.push_back(getTensorType(sizes, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult SqueezeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput()), result;
  FailureOr<SmallVector<int64_t>> dims = normalizeDims(adaptor.getDims(), shape.size(), emitError);
  if (failed(dims))
    return failure();
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (extent.getConstantValue() != 1 || !llvm::is_contained(*dims, static_cast<int64_t>(dim)))
      result.push_back(extent);
  types.push_back(getTensorType(result, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult UnsqueezeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                            Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  FailureOr<int64_t> dim = normalizeDim(adaptor.getDim(), shape.size() + 1, emitError);
  if (failed(dim))
    return failure();
  shape.insert(shape.begin() + *dim, getConstantExtent(context, 1));
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

LogicalResult PermuteOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput()), result;
  FailureOr<SmallVector<int64_t>> dims = normalizeDims(adaptor.getDims(), shape.size(), emitError);
  if (failed(dims))
    return failure();
  if (dims->size() != shape.size())
    return emitError() << "expected " << shape.size() << " dims, but got " << dims->size();
  for (int64_t dim : *dims)
    result.push_back(shape[dim]);
  types.push_back(getTensorType(result, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                            Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  FailureOr<int64_t> dim0 = normalizeDim(adaptor.getDim0(), shape.size(), emitError);
  FailureOr<int64_t> dim1 = normalizeDim(adaptor.getDim1(), shape.size(), emitError);
  if (failed(dim0) || failed(dim1))
    return failure();
  if (!shape.empty())
    std::swap(shape[*dim0], shape[*dim1]);
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult FlipOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  types.push_back(adaptor.getInput().getType());
  Extents shape = getShape(adaptor.getInput());
  return failure(
      failed(normalizeDims(adaptor.getDims(), shape.size(), getEmitter(context, location, getOperationName()))));
}

LogicalResult RollOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  types.push_back(adaptor.getInput().getType());
  if (adaptor.getShifts().size() != adaptor.getDims().size())
    return emitError() << "expected one shift per dim, but got " << adaptor.getShifts().size() << " shifts and "
                       << adaptor.getDims().size() << " dims";
  return failure(failed(normalizeDims(adaptor.getDims(), getShape(adaptor.getInput()).size(), emitError)));
}

static LogicalResult inferTriangle(Value input, EmitError emitError, Types &types) {
  types.push_back(input.getType());
  if (getShape(input).size() < 2)
    return emitError() << "expected at least 2 dims, but got " << getShape(input).size();
  return success();
}

LogicalResult TrilOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  return inferTriangle(adaptor.getInput(), getEmitter(context, location, getOperationName()), types);
}

LogicalResult TriuOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  return inferTriangle(adaptor.getInput(), getEmitter(context, location, getOperationName()), types);
}

//===----------------------------------------------------------------------===//
// Element types and sources
//===----------------------------------------------------------------------===//

static LogicalResult checkElementType(Type type, EmitError emitError) {
  if (getTypeClass(type))
    return success();
  return emitError() << "expected a bool, integer or float element type, but got " << type;
}

LogicalResult ToOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                     Types &types) {
  if (failed(checkElementType(adaptor.getDtype(), getEmitter(context, location, getOperationName()))))
    return failure();
  types.push_back(getTensorType(getShape(adaptor.getInput()), adaptor.getDtype()));
  return success();
}

LogicalResult BitcastOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  if (failed(checkElementType(adaptor.getDtype(), emitError)))
    return failure();
  Type from = cast<RankedTensorType>(adaptor.getInput().getType()).getElementType(), to = adaptor.getDtype();
  if (from.isInteger(1) || to.isInteger(1) || from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return emitError() << "expected element types of one width, and no bools, but got " << from << " and " << to;
  types.push_back(getTensorType(getShape(adaptor.getInput()), to));
  return success();
}

LogicalResult FullOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  if (failed(checkElementType(adaptor.getDtype(), emitError)))
    return failure();
  if (failed(checkNotNegative(adaptor.getSizes().getExtents(), emitError)))
    return failure();
  types.push_back(getTensorType(adaptor.getSizes().getExtents(), adaptor.getDtype()));
  return success();
}

LogicalResult ArangeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  RangeAttr range = adaptor.getRange();
  if (failed(checkElementType(adaptor.getDtype(), emitError)))
    return failure();
  if (*getTypeClass(adaptor.getDtype()) == TypeClass::Bool)
    return emitError() << "expected an integer or float element type, but got " << adaptor.getDtype();
  if (!range.getEnd())
    return emitError() << "expected an end";
  if (range.getStep() == 0)
    return emitError() << "expected a step other than 0";
  bool ascends = range.getStep() > 0;
  ExtentAttr distance = ascends ? range.getEnd() - range.getStart() : range.getStart() - range.getEnd();
  if (std::optional<int64_t> constant = distance.getConstantValue(); constant && *constant < 0)
    return emitError() << "expected an end that the step " << range.getStep() << " reaches, but got "
                       << range.getEnd().str() << " after " << range.getStart().str();
  ExtentAttr step = getConstantExtent(context, range.getStep());
  if (!ascends)
    step = getConstantExtent(context, 0) - step;
  ExtentAttr length = ExtentAttr::getFunction(ExtentFunction::ceildiv, distance, step);
  types.push_back(getTensorType({length}, adaptor.getDtype()));
  return success();
}
