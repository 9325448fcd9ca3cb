// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of reductions, prefix combinations and normalisations.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Types = SmallVectorImpl<Type>;

static LogicalResult checkFloatType(Type type, StringRef what, EmitError emitError) {
  if (isa<FloatType>(type))
    return success();
  return emitError() << "expected " << what << " of float type, but got " << type;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static LogicalResult inferReduction(Value input, std::optional<ArrayRef<int64_t>> dims, bool keepDim, Type elementType,
                                    EmitError emitError, Types &types, bool needsElements = false) {
  Extents shape = getShape(input);
  FailureOr<SmallVector<int64_t>> normalized = normalizeDims(dims, shape.size(), emitError, /*emptyIsAll=*/true);
  if (failed(normalized))
    return failure();
  if (shape.empty())
    normalized->clear();
  for (int64_t dim : *normalized)
    if (needsElements && shape[dim].getConstantValue() == 0)
      return emitError() << "expected reduced dims with elements, but dim " << dim << " has extent 0";
  types.push_back(getTensorType(getReducedShape(shape, *normalized, keepDim), elementType));
  return success();
}

/// The element type of sums and products: asked for, or i64 for integers.
static Type getSumResult(Value input, std::optional<Type> dtype) {
  return dtype ? *dtype : getSumType(getElementType(input));
}

LogicalResult SumOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  return inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(),
                        getSumResult(adaptor.getInput(), adaptor.getDtype()),
                        getEmitter(context, location, getOperationName()), types);
}

LogicalResult ProdOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  return inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(),
                        getSumResult(adaptor.getInput(), adaptor.getDtype()),
                        getEmitter(context, location, getOperationName()), types);
}

LogicalResult MeanOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Type elementType = adaptor.getDtype().value_or(getElementType(adaptor.getInput()));
  return failure(failed(checkFloatType(elementType, "an operand or a dtype", emitError)) ||
                 failed(inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(), elementType,
                                       emitError, types)));
}

LogicalResult AmaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  return inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(), getElementType(adaptor.getInput()),
                        getEmitter(context, location, getOperationName()), types, /*needsElements=*/true);
}

LogicalResult AminOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  return inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(), getElementType(adaptor.getInput()),
                        getEmitter(context, location, getOperationName()), types, /*needsElements=*/true);
}

/// PyTorch's all and any of ui8 give ui8.
static Type getTruthResult(Value input) {
  Type elementType = getElementType(input);
  return elementType.isUnsignedInteger(8) ? elementType : IntegerType::get(input.getContext(), 1);
}

LogicalResult AllOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  return inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(), getTruthResult(adaptor.getInput()),
                        getEmitter(context, location, getOperationName()), types);
}

LogicalResult AnyOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  return inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(), getTruthResult(adaptor.getInput()),
                        getEmitter(context, location, getOperationName()), types);
}

static LogicalResult inferFloatReduction(Value input, std::optional<ArrayRef<int64_t>> dims, bool keepDim,
                                         EmitError emitError, Types &types) {
  Type elementType = getElementType(input);
  return failure(failed(checkFloatType(elementType, "an operand", emitError)) ||
                 failed(inferReduction(input, dims, keepDim, elementType, emitError, types)));
}

LogicalResult VarOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  return inferFloatReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(),
                             getEmitter(context, location, getOperationName()), types);
}

LogicalResult StdOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  return inferFloatReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(),
                             getEmitter(context, location, getOperationName()), types);
}

LogicalResult VectorNormOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                             Types &types) {
  return inferFloatReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(),
                             getEmitter(context, location, getOperationName()), types);
}

LogicalResult LogsumexpOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                            Types &types) {
  Type elementType = getElementType(adaptor.getInput());
  if (!isa<FloatType>(elementType))
    elementType = Float32Type::get(context);
  return inferReduction(adaptor.getInput(), adaptor.getDims(), adaptor.getKeepdim(), elementType,
                        getEmitter(context, location, getOperationName()), types);
}

/// One dim, or all of the flattened tensor.
static LogicalResult inferArgReduction(Value input, std::optional<int64_t> dim, bool keepDim, EmitError emitError,
                                       Types &types) {
  std::optional<ArrayRef<int64_t>> dims;
  int64_t storage = dim.value_or(0);
  if (dim)
    dims = ArrayRef(storage);
  return inferReduction(input, dims, keepDim, IntegerType::get(input.getContext(), 64), emitError, types,
                        /*needsElements=*/true);
}

LogicalResult ArgmaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  return inferArgReduction(adaptor.getInput(), adaptor.getDim(), adaptor.getKeepdim(),
                           getEmitter(context, location, getOperationName()), types);
}

LogicalResult ArgminOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  return inferArgReduction(adaptor.getInput(), adaptor.getDim(), adaptor.getKeepdim(),
                           getEmitter(context, location, getOperationName()), types);
}

//===----------------------------------------------------------------------===//
// Prefix combinations and softmax: the shape stays
//===----------------------------------------------------------------------===//

static LogicalResult inferAlongDim(Value input, int64_t dim, Type elementType, EmitError emitError, Types &types) {
  Extents shape = getShape(input);
  types.push_back(getTensorType(shape, elementType));
  return failure(failed(normalizeDim(dim, shape.size(), emitError)));
}

LogicalResult CumsumOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  return inferAlongDim(adaptor.getInput(), adaptor.getDim(), getSumResult(adaptor.getInput(), adaptor.getDtype()),
                       getEmitter(context, location, getOperationName()), types);
}

LogicalResult CumprodOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  return inferAlongDim(adaptor.getInput(), adaptor.getDim(), getSumResult(adaptor.getInput(), adaptor.getDtype()),
                       getEmitter(context, location, getOperationName()), types);
}

LogicalResult CummaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  return inferAlongDim(adaptor.getInput(), adaptor.getDim(), getElementType(adaptor.getInput()),
                       getEmitter(context, location, getOperationName()), types);
}

LogicalResult CumminOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  return inferAlongDim(adaptor.getInput(), adaptor.getDim(), getElementType(adaptor.getInput()),
                       getEmitter(context, location, getOperationName()), types);
}

LogicalResult SortOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                       Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Value input = adaptor.getInput();
  if (failed(inferAlongDim(input, adaptor.getDim(), getElementType(input), emitError, types)))
    return failure();
  types.push_back(getTensorType(getShape(input), IntegerType::get(context, 64)));
  return success();
}

static LogicalResult inferSoftmax(Value input, int64_t dim, std::optional<Type> dtype, EmitError emitError,
                                  Types &types) {
  Type elementType = dtype.value_or(getElementType(input));
  return failure(failed(checkFloatType(elementType, "an operand or a dtype", emitError)) ||
                 failed(inferAlongDim(input, dim, elementType, emitError, types)));
}

LogicalResult SoftmaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  return inferSoftmax(adaptor.getInput(), adaptor.getDim(), adaptor.getDtype(),
                      getEmitter(context, location, getOperationName()), types);
}

LogicalResult LogSoftmaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                             Types &types) {
  return inferSoftmax(adaptor.getInput(), adaptor.getDim(), adaptor.getDtype(),
                      getEmitter(context, location, getOperationName()), types);
}
