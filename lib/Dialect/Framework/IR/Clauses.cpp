// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds of clauses: how each attribute of a framework operation is written.

#include "Emmy/Dialect/Framework/IR/Framework.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <cmath>

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;
using namespace emmy::framework::detail;

//===----------------------------------------------------------------------===//
// Python scalars
//===----------------------------------------------------------------------===//

FailureOr<Attribute> framework::detail::parseOptionalScalar(OpAsmParser &parser) {
  Builder &builder = parser.getBuilder();
  SMLoc loc = parser.getCurrentLocation();
  bool negative = succeeded(parser.parseOptionalMinus());
  StringRef keyword;
  SMLoc keywordLoc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&keyword, {"inf", "nan", "true", "false"}))) {
    bool isBool = keyword == "true" || keyword == "false";
    if (isBool && negative)
      return parser.emitError(keywordLoc, "expected a number after '-', but got '") << keyword << "'";
    if (isBool)
      return Attribute(builder.getBoolAttr(keyword == "true"));
    double value =
        keyword == "inf" ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return Attribute(builder.getF64FloatAttr(negative ? -value : value));
  }
  APInt integer;
  OptionalParseResult isInteger = parser.parseOptionalInteger(integer);
  if (isInteger.has_value()) {
    if (failed(*isInteger))
      return failure();
    APInt wide = integer.sext(integer.getBitWidth() + 1);
    if (negative)
      wide.negate();
    if (!wide.isSignedIntN(64))
      return parser.emitError(loc, "expected a Python int of 64 bits, but got ") << toString(wide, 10, true), failure();
    return Attribute(builder.getI64IntegerAttr(wide.sextOrTrunc(64).getSExtValue()));
  }
  double value;
  if (negative) {
    if (parser.parseFloat(value))
      return failure();
    return Attribute(builder.getF64FloatAttr(-value));
  }
  Attribute attribute;
  OptionalParseResult isFloat = parser.parseOptionalAttribute(attribute, builder.getF64Type());
  if (!isFloat.has_value())
    return Attribute();
  if (failed(*isFloat))
    return failure();
  if (!isa<FloatAttr>(attribute))
    return parser.emitError(loc, "expected a Python scalar, but got ") << attribute, failure();
  return attribute;
}

/// The shortest decimal that reads back as the same double, always with a point.
static void printFloat(raw_ostream &os, double value) {
  if (std::isnan(value)) {
    os << "nan";
    return;
  }
  if (std::isinf(value)) {
    os << (value < 0 ? "-inf" : "inf");
    return;
  }
  char buffer[64];
  std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value);
  StringRef text(buffer, end.ptr - buffer);
  auto [mantissa, exponent] = text.split('e');
  os << mantissa << (mantissa.contains('.') ? "" : ".0");
  if (!exponent.empty())
    os << 'e' << exponent;
}

void framework::detail::printScalar(raw_ostream &os, Attribute scalar) {
  if (auto boolean = dyn_cast<BoolAttr>(scalar))
    os << (boolean.getValue() ? "true" : "false");
  else if (auto integer = dyn_cast<IntegerAttr>(scalar))
    os << integer.getInt();
  else
    printFloat(os, cast<FloatAttr>(scalar).getValueAsDouble());
}

static FailureOr<Attribute> parseScalar(OpAsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Attribute> scalar = parseOptionalScalar(parser);
  if (succeeded(scalar) && !*scalar)
    return parser.emitError(loc, "expected a Python scalar"), failure();
  return scalar;
}

static void printScalarAttribute(OpAsmPrinter &printer, Attribute attribute) {
  printScalar(printer.getStream(), attribute);
}

//===----------------------------------------------------------------------===//
// Attributes between parentheses
//===----------------------------------------------------------------------===//

Clause framework::detail::getFlagClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Flag, required};
}

Clause framework::detail::getOperandClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Operand, required};
}

Clause framework::detail::getScalarClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Parenthesized, required, parseScalar, printScalarAttribute};
}

/// An integer is taken for the float of the same value.
Clause framework::detail::getFloatClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Parenthesized, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> {
            FailureOr<Attribute> scalar = parseScalar(parser);
            if (failed(scalar))
              return failure();
            if (auto integer = dyn_cast<IntegerAttr>(*scalar))
              return Attribute(parser.getBuilder().getF64FloatAttr(integer.getInt()));
            return scalar;
          },
          printScalarAttribute};
}

Clause framework::detail::getIntegerClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Parenthesized, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> {
            int64_t value;
            if (parser.parseInteger(value))
              return failure();
            return Attribute(parser.getBuilder().getI64IntegerAttr(value));
          },
          printScalarAttribute};
}

Clause framework::detail::getIntegersClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Parenthesized, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> {
            SmallVector<int64_t> values;
            int64_t value;
            OptionalParseResult first = parser.parseOptionalInteger(value);
            if (!first.has_value())
              return Attribute(parser.getBuilder().getDenseI64ArrayAttr(values));
            if (failed(*first))
              return failure();
            values.push_back(value);
            while (succeeded(parser.parseOptionalComma())) {
              if (parser.parseInteger(value))
                return failure();
              values.push_back(value);
            }
            return Attribute(parser.getBuilder().getDenseI64ArrayAttr(values));
          },
          [](OpAsmPrinter &printer, Attribute attribute) {
            llvm::interleaveComma(cast<DenseI64ArrayAttr>(attribute).asArrayRef(), printer);
          }};
}

Clause framework::detail::getTypeClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Parenthesized, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> {
            Type type;
            if (parser.parseType(type))
              return failure();
            return Attribute(TypeAttr::get(type));
          },
          [](OpAsmPrinter &printer, Attribute attribute) { printer << cast<TypeAttr>(attribute).getValue(); }};
}

Clause framework::detail::getExtentClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Parenthesized, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> {
            FailureOr<ExtentAttr> extent = ExtentAttr::parseExpression(parser);
            if (failed(extent))
              return failure();
            return Attribute(*extent);
          },
          [](OpAsmPrinter &printer, Attribute attribute) {
            cast<ExtentAttr>(attribute).printExpression(printer.getStream());
          }};
}

//===----------------------------------------------------------------------===//
// Lists between brackets; the opening bracket has been read
//===----------------------------------------------------------------------===//

Clause framework::detail::getSizesClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Bracketed, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> {
            SmallVector<ExtentAttr> extents;
            if (succeeded(parser.parseOptionalRSquare()))
              return Attribute(DimsAttr::get(parser.getContext(), extents));
            auto parseOne = [&]() -> ParseResult {
              FailureOr<ExtentAttr> extent = ExtentAttr::parseExpression(parser);
              if (succeeded(extent))
                extents.push_back(*extent);
              return success(succeeded(extent));
            };
            if (parser.parseCommaSeparatedList(parseOne) || parser.parseRSquare())
              return failure();
            return Attribute(DimsAttr::get(parser.getContext(), extents));
          },
          [](OpAsmPrinter &printer, Attribute attribute) {
            printer << '[';
            llvm::interleaveComma(cast<DimsAttr>(attribute).getExtents(), printer,
                                  [&](ExtentAttr extent) { extent.printExpression(printer.getStream()); });
            printer << ']';
          }};
}

/// `start : end : step]`; each may be missing, but not the first colon.
static FailureOr<RangeAttr> parseRangeTail(AsmParser &parser) {
  FailureOr<ExtentAttr> start = ExtentAttr::getConstant(parser.getContext(), 0);
  if (failed(parser.parseOptionalColon())) {
    start = ExtentAttr::parseExpression(parser);
    if (failed(start) || parser.parseColon())
      return failure();
  }
  ExtentAttr end;
  int64_t step = 1;
  if (failed(parser.parseOptionalRSquare())) {
    if (failed(parser.parseOptionalColon())) {
      FailureOr<ExtentAttr> parsed = ExtentAttr::parseExpression(parser);
      if (failed(parsed))
        return failure();
      end = *parsed;
      if (succeeded(parser.parseOptionalColon()) && parser.parseInteger(step))
        return failure();
    } else if (parser.parseInteger(step)) {
      return failure();
    }
    if (parser.parseRSquare())
      return failure();
  }
  return RangeAttr::get(parser.getContext(), *start, end, step);
}

static void printRange(AsmPrinter &printer, RangeAttr range) {
  printer << '[';
  range.getStart().printExpression(printer.getStream());
  printer << " :";
  if (range.getEnd()) {
    printer << ' ';
    range.getEnd().printExpression(printer.getStream());
  }
  if (range.getStep() != 1)
    printer << " : " << range.getStep();
  printer << ']';
}

Clause framework::detail::getRangeClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Bracketed, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> { return parseRangeTail(parser); },
          [](OpAsmPrinter &printer, Attribute attribute) { printRange(printer, cast<RangeAttr>(attribute)); }};
}

Attribute RangeAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess() || parser.parseLSquare())
    return {};
  FailureOr<RangeAttr> range = parseRangeTail(parser);
  return failed(range) || parser.parseGreater() ? Attribute() : Attribute(*range);
}

void RangeAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printRange(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

Clause framework::detail::getTextClause(StringLiteral name, bool required) {
  return {name, Clause::Form::Text, required,
          [](OpAsmParser &parser) -> FailureOr<Attribute> {
            StringAttr text;
            if (parser.parseAttribute(text, NoneType::get(parser.getContext())))
              return failure();
            return Attribute(text);
          },
          [](OpAsmPrinter &printer, Attribute attribute) { printer.printAttributeWithoutType(attribute); }};
}
