// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of convolutions and pooling.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Types = SmallVectorImpl<Type>;

static ExtentAttr getFunction(ExtentFunction function, ExtentAttr lhs, int64_t rhs) {
  return ExtentAttr::getFunction(function, lhs, ExtentAttr::getConstant(lhs.getContext(), rhs));
}
static ExtentAttr plus(ExtentAttr lhs, int64_t rhs) { return lhs + ExtentAttr::getConstant(lhs.getContext(), rhs); }

/// One number of each list for every spatial dim, no smaller than `least`. Of 32 bits, so that products of two stay
/// exact.
static LogicalResult checkNumbers(ArrayRef<int64_t> numbers, StringRef what, size_t count, int64_t least,
                                  EmitError emitError) {
  if (numbers.size() != count)
    return emitError() << "expected " << count << " numbers in " << what << ", but got " << numbers.size();
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  for (int64_t number : numbers) {
    if (number < least)
      return emitError() << "expected " << what << " of at least " << least << ", but got " << number;
    if (number > most)
      return emitError() << "expected " << what << " of at most " << most << ", but got " << number;
  }
  return success();
}

static LogicalResult checkNotNegative(ExtentAttr extent, size_t dim, EmitError emitError) {
  if (extent.getConstantValue().value_or(0) >= 0)
    return success();
  return emitError() << "expected windows that fit, but dim " << dim << " of the result would have extent "
                     << extent.str();
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

LogicalResult ConvolutionOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                              Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents input = getShape(adaptor.getInput()), weight = getShape(adaptor.getWeight());
  if (failed(checkSameElementType(adaptor.getOperands(), emitError)) ||
      failed(checkRank(adaptor.getWeight(), 1, 3, anyRank, emitError)) ||
      failed(checkRank(adaptor.getInput(), 0, weight.size() - 1, weight.size(), emitError)))
    return failure();
  size_t count = weight.size() - 2, channelDim = input.size() - count - 1;
  SmallVector<int64_t> outputPadding(adaptor.getOutputPadding().value_or(SmallVector<int64_t>(count, 0)));
  if (failed(checkNumbers(adaptor.getStride(), "stride", count, 1, emitError)) ||
      failed(checkNumbers(adaptor.getPadding(), "padding", count, std::numeric_limits<int32_t>::min(), emitError)) ||
      failed(checkNumbers(adaptor.getDilation(), "dilation", count, 1, emitError)) ||
      failed(checkNumbers(outputPadding, "output_padding", count, 0, emitError)))
    return failure();

  int64_t groups = adaptor.getGroups().value_or(1);
  bool transposed = adaptor.getTransposed();
  ExtentAttr groupExtent = ExtentAttr::getConstant(context, groups), channels = input[channelDim];
  // The weight's first dim holds all groups, its second one group.
  if (groups < 1 || !divideExactly(weight[0], groupExtent) || !divideExactly(channels, groupExtent))
    return emitError() << "expected a number of groups that divides " << channels.str() << " channels and a weight of "
                       << weight[0].str() << ", but got " << groups;
  ExtentAttr expected = transposed ? weight[0] : weight[1] * groupExtent;
  if (expected != channels)
    return emitError() << "expected " << expected.str() << " input channels for the weight, but got " << channels.str();
  ExtentAttr outChannels = transposed ? weight[1] * groupExtent : weight[0];
  if (failed(checkShape(adaptor.getBias(), "a bias", outChannels, emitError)))
    return failure();

  input[channelDim] = outChannels;
  for (size_t i = 0; i < count; ++i) {
    ExtentAttr &extent = input[channelDim + 1 + i];
    ExtentAttr reach = ExtentAttr::getConstant(context, adaptor.getDilation()[i]) * plus(weight[2 + i], -1);
    int64_t stride = adaptor.getStride()[i], padding = adaptor.getPadding()[i];
    if (transposed)
      extent =
          plus(ExtentAttr::getConstant(context, stride) * plus(extent, -1) + reach, outputPadding[i] + 1 - 2 * padding);
    else
      extent = plus(getFunction(ExtentFunction::floordiv, plus(extent - reach, 2 * padding - 1), stride), 1);
    if (failed(checkNotNegative(extent, channelDim + 1 + i, emitError)))
      return failure();
  }
  types.push_back(getTensorType(input, getElementType(adaptor.getInput())));
  return success();
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

/// With ceil_mode the last window may hang over the padded input, but starts in the input or the padding before it.
static LogicalResult inferPool(Value input, ArrayRef<int64_t> kernel, ArrayRef<int64_t> stride,
                               ArrayRef<int64_t> padding, ArrayRef<int64_t> dilation, bool ceilMode,
                               EmitError emitError, Types &types) {
  size_t count = kernel.size();
  if (count == 0)
    return emitError() << "expected at least one number in kernel_size, but got none";
  if (failed(checkNumbers(kernel, "kernel_size", count, 1, emitError)) ||
      failed(checkRank(input, 0, count + 1, anyRank, emitError)) ||
      failed(checkNumbers(stride, "stride", count, 1, emitError)) ||
      failed(checkNumbers(padding, "padding", count, 0, emitError)) ||
      failed(checkNumbers(dilation, "dilation", count, 1, emitError)))
    return failure();
  Extents shape = getShape(input);
  for (size_t i = 0; i < count; ++i) {
    if (2 * padding[i] > kernel[i])
      return emitError() << "expected a padding of at most half the kernel, but got " << padding[i] << " for "
                         << kernel[i];
    ExtentAttr &extent = shape[shape.size() - count + i];
    ExtentAttr room = plus(extent, 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1);
    ExtentAttr result =
        plus(getFunction(ceilMode ? ExtentFunction::ceildiv : ExtentFunction::floordiv, room, stride[i]), 1);
    if (ceilMode)
      result = ExtentAttr::getFunction(
          ExtentFunction::min, result,
          plus(getFunction(ExtentFunction::floordiv, plus(extent, padding[i] - 1), stride[i]), 1));
    extent = result;
    if (failed(checkNotNegative(extent, shape.size() - count + i, emitError)))
      return failure();
  }
  types.push_back(getTensorType(shape, getElementType(input)));
  return success();
}

LogicalResult MaxPoolOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  return inferPool(adaptor.getInput(), adaptor.getKernelSize(), adaptor.getStride(), adaptor.getPadding(),
                   adaptor.getDilation(), adaptor.getCeilMode(), getEmitter(context, location, getOperationName()),
                   types);
}

/// The same shape with i64 elements.
static LogicalResult inferIndices(LogicalResult inferred, Types &types) {
  if (failed(inferred))
    return failure();
  types[0] = getTensorType(getShape(types[0]), IntegerType::get(types[0].getContext(), 64));
  return success();
}

LogicalResult MaxPoolIndicesOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                 Adaptor adaptor, Types &types) {
  return inferIndices(inferPool(adaptor.getInput(), adaptor.getKernelSize(), adaptor.getStride(), adaptor.getPadding(),
                                adaptor.getDilation(), adaptor.getCeilMode(),
                                getEmitter(context, location, getOperationName()), types),
                      types);
}

LogicalResult AvgPoolOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  SmallVector<int64_t> dilation(adaptor.getKernelSize().size(), 1);
  if (adaptor.getDivisorOverride().value_or(1) == 0)
    return emitError() << "expected a divisor other than 0";
  return failure(failed(checkFloat(adaptor.getInput(), emitError)) ||
                 failed(inferPool(adaptor.getInput(), adaptor.getKernelSize(), adaptor.getStride(),
                                  adaptor.getPadding(), dilation, adaptor.getCeilMode(), emitError, types)));
}

static LogicalResult inferAdaptivePool(Value input, ArrayRef<ExtentAttr> sizes, EmitError emitError, Types &types) {
  if (failed(checkRank(input, 0, sizes.size() + 1, anyRank, emitError)))
    return failure();
  Extents shape = getShape(input);
  for (auto [index, size] : llvm::enumerate(sizes)) {
    size_t dim = shape.size() - sizes.size() + index;
    if (!shape[dim].getConstantValue() || size.getConstantValue().value_or(0) < 1)
      return emitError() << "expected a constant extent and a constant size of at least 1 for dim " << dim
                         << ", but got " << shape[dim].str() << " and " << size.str();
    shape[dim] = size;
  }
  types.push_back(getTensorType(shape, getElementType(input)));
  return success();
}

LogicalResult AdaptiveAvgPoolOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                  Adaptor adaptor, Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  return failure(failed(checkFloat(adaptor.getInput(), emitError)) ||
                 failed(inferAdaptivePool(adaptor.getInput(), adaptor.getOutputSize().getExtents(), emitError, types)));
}

LogicalResult AdaptiveMaxPoolOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                  Adaptor adaptor, Types &types) {
  return inferAdaptivePool(adaptor.getInput(), adaptor.getOutputSize().getExtents(),
                           getEmitter(context, location, getOperationName()), types);
}

LogicalResult AdaptiveMaxPoolIndicesOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                         Adaptor adaptor, Types &types) {
  return inferIndices(inferAdaptivePool(adaptor.getInput(), adaptor.getOutputSize().getExtents(),
                                        getEmitter(context, location, getOperationName()), types),
                      types);
}
