// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of operands that several families of type inference share.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

LogicalResult framework::checkFloat(Value operand, EmitError emitError) {
  if (isa<FloatType>(getElementType(operand)))
    return success();
  return emitError() << "expected an operand of float type, but got " << getElementType(operand);
}

LogicalResult framework::checkSameElementType(ValueRange operands, EmitError emitError) {
  for (auto [index, operand] : llvm::enumerate(operands))
    if (getElementType(operand) != getElementType(operands[0]))
      return emitError() << "expected operand #" << index << " to have elements of type " << getElementType(operands[0])
                         << " like operand #0, but got " << getElementType(operand);
  return success();
}

LogicalResult framework::checkRank(Value operand, unsigned index, size_t least, size_t most, EmitError emitError) {
  size_t rank = getShape(operand).size();
  if (rank >= least && rank <= most)
    return success();
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "expected operand #" << index << " to have rank " << least;
  if (most != least)
    diagnostic << (most > 64 ? " at least" : " to " + std::to_string(most));
  return diagnostic << ", but got " << rank;
}

LogicalResult framework::checkIndices(Value indices, unsigned index, EmitError emitError) {
  Type elementType = getElementType(indices);
  if (elementType.isSignlessInteger(32) || elementType.isSignlessInteger(64))
    return success();
  return emitError() << "expected operand #" << index << " to have i32 or i64 elements, but got " << elementType;
}

LogicalResult framework::checkShape(Value operand, StringRef what, ArrayRef<ExtentAttr> shape, EmitError emitError) {
  if (!operand || ArrayRef<ExtentAttr>(getShape(operand)) == shape)
    return success();
  return emitError() << "expected " << what << " of type " << getTensorType(shape, getElementType(operand))
                     << ", but got " << operand.getType();
}
