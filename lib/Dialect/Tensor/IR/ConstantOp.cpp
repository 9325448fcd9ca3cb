// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy_tensor.constant: builders, text form, verifier.

#include "Assembly.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <variant>

using namespace mlir;
using namespace emmy::tensor;

/// A scalar attribute of an element type from a double (rounded) or an integer (wrapped).
static TypedAttr getScalar(Type elementType, double value) {
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    llvm::APFloat converted(value);
    bool losesInfo;
    converted.convert(floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return FloatAttr::get(floatType, converted);
  }
  llvm::APSInt integer(64, /*isUnsigned=*/false);
  bool isExact;
  llvm::APFloat(value).convertToInteger(integer, llvm::APFloat::rmTowardZero, &isExact);
  unsigned width = elementType.getIntOrFloatBitWidth();
  return IntegerAttr::get(elementType, width == 1 ? llvm::APInt(1, value != 0) : integer.sextOrTrunc(width));
}

static TypedAttr getScalar(Type elementType, const llvm::APInt &value) {
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    llvm::APFloat converted(floatType.getFloatSemantics());
    converted.convertFromAPInt(value, /*IsSigned=*/true, llvm::APFloat::rmNearestTiesToEven);
    return FloatAttr::get(floatType, converted);
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  return IntegerAttr::get(elementType, width == 1 ? llvm::APInt(1, !value.isZero()) : value.sextOrTrunc(width));
}

void ConstantOp::build(OpBuilder &builder, OperationState &state, RankedTensorType result, Attribute value) {
  if (auto elements = dyn_cast<DenseElementsAttr>(value); elements && elements.isSplat())
    value = elements.getSplatValue<Attribute>();
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(result);
}

void ConstantOp::build(OpBuilder &builder, OperationState &state, RankedTensorType result, double value) {
  build(builder, state, result, getScalar(result.getElementType(), value));
}

void ConstantOp::build(OpBuilder &builder, OperationState &state, RankedTensorType result, int64_t value) {
  build(builder, state, result, getScalar(result.getElementType(), llvm::APInt(64, value, /*isSigned=*/true)));
}

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getResult(), "cst"); }

LogicalResult ConstantOp::verify() {
  RankedTensorType type = getResult().getType();
  auto value = dyn_cast<TypedAttr>(getValue());
  bool isScalar = value && isa<FloatAttr, IntegerAttr>(value) && value.getType() == type.getElementType();
  bool isDense = value && isa<DenseElementsAttr>(value) && value.getType() == type;
  if (!isScalar && !isDense)
    return emitOpError("expected a scalar of type ")
           << type.getElementType() << " or dense elements of type " << type << ", but got " << getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// Text form: a number, or dense<…>
//===----------------------------------------------------------------------===//

/// A number as it is written: a keyword, an integer or a decimal, after an optional minus.
static FailureOr<std::variant<double, llvm::APInt>> parseNumber(OpAsmParser &parser) {
  bool isNegative = succeeded(parser.parseOptionalMinus());
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&keyword, {"true", "false", "inf", "nan"}))) {
    bool isBool = keyword == "true" || keyword == "false";
    if (isBool && isNegative)
      return parser.emitError(loc, "expected a number after '-', but got '") << keyword << "'";
    if (isBool)
      return std::variant<double, llvm::APInt>(llvm::APInt(65, keyword == "true"));
    double magnitude =
        keyword == "inf" ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return std::variant<double, llvm::APInt>(isNegative ? -magnitude : magnitude);
  }
  llvm::APInt digits;
  OptionalParseResult integer = parser.parseOptionalInteger(digits);
  if (integer.has_value()) {
    if (failed(*integer))
      return failure();
    digits = digits.sext(digits.getBitWidth() + 1);
    // A negative zero is a float.
    if (isNegative && digits.isZero())
      return std::variant<double, llvm::APInt>(-0.0);
    return std::variant<double, llvm::APInt>(isNegative ? -digits : digits);
  }
  double value;
  if (parser.parseFloat(value))
    return failure();
  return std::variant<double, llvm::APInt>(isNegative ? -value : value);
}

/// Whether the number is one of the type, and not rounded to one or wrapped around.
static bool holds(Type elementType, const llvm::APInt &value) {
  unsigned width = elementType.getIntOrFloatBitWidth();
  bool isUnsigned = elementType.isUnsignedInteger() || width == 1;
  return isa<FloatType>(elementType) ||
         (value.isNegative() ? !isUnsigned && value.isSignedIntN(width) : value.isIntN(width));
}

static bool holds(Type elementType, double value) { return isa<FloatType>(elementType); }

static std::string toText(const llvm::APInt &value) { return llvm::toString(value, 10, /*Signed=*/true); }

static std::string toText(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", value);
  return text;
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  // Dense elements begin with a word that is no number; a number takes its type from the result.
  StringRef rest(parser.getCurrentLocation().getPointer());
  RankedTensorType type;
  Attribute value;
  auto checkType = [&](SMLoc loc, Type written) -> ParseResult {
    type = dyn_cast<RankedTensorType>(written);
    if (type && isTensorType(type))
      return success();
    return parser.emitError(loc, "expected a tensor of numbers or bools with named extents, but got ") << written;
  };
  SMLoc valueLoc = parser.getCurrentLocation();
  if (rest.starts_with("dense")) {
    DenseElementsAttr elements;
    if (parser.parseAttribute(elements) || checkType(valueLoc, elements.getType()))
      return failure();
    value = elements;
    if (elements.isSplat())
      value = elements.getSplatValue<Attribute>();
    if (parser.parseOptionalAttrDict(result.attributes))
      return failure();
  } else {
    FailureOr<std::variant<double, llvm::APInt>> number = parseNumber(parser);
    if (failed(number) || parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
      return failure();
    SMLoc loc = parser.getCurrentLocation();
    Type written;
    if (parser.parseType(written) || checkType(loc, written))
      return failure();
    Type elementType = type.getElementType();
    if (!std::visit([&](const auto &literal) { return holds(elementType, literal); }, *number))
      return parser.emitError(valueLoc, "expected a number of type ")
             << elementType << ", but got " << std::visit([](const auto &literal) { return toText(literal); }, *number);
    value = std::visit([&](const auto &literal) -> Attribute { return getScalar(elementType, literal); }, *number);
  }
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(type);
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (isa<DenseElementsAttr>(getValue())) {
    printer << getValue();
    printer.printOptionalAttrDict((*this)->getDiscardableAttrDictionary().getValue());
    return;
  }
  if (auto integer = dyn_cast<IntegerAttr>(getValue())) {
    if (integer.getType().isInteger(1))
      printer << (integer.getValue().isZero() ? "false" : "true");
    else
      integer.getValue().print(printer.getStream(), /*isSigned=*/!integer.getType().isUnsignedInteger());
  } else if (auto number = dyn_cast<FloatAttr>(getValue())) {
    llvm::APFloat value = number.getValue();
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    if (value.isNaN())
      printer << "nan";
    else if (value.isInfinity())
      printer << (value.isNegative() ? "-inf" : "inf");
    else
      printer.printFloat(value);
  } else {
    printer << getValue();
  }
  printer.printOptionalAttrDict((*this)->getDiscardableAttrDictionary().getValue());
  printer << " : " << getType();
}
