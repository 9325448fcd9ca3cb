// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts of matrix fragments as affine maps, for those who compose them with other index maps.

#include "Emmy/Dialect/Base/IR/MatrixAtoms.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;

AffineMap emmy::FragmentLayout::getMap(MLIRContext *context) const {
  AffineExpr numbers[2] = {getAffineDimExpr(0, context), getAffineDimExpr(1, context)};
  AffineExpr coordinates[2] = {getAffineConstantExpr(0, context), getAffineConstantExpr(0, context)};
  for (unsigned i = 0; i < numDigits; ++i) {
    const LayoutDigit &digit = digits[i];
    // The most significant digit has no upper bound of its own: lanes and elements are in range.
    unsigned count = digit.from == LayoutDigit::lane ? 32 : numElements;
    AffineExpr value = numbers[digit.from].floorDiv(digit.divisor);
    if (unsigned(digit.divisor) * digit.modulus < count)
      value = value % digit.modulus;
    coordinates[digit.to] = coordinates[digit.to] + value * digit.factor;
  }
  return AffineMap::get(2, 0, coordinates, context);
}

std::string emmy::FragmentLayout::printMap() const {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string text;
  llvm::raw_string_ostream(text) << getMap(&context);
  return text;
}
