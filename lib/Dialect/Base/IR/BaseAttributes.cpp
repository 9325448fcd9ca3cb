// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the base dialect: registration, text form and verification.

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy;

#include "Emmy/Dialect/Base/IR/BaseEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Base/IR/BaseAttributes.cpp.inc"

void EmmyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Emmy/Dialect/Base/IR/BaseAttributes.cpp.inc"
      >();
}

void ExtentAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printExpression(printer.getStream());
  printer << '>';
}

Attribute ExtentAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<ExtentAttr> extent = parseExpression(parser);
  if (failed(extent) || parser.parseGreater())
    return {};
  return *extent;
}

/// An atom prints as an extent that consists of it alone; it is written only inside extents.
void ExtentAtomAttr::print(AsmPrinter &printer) const {
  printer << '<';
  ExtentAttr::getFunction(getFunction(), getLhs(), getRhs()).printExpression(printer.getStream());
  printer << '>';
}

Attribute ExtentAtomAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  auto extent = dyn_cast_or_null<ExtentAttr>(ExtentAttr::parse(parser, {}));
  if (!extent)
    return {};
  if (extent.getMonomials().size() == 1 && extent.getMonomials()[0].size() == 1)
    if (auto atom = dyn_cast<ExtentAtomAttr>(extent.getMonomials()[0][0]))
      return atom;
  parser.emitError(loc, "expected floordiv, ceildiv, mod, min or max of two extents, but got ") << extent.str();
  return {};
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getExtents(), printer.getStream(),
                        [&](ExtentAttr extent) { extent.printExpression(printer.getStream()); });
  printer << "]>";
}

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<ExtentAttr> extents;
  auto parseExtent = [&]() -> ParseResult {
    FailureOr<ExtentAttr> extent = ExtentAttr::parseExpression(parser);
    if (failed(extent))
      return failure();
    extents.push_back(*extent);
    return success();
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseExtent) ||
      parser.parseGreater())
    return {};
  return DimsAttr::get(parser.getContext(), extents);
}

LogicalResult DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                                       function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getExtents().size())
    return emitError() << "expected one extent per dim, but got " << getExtents().size() << " extents for rank "
                       << shape.size();
  bool anyDynamic = false;
  for (auto [index, size, extent] : llvm::enumerate(shape, getExtents())) {
    std::optional<int64_t> constant = extent.getConstantValue();
    if (ShapedType::isDynamic(size)) {
      anyDynamic = true;
      if (constant)
        return emitError() << "expected a static size at dim " << index << " whose extent is the constant " << *constant
                           << ", but got '?'";
    } else if (!constant || *constant != size) {
      return emitError() << "expected the extent of static dim " << index << " to be " << size << ", but got "
                         << extent.str();
    }
  }
  if (!anyDynamic)
    return emitError() << "expected no encoding on a tensor with a static shape, but got dims";
  return success();
}
