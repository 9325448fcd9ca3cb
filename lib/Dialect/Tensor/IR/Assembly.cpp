// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms that several ops of the tensor dialect share, and the checks behind their verifiers.

#include "Assembly.h"

using namespace mlir;

namespace emmy::tensor {

ParseResult parseMonoidOrReplace(OpAsmParser &parser, MonoidAttr &monoid) {
  if (succeeded(parser.parseOptionalKeyword("replace")))
    return success();
  return parseKeyword(parser, monoid);
}

void printMonoidOrReplace(OpAsmPrinter &printer, Operation *op, MonoidAttr monoid) {
  if (monoid)
    printKeyword(printer, op, monoid);
  else
    printer << "replace";
}

ParseResult parseInteger(OpAsmParser &parser, IntegerAttr &value) {
  int64_t integer;
  if (parser.parseInteger(integer))
    return failure();
  value = parser.getBuilder().getI64IntegerAttr(integer);
  return success();
}

void printInteger(OpAsmPrinter &printer, Operation *, IntegerAttr value) { printer << value.getInt(); }

LogicalResult verifyDims(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (dim < 0 || dim >= rank)
      return emitError() << "expected dims in 0.." << rank << ", but got " << dim;
    if (index > 0 && dim <= dims[index - 1])
      return emitError() << "expected increasing dims, but got " << dim << " after " << dims[index - 1];
  }
  return success();
}

/// The shape part of a type, for messages.
static RankedTensorType asShape(RankedTensorType type, Type elementType) { return withElementType(type, elementType); }

LogicalResult verifyCombination(Operation *op, Monoid monoid, Type inputElement, Type accumulator,
                                RankedTensorType expected) {
  const MonoidLaws &laws = getLaws(monoid);
  if (isa<FloatType>(accumulator) != isa<FloatType>(inputElement) ||
      !isTensorType(RankedTensorType::get({}, accumulator)))
    return op->emitOpError("expected an accumulator of the same class as the elements ")
           << inputElement << ", but got " << accumulator;
  if (!isDefinedOn(laws.function, accumulator))
    return op->emitOpError("expected a monoid that is defined on ") << accumulator << ", but got " << laws.name;
  unsigned numResults = op->getNumResults();
  if (laws.components == 1 && numResults != 1)
    return op->emitOpError("expected 1 result of ") << laws.name << ", but got " << numResults;
  if (numResults == 0 || numResults > laws.components)
    return op->emitOpError("expected 1 or 2 results of ") << laws.name << ", but got " << numResults;
  for (OpResult result : op->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    unsigned number = result.getResultNumber();
    if (!haveSameShape(type, expected))
      return op->emitOpError("expected result #")
             << number << " to have the shape of " << asShape(expected, type.getElementType()) << ", but got " << type;
    bool isPosition = laws.components == 2 && number + 1 == numResults;
    if (isPosition && !type.getElementType().isSignlessInteger(64))
      return op->emitOpError("expected positions of type i64, but got ") << type.getElementType();
    if (!isPosition && type.getElementType() != inputElement && type.getElementType() != accumulator)
      return op->emitOpError("expected result #") << number << " to have element type " << inputElement << " or "
                                                  << accumulator << ", but got " << type.getElementType();
  }
  return success();
}

} // namespace emmy::tensor
