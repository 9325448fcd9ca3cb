// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of the operators that take tensors apart and put them together: slices, splits, concatenations, padding.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Types = SmallVectorImpl<Type>;

/// The dim that an operator picks; a rank-0 tensor has none.
static FailureOr<int64_t> getDimOf(ArrayRef<ExtentAttr> shape, int64_t dim, EmitError emitError) {
  if (shape.empty())
    return emitError() << "expected an operand of rank 1 at least, but got rank 0";
  return normalizeDim(dim, shape.size(), emitError);
}

//===----------------------------------------------------------------------===//
// Taking apart
//===----------------------------------------------------------------------===//

/// The sliced dim. The verifier asks as well, since it runs before inference where the generic form gave the types.
static FailureOr<int64_t> checkSlice(ArrayRef<ExtentAttr> shape, int64_t dim, RangeAttr range, EmitError emitError) {
  if (range.getStep() < 1)
    return emitError() << "expected a step of at least 1, but got " << range.getStep();
  return getDimOf(shape, dim, emitError);
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                        Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  FailureOr<int64_t> dim = checkSlice(shape, adaptor.getDim(), adaptor.getRange(), emitError);
  if (failed(dim))
    return failure();
  shape[*dim] = getSliceBounds(shape[*dim], adaptor.getRange()).length;
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}

/// Dynamic extents may differ: the verifier, which knows the bounds, decides.
bool SliceOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  if (inferred.size() != 1 || actual.size() != 1)
    return false;
  auto expected = cast<RankedTensorType>(inferred[0]);
  auto got = dyn_cast<RankedTensorType>(actual[0]);
  return got && (expected == got || (succeeded(verifyCompatibleShape(expected, got)) && !expected.hasStaticShape() &&
                                     expected.getElementType() == got.getElementType()));
}

LogicalResult SliceOp::verify() {
  Extents input = getShape(getInput()), result = getShape(getResult());
  FailureOr<int64_t> dim = checkSlice(input, getDim(), getRange(), [&] { return emitOpError(); });
  if (failed(dim))
    return failure();
  if (result.size() != input.size())
    return emitOpError("expected a result of rank ") << input.size() << ", but got " << result.size();
  SliceBounds bounds = getSliceBounds(input[*dim], getRange());
  input[*dim] = bounds.length;
  for (auto [index, expected, extent] : llvm::enumerate(input, result)) {
    bool isPromise = static_cast<int64_t>(index) == *dim && extent == bounds.promised;
    if (extent != expected && !isPromise)
      return emitOpError("expected extent ")
             << expected.str() << " for dim " << index << " of the result, but got " << extent.str();
  }
  return success();
}

LogicalResult SelectOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  FailureOr<int64_t> dim = getDimOf(shape, adaptor.getDim(), emitError);
  if (failed(dim))
    return failure();
  std::optional<int64_t> index = adaptor.getIndex().getConstantValue(), size = shape[*dim].getConstantValue();
  if (index && size && (*index >= *size || *index < -*size))
    return emitError() << "expected an index from " << -*size << " to " << *size - 1 << ", but got " << *index;
  shape.erase(shape.begin() + *dim);
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}

static void pushParts(Extents shape, int64_t dim, ArrayRef<ExtentAttr> sizes, Type elementType, Types &types) {
  for (ExtentAttr size : sizes) {
    shape[dim] = size;
    types.push_back(getTensorType(shape, elementType));
  }
}

LogicalResult ChunkOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                        Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  FailureOr<int64_t> dim = getDimOf(shape, adaptor.getDim(), emitError);
  if (failed(dim))
    return failure();
  FailureOr<Extents> sizes = getChunkSizes(shape[*dim], adaptor.getChunks(), emitError);
  if (failed(sizes))
    return failure();
  pushParts(shape, *dim, *sizes, getElementType(adaptor.getInput()), types);
  return success();
}

LogicalResult SplitOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                        Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  FailureOr<int64_t> dim = getDimOf(shape, adaptor.getDim(), emitError);
  if (failed(dim))
    return failure();
  ExtentAttr sum = ExtentAttr::getConstant(context, 0);
  for (ExtentAttr size : adaptor.getSizes().getExtents()) {
    if (size.getConstantValue().value_or(0) < 0)
      return emitError() << "expected sizes of at least 0, but got " << size.str();
    sum = sum + size;
  }
  if (sum != shape[*dim])
    return emitError() << "expected sizes that add up to " << shape[*dim].str() << ", but got " << sum.str();
  pushParts(shape, *dim, adaptor.getSizes().getExtents(), getElementType(adaptor.getInput()), types);
  return success();
}

//===----------------------------------------------------------------------===//
// Putting together
//===----------------------------------------------------------------------===//

static FailureOr<Type> promoteAll(ValueRange inputs, EmitError emitError) {
  PromotionState state;
  for (Value input : inputs)
    if (failed(state.addTensor(cast<RankedTensorType>(input.getType()))))
      return LogicalResult(emitNoCommonType(inputs, emitError));
  return state.getResult();
}

/// PyTorch's legacy empty tensor, which concatenation leaves out.
static bool isLegacyEmpty(ArrayRef<ExtentAttr> shape) { return shape.size() == 1 && shape[0].getConstantValue() == 0; }

LogicalResult CatOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  if (adaptor.getInputs().empty())
    return emitError() << "expected at least one operand";
  FailureOr<Type> elementType = promoteAll(adaptor.getInputs(), emitError);
  if (failed(elementType))
    return failure();
  Extents result = getShape(adaptor.getInputs()[0]);
  for (Value input : adaptor.getInputs())
    if (isLegacyEmpty(result))
      result = getShape(input);
  FailureOr<int64_t> dim = getDimOf(result, adaptor.getDim(), emitError);
  if (failed(dim))
    return failure();
  ExtentAttr sum = ExtentAttr::getConstant(context, 0);
  for (auto [index, input] : llvm::enumerate(adaptor.getInputs())) {
    Extents shape = getShape(input);
    if (isLegacyEmpty(shape))
      continue;
    if (shape.size() != result.size())
      return emitError() << "expected operand #" << index << " to have rank " << result.size() << ", but got "
                         << shape.size();
    for (auto [position, expected, extent] : llvm::enumerate(result, shape))
      if (static_cast<int64_t>(position) != *dim && extent != expected)
        return emitError() << "expected operand #" << index << " to have extent " << expected.str() << " at dim "
                           << position << ", but got " << extent.str();
    sum = sum + shape[*dim];
  }
  result[*dim] = sum;
  types.push_back(getTensorType(result, *elementType));
  return success();
}

LogicalResult StackOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                        Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  if (adaptor.getInputs().empty())
    return emitError() << "expected at least one operand";
  FailureOr<Type> elementType = promoteAll(adaptor.getInputs(), emitError);
  if (failed(elementType))
    return failure();
  Extents shape = getShape(adaptor.getInputs()[0]);
  for (auto [index, input] : llvm::enumerate(adaptor.getInputs()))
    if (getShape(input) != shape)
      return emitError() << "expected operand #" << index << " to have the shape of operand #0, but got "
                         << input.getType() << " and " << adaptor.getInputs()[0].getType();
  FailureOr<int64_t> dim = normalizeDim(adaptor.getDim(), shape.size() + 1, emitError);
  if (failed(dim))
    return failure();
  shape.insert(shape.begin() + *dim, ExtentAttr::getConstant(context, adaptor.getInputs().size()));
  types.push_back(getTensorType(shape, *elementType));
  return success();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents shape = getShape(adaptor.getInput());
  if (adaptor.getLow().size() != shape.size() || adaptor.getHigh().size() != shape.size())
    return emitError() << "expected " << shape.size() << " numbers in low and high, but got " << adaptor.getLow().size()
                       << " and " << adaptor.getHigh().size();
  for (auto [dim, extent, low, high] : llvm::enumerate(shape, adaptor.getLow(), adaptor.getHigh())) {
    ExtentAttr padded = extent + ExtentAttr::getConstant(context, low) + ExtentAttr::getConstant(context, high);
    if (padded.getConstantValue().value_or(0) < 0)
      return emitError() << "expected an extent of at least 0, but got " << padded.str() << " for dim " << dim;
    extent = padded;
  }
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}
