// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor dialect's combinations (reduce, scan), sources of data (iota, constant) and data-dependent coordinates
// (gather, scatter): builders, inference, verifiers.

#include "Assembly.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy::tensor;

#define GET_OP_CLASSES
#include "Emmy/Dialect/Tensor/IR/TensorOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Reduce and scan
//===----------------------------------------------------------------------===//

/// The results of a combination: the value, and the position where the monoid has one.
static void addCombinationTypes(OperationState &state, emmy::Monoid monoid, RankedTensorType valueType) {
  state.addTypes(valueType);
  if (emmy::getLaws(monoid).components == 2)
    state.addTypes(withElementType(valueType, IntegerType::get(valueType.getContext(), 64)));
}

static Value getValueResultOf(Operation *op, emmy::Monoid monoid) {
  return op->getNumResults() == emmy::getLaws(monoid).components ? Value(op->getResult(0)) : Value();
}

static Value getPositionResultOf(Operation *op, emmy::Monoid monoid) {
  return emmy::getLaws(monoid).components == 2 ? Value(op->getResults().back()) : Value();
}

RankedTensorType ReduceOp::getReducedType(RankedTensorType input, ArrayRef<int64_t> dims, Type elementType) {
  SmallVector<emmy::ExtentAttr> extents;
  for (auto [dim, extent] : llvm::enumerate(*emmy::getExtents(input)))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      extents.push_back(extent);
  return emmy::getTensorType(extents, elementType);
}

void ReduceOp::build(OpBuilder &builder, OperationState &state, emmy::Monoid monoid, Value input,
                     ArrayRef<int64_t> dims, Type accumulator, Type resultElementType) {
  auto inputType = cast<RankedTensorType>(input.getType());
  state.addOperands(input);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.monoid = MonoidAttr::get(builder.getContext(), monoid);
  properties.dims = builder.getDenseI64ArrayAttr(dims);
  if (accumulator && accumulator != inputType.getElementType())
    properties.accumulator = TypeAttr::get(accumulator);
  Type elementType = resultElementType ? resultElementType : inputType.getElementType();
  addCombinationTypes(state, monoid, getReducedType(inputType, dims, elementType));
}

Type ReduceOp::getAccumulatorType() { return getAccumulator().value_or(getInput().getType().getElementType()); }
Value ReduceOp::getValueResult() { return getValueResultOf(*this, getMonoid()); }
Value ReduceOp::getPositionResult() { return getPositionResultOf(*this, getMonoid()); }

LogicalResult ReduceOp::verify() {
  RankedTensorType inputType = getInput().getType();
  if (failed(verifyDims([&] { return emitOpError(); }, getDims(), inputType.getRank())))
    return failure();
  return verifyCombination(*this, getMonoid(), inputType.getElementType(), getAccumulatorType(),
                           getReducedType(inputType, getDims(), inputType.getElementType()));
}

void ScanOp::build(OpBuilder &builder, OperationState &state, emmy::Monoid monoid, Value input, int64_t dim,
                   Type accumulator, Type resultElementType, bool exclusive, bool reverse) {
  auto inputType = cast<RankedTensorType>(input.getType());
  state.addOperands(input);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.monoid = MonoidAttr::get(builder.getContext(), monoid);
  properties.dim = builder.getI64IntegerAttr(dim);
  if (accumulator && accumulator != inputType.getElementType())
    properties.accumulator = TypeAttr::get(accumulator);
  if (exclusive)
    properties.exclusive = builder.getUnitAttr();
  if (reverse)
    properties.reverse = builder.getUnitAttr();
  Type elementType = resultElementType ? resultElementType : inputType.getElementType();
  addCombinationTypes(state, monoid, withElementType(inputType, elementType));
}

Type ScanOp::getAccumulatorType() { return getAccumulator().value_or(getInput().getType().getElementType()); }
Value ScanOp::getValueResult() { return getValueResultOf(*this, getMonoid()); }
Value ScanOp::getPositionResult() { return getPositionResultOf(*this, getMonoid()); }

LogicalResult ScanOp::verify() {
  RankedTensorType inputType = getInput().getType();
  if (failed(verifyDims([&] { return emitOpError(); }, getDimAttr().getInt(), inputType.getRank())))
    return failure();
  return verifyCombination(*this, getMonoid(), inputType.getElementType(), getAccumulatorType(), inputType);
}

//===----------------------------------------------------------------------===//
// Iota
//===----------------------------------------------------------------------===//

void IotaOp::build(OpBuilder &builder, OperationState &state, RankedTensorType result, int64_t dim) {
  state.getOrAddProperties<Properties>().dim = builder.getI64IntegerAttr(dim);
  state.addTypes(result);
}

LogicalResult IotaOp::verify() {
  RankedTensorType type = getResult().getType();
  if (failed(verifyDims([&] { return emitOpError(); }, getDimAttr().getInt(), type.getRank())))
    return failure();
  if (!isa<IntegerType>(type.getElementType()) || type.getElementType().isInteger(1))
    return emitOpError("expected integer elements, but got ") << type.getElementType();
  return success();
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType> GatherOp::inferResultType(function_ref<InFlightDiagnostic()> emitError,
                                                      RankedTensorType source, TypeRange indices,
                                                      ArrayRef<int64_t> dims, int64_t at) {
  if (indices.empty() || indices.size() != dims.size()) {
    emitError() << "expected at least one index tensor and one dim each, but got " << indices.size()
                << " index tensors and " << dims.size() << " dims";
    return failure();
  }
  if (failed(verifyDims(emitError, dims, source.getRank())))
    return failure();
  for (Type type : indices)
    if (type != indices.front()) {
      emitError() << "expected index tensors of one type " << indices.front() << ", but got " << type;
      return failure();
    }
  int64_t numRemaining = source.getRank() - static_cast<int64_t>(dims.size());
  if (at < 0 || at > numRemaining) {
    emitError() << "expected 0 <= at <= " << numRemaining << ", but got " << at;
    return failure();
  }
  SmallVector<emmy::ExtentAttr> extents;
  for (auto [dim, extent] : llvm::enumerate(*emmy::getExtents(source)))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      extents.push_back(extent);
  SmallVector<emmy::ExtentAttr> batch = *emmy::getExtents(cast<RankedTensorType>(indices.front()));
  extents.insert(extents.begin() + at, batch.begin(), batch.end());
  return emmy::getTensorType(extents, source.getElementType());
}

/// The errors of type inference at a location that may be missing.
static InFlightDiagnostic emitAt(std::optional<Location> location) {
  return location ? mlir::emitError(*location) : InFlightDiagnostic();
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> location, ValueRange operands,
                                         DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
                                         SmallVectorImpl<Type> &types) {
  GatherOpAdaptor adaptor(operands, attributes, properties, regions);
  FailureOr<RankedTensorType> type =
      inferResultType([&] { return emitAt(location); }, cast<RankedTensorType>(adaptor.getSource().getType()),
                      adaptor.getIndices().getTypes(), adaptor.getDims(), adaptor.getAtAttr().getInt());
  if (failed(type))
    return failure();
  types.push_back(*type);
  return success();
}

void GatherOp::build(OpBuilder &builder, OperationState &state, Value source, ValueRange indices,
                     ArrayRef<int64_t> dims, int64_t at) {
  state.addOperands(source);
  state.addOperands(indices);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.dims = builder.getDenseI64ArrayAttr(dims);
  properties.at = builder.getI64IntegerAttr(at);
  auto emitUnreachable = []() -> InFlightDiagnostic { llvm_unreachable("a builder is given what verifies"); };
  state.addTypes(
      *inferResultType(emitUnreachable, cast<RankedTensorType>(source.getType()), indices.getTypes(), dims, at));
}

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands,
                                          DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
                                          SmallVectorImpl<Type> &types) {
  ScatterOpAdaptor adaptor(operands, attributes, properties, regions);
  types.push_back(adaptor.getDest().getType());
  return success();
}

void ScatterOp::build(OpBuilder &builder, OperationState &state, std::optional<emmy::Monoid> monoid, Value updates,
                      Value dest, ValueRange indices, ArrayRef<int64_t> dims, int64_t at) {
  state.addOperands({updates, dest});
  state.addOperands(indices);
  Properties &properties = state.getOrAddProperties<Properties>();
  if (monoid)
    properties.monoid = MonoidAttr::get(builder.getContext(), *monoid);
  properties.dims = builder.getDenseI64ArrayAttr(dims);
  properties.at = builder.getI64IntegerAttr(at);
  state.addTypes(dest.getType());
}

LogicalResult ScatterOp::verify() {
  FailureOr<RankedTensorType> expected = GatherOp::inferResultType([&] { return emitOpError(); }, getDest().getType(),
                                                                   getIndices().getTypes(), getDims(), getPosition());
  if (failed(expected))
    return failure();
  if (getUpdates().getType() != *expected)
    return emitOpError("expected updates of type ") << *expected << ", but got " << getUpdates().getType();
  if (isReplace())
    return success();
  const emmy::MonoidLaws &laws = emmy::getLaws(*getMonoid());
  if (laws.components != 1)
    return emitOpError("expected a monoid of one component, but got ") << laws.name;
  if (!emmy::isDefinedOn(laws.function, getDest().getType().getElementType()))
    return emitOpError("expected a monoid that is defined on ")
           << getDest().getType().getElementType() << ", but got " << laws.name;
  return success();
}
