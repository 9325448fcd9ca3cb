// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of the normalisations with weights. All give the type of their input.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Types = SmallVectorImpl<Type>;

static LogicalResult checkNormalizedShape(Value input, ArrayRef<ExtentAttr> normalized, EmitError emitError) {
  Extents shape = getShape(input);
  if (normalized.empty() || normalized.size() > shape.size())
    return emitError() << "expected a normalized shape of 1 to " << shape.size() << " sizes, but got "
                       << normalized.size();
  for (auto [index, size] : llvm::enumerate(normalized)) {
    size_t dim = shape.size() - normalized.size() + index;
    if (shape[dim] != size)
      return emitError() << "expected normalized size " << index << " to be " << shape[dim].str() << ", but got "
                         << size.str();
  }
  return success();
}

LogicalResult LayerNormOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                            Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  ArrayRef<ExtentAttr> normalized = adaptor.getNormalizedShape().getExtents();
  types.push_back(adaptor.getInput().getType());
  return failure(failed(checkFloat(adaptor.getInput(), emitError)) ||
                 failed(checkNormalizedShape(adaptor.getInput(), normalized, emitError)) ||
                 failed(checkShape(adaptor.getWeight(), "a weight", normalized, emitError)) ||
                 failed(checkShape(adaptor.getBias(), "a bias", normalized, emitError)));
}

LogicalResult RmsNormOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  ArrayRef<ExtentAttr> normalized = adaptor.getNormalizedShape().getExtents();
  types.push_back(adaptor.getInput().getType());
  return failure(failed(checkFloat(adaptor.getInput(), emitError)) ||
                 failed(checkNormalizedShape(adaptor.getInput(), normalized, emitError)) ||
                 failed(checkShape(adaptor.getWeight(), "a weight", normalized, emitError)));
}

/// The extent of dim 1.
static FailureOr<ExtentAttr> getChannels(Value input, EmitError emitError) {
  Extents shape = getShape(input);
  if (shape.size() < 2)
    return emitError() << "expected an operand of rank 2 at least, but got rank " << shape.size();
  return shape[1];
}

LogicalResult GroupNormOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                            Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  types.push_back(adaptor.getInput().getType());
  FailureOr<ExtentAttr> channels = getChannels(adaptor.getInput(), emitError);
  if (failed(checkFloat(adaptor.getInput(), emitError)) || failed(channels))
    return failure();
  int64_t groups = adaptor.getNumGroups();
  if (groups < 1 || !divideExactly(*channels, ExtentAttr::getConstant(context, groups)))
    return emitError() << "expected a number of groups that divides " << channels->str() << " channels, but got "
                       << groups;
  return failure(failed(checkShape(adaptor.getWeight(), "a weight", *channels, emitError)) ||
                 failed(checkShape(adaptor.getBias(), "a bias", *channels, emitError)));
}

LogicalResult BatchNormOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                            Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  types.push_back(adaptor.getInput().getType());
  FailureOr<ExtentAttr> channels = getChannels(adaptor.getInput(), emitError);
  return failure(failed(checkFloat(adaptor.getInput(), emitError)) || failed(channels) ||
                 failed(checkShape(adaptor.getRunningMean(), "a running mean", *channels, emitError)) ||
                 failed(checkShape(adaptor.getRunningVar(), "a running variance", *channels, emitError)) ||
                 failed(checkShape(adaptor.getWeight(), "a weight", *channels, emitError)) ||
                 failed(checkShape(adaptor.getBias(), "a bias", *channels, emitError)));
}
