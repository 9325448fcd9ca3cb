// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of look-ups, updates at computed coordinates, and losses that pick a class.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Types = SmallVectorImpl<Type>;

//===----------------------------------------------------------------------===//
// Look-ups
//===----------------------------------------------------------------------===//

LogicalResult EmbeddingOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                            Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  if (failed(checkRank(adaptor.getWeight(), 0, 2, 2, emitError)) ||
      failed(checkIndices(adaptor.getIndices(), 1, emitError)))
    return failure();
  Extents shape = getShape(adaptor.getIndices());
  shape.push_back(getShape(adaptor.getWeight())[1]);
  types.push_back(getTensorType(shape, getElementType(adaptor.getWeight())));
  return success();
}

LogicalResult IndexSelectOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                              Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput()), index = getShape(adaptor.getIndex());
  FailureOr<int64_t> dim = normalizeDim(adaptor.getDim(), shape.size(), emitError);
  if (failed(dim) || failed(checkIndices(adaptor.getIndex(), 1, emitError)) ||
      failed(checkRank(adaptor.getIndex(), 1, 0, 1, emitError)))
    return failure();
  if (!shape.empty())
    shape[*dim] = index.empty() ? ExtentAttr::getConstant(context, 1) : index[0];
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput()), index = getShape(adaptor.getIndex());
  FailureOr<int64_t> dim = normalizeDim(adaptor.getDim(), shape.size(), emitError);
  if (failed(dim) || failed(checkIndices(adaptor.getIndex(), 1, emitError)) ||
      failed(checkRank(adaptor.getIndex(), 1, shape.size(), shape.size(), emitError)))
    return failure();
  for (auto [position, source, target] : llvm::enumerate(shape, index)) {
    std::optional<int64_t> available = source.getConstantValue(), wanted = target.getConstantValue();
    if (static_cast<int64_t>(position) != *dim && available && wanted && *wanted > *available)
      return emitError() << "expected at most " << *available << " indices at dim " << position << ", but got "
                         << *wanted;
  }
  types.push_back(getTensorType(index, getElementType(adaptor.getInput())));
  return success();
}

//===----------------------------------------------------------------------===//
// Index tensors together
//===----------------------------------------------------------------------===//

/// The shape of `input[indices…]` with the indices at `dims`.
static FailureOr<Extents> inferIndexed(Value input, ValueRange indices, ArrayRef<int64_t> dims, unsigned firstIndex,
                                       EmitError emitError) {
  Extents shape = getShape(input), result;
  if (indices.empty() || indices.size() != dims.size())
    return emitError() << "expected one index tensor per dim, but got " << indices.size() << " for " << dims.size()
                       << " dims";
  FailureOr<SmallVector<int64_t>> normalized = normalizeDims(dims, shape.size(), emitError);
  if (failed(normalized))
    return failure();
  if (failed(checkRank(input, 0, 1, anyRank, emitError)))
    return failure();
  if (!llvm::is_sorted(*normalized))
    return emitError() << "expected dims that increase, but got " << *normalized;
  SmallVector<Extents> indexShapes;
  for (auto [position, index] : llvm::enumerate(indices)) {
    if (failed(checkIndices(index, firstIndex + position, emitError)))
      return failure();
    indexShapes.push_back(getShape(index));
  }
  FailureOr<Extents> common = broadcast(indexShapes, emitError);
  if (failed(common))
    return failure();
  bool areNeighbours = normalized->back() - normalized->front() + 1 == static_cast<int64_t>(normalized->size());
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (!llvm::is_contained(*normalized, static_cast<int64_t>(dim)))
      result.push_back(extent);
  result.insert(result.begin() + (areNeighbours ? normalized->front() : 0), common->begin(), common->end());
  return result;
}

LogicalResult IndexOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                        Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  FailureOr<Extents> shape =
      inferIndexed(adaptor.getInput(), adaptor.getIndices(), adaptor.getDims(), /*firstIndex=*/1, emitError);
  if (failed(shape))
    return failure();
  types.push_back(getTensorType(*shape, getElementType(adaptor.getInput())));
  return success();
}

LogicalResult IndexPutOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                           Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  types.push_back(adaptor.getInput().getType());
  FailureOr<Extents> shape =
      inferIndexed(adaptor.getInput(), adaptor.getIndices(), adaptor.getDims(), /*firstIndex=*/2, emitError);
  if (failed(shape))
    return failure();
  return failure(failed(checkSameElementType({adaptor.getInput(), adaptor.getValues()}, emitError)) ||
                 failed(checkBroadcastsTo(getShape(adaptor.getValues()), *shape, "the values", emitError)));
}

static LogicalResult inferScatter(Value input, Value index, Value src, EmitError emitError, Types &types) {
  types.push_back(input.getType());
  size_t rank = getShape(input).size();
  if (failed(checkIndices(index, 1, emitError)) || failed(checkRank(index, 1, rank, rank, emitError)) ||
      failed(checkSameElementType({input, src}, emitError)))
    return failure();
  return checkShape(src, "a source", getShape(index), emitError);
}

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  return failure(failed(inferScatter(adaptor.getInput(), adaptor.getIndex(), adaptor.getSrc(), emitError, types)) ||
                 failed(normalizeDim(adaptor.getDim(), getShape(adaptor.getInput()).size(), emitError)));
}

LogicalResult ScatterAddOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                             Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  return failure(failed(inferScatter(adaptor.getInput(), adaptor.getIndex(), adaptor.getSrc(), emitError, types)) ||
                 failed(normalizeDim(adaptor.getDim(), getShape(adaptor.getInput()).size(), emitError)));
}

LogicalResult ScatterReduceOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                                Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  return failure(failed(inferScatter(adaptor.getInput(), adaptor.getIndex(), adaptor.getSrc(), emitError, types)) ||
                 failed(normalizeDim(adaptor.getDim(), getShape(adaptor.getInput()).size(), emitError)));
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// The target's shape for no reduction, rank 0 otherwise.
static LogicalResult inferLoss(Value input, Value target, Value weight, LossReduction reduction, EmitError emitError,
                               Types &types) {
  if (failed(checkFloat(input, emitError)) || failed(checkRank(input, 0, 1, anyRank, emitError)) ||
      failed(checkIndices(target, 1, emitError)))
    return failure();
  Extents shape = getShape(input);
  size_t classDim = shape.size() == 1 ? 0 : 1;
  ExtentAttr classes = shape[classDim];
  shape.erase(shape.begin() + classDim);
  if (failed(checkShape(target, "a target", shape, emitError)) ||
      failed(checkShape(weight, "a weight", classes, emitError)))
    return failure();
  bool keepsElements = reduction == LossReduction::none;
  types.push_back(
      getTensorType(keepsElements ? ArrayRef<ExtentAttr>(shape) : ArrayRef<ExtentAttr>(), getElementType(input)));
  return success();
}

LogicalResult NllLossOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  return inferLoss(adaptor.getInput(), adaptor.getTarget(), adaptor.getWeight(),
                   adaptor.getReduction().value_or(LossReduction::mean),
                   getEmitter(context, location, getOperationName()), types);
}

LogicalResult CrossEntropyLossOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                   Adaptor adaptor, Types &types) {
  return inferLoss(adaptor.getInput(), adaptor.getTarget(), adaptor.getWeight(),
                   adaptor.getReduction().value_or(LossReduction::mean),
                   getEmitter(context, location, getOperationName()), types);
}
