// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form of symbolic extents, such as `batch*seq + 2*seq + 1`.

#include "ExtentAtoms.h"

using namespace mlir;
using namespace emmy;

void ExtentAttr::printExpression(raw_ostream &os) const {
  if (getMonomials().empty()) {
    os << '0';
    return;
  }
  for (auto [index, coefficient, monomial] : llvm::enumerate(getCoefficients(), getMonomials())) {
    int64_t magnitude = coefficient;
    if (index > 0) {
      os << (coefficient < 0 ? " - " : " + ");
      magnitude = coefficient < 0 ? -coefficient : coefficient;
    }
    if (monomial.empty() || magnitude != 1) {
      if (magnitude == -1)
        os << '-';
      else
        os << magnitude << (monomial.empty() ? "" : "*");
      if (magnitude == -1 && monomial.empty())
        os << '1';
    }
    llvm::interleave(monomial, os, [&](Attribute atom) { os << emmy::detail::getAtomText(atom); }, "*");
  }
}

std::string ExtentAttr::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  printExpression(os);
  return text;
}

static FailureOr<ExtentAttr> parseFactor(AsmParser &parser) {
  MLIRContext *context = parser.getContext();
  if (succeeded(parser.parseOptionalMinus())) {
    FailureOr<ExtentAttr> factor = parseFactor(parser);
    if (failed(factor))
      return failure();
    return ExtentAttr::getConstant(context, -1) * *factor;
  }
  if (succeeded(parser.parseOptionalLParen())) {
    FailureOr<ExtentAttr> extent = ExtentAttr::parseExpression(parser);
    if (failed(extent) || parser.parseRParen())
      return failure();
    return extent;
  }
  int64_t integer;
  OptionalParseResult integerResult = parser.parseOptionalInteger(integer);
  if (integerResult.has_value()) {
    if (failed(*integerResult))
      return failure();
    return ExtentAttr::getConstant(context, integer);
  }
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ExtentFunction> function = symbolizeExtentFunction(keyword);
  if (!function || failed(parser.parseOptionalLParen()))
    return ExtentAttr::getSymbol(context, keyword);
  FailureOr<ExtentAttr> lhs = ExtentAttr::parseExpression(parser);
  if (failed(lhs) || parser.parseComma())
    return failure();
  FailureOr<ExtentAttr> rhs = ExtentAttr::parseExpression(parser);
  if (failed(rhs) || parser.parseRParen())
    return failure();
  return ExtentAttr::getFunction(*function, *lhs, *rhs);
}

static FailureOr<ExtentAttr> parseTerm(AsmParser &parser) {
  FailureOr<ExtentAttr> term = parseFactor(parser);
  while (succeeded(term) && succeeded(parser.parseOptionalStar())) {
    FailureOr<ExtentAttr> factor = parseFactor(parser);
    if (failed(factor))
      return failure();
    term = *term * *factor;
  }
  return term;
}

FailureOr<ExtentAttr> ExtentAttr::parseExpression(AsmParser &parser) {
  FailureOr<ExtentAttr> sum = parseTerm(parser);
  while (succeeded(sum)) {
    bool isPlus = succeeded(parser.parseOptionalPlus());
    if (!isPlus && failed(parser.parseOptionalMinus()))
      break;
    FailureOr<ExtentAttr> term = parseTerm(parser);
    if (failed(term))
      return failure();
    sum = isPlus ? *sum + *term : *sum - *term;
  }
  return sum;
}
