// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions and monoids of the laws table as words.

#include "Emmy/Dialect/Base/IR/Keywords.h"

using namespace mlir;
using namespace emmy;

template <typename EnumT, typename AttrT>
static ParseResult parseEnum(OpAsmParser &parser, StringRef kind, AttrT &attribute) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<EnumT> value = symbolizeEnum<EnumT>(keyword);
  if (!value)
    return parser.emitError(loc, "expected a ") << kind << " of the laws table, but got '" << keyword << "'";
  attribute = AttrT::get(parser.getContext(), *value);
  return success();
}

ParseResult emmy::parseKeyword(OpAsmParser &parser, ScalarFunctionAttr &function) {
  return parseEnum<ScalarFunction>(parser, "function", function);
}

ParseResult emmy::parseKeyword(OpAsmParser &parser, MonoidAttr &monoid) {
  return parseEnum<Monoid>(parser, "monoid", monoid);
}

void emmy::printKeyword(OpAsmPrinter &printer, Operation *, ScalarFunctionAttr function) {
  printer << stringifyScalarFunction(function.getValue());
}

void emmy::printKeyword(OpAsmPrinter &printer, Operation *, MonoidAttr monoid) {
  printer << stringifyMonoid(monoid.getValue());
}
