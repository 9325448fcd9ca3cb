// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form of kernels, which the loop and the tile level declare alike.

#include "NestAssembly.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::nest;

/// `keyword(%a, %b : A, B)`, where it is present.
static ParseResult parseGroup(OpAsmParser &parser, StringRef keyword, SmallVectorImpl<Value> &operands) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  SmallVector<UnresolvedOperand> names;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  return failure(parser.parseLParen() || parser.parseOperandList(names) || parser.parseColonTypeList(types) ||
                 parser.parseRParen() || parser.resolveOperands(names, types, loc, operands));
}

/// `sizes(@seq = %n, …)`, where it is present.
static ParseResult parseSizes(OpAsmParser &parser, SmallVectorImpl<Attribute> &sizeNames,
                              SmallVectorImpl<Value> &operands) {
  if (failed(parser.parseOptionalKeyword("sizes")))
    return success();
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
    StringAttr name;
    UnresolvedOperand operand;
    if (parser.parseSymbolName(name) || parser.parseEqual() || parser.parseOperand(operand) ||
        parser.resolveOperand(operand, parser.getBuilder().getIndexType(), operands))
      return failure();
    sizeNames.push_back(name);
    return success();
  });
}

ParseResult nest::parseKernel(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> sizeNames;
  SmallVector<Value> operands;
  SmallVector<int32_t> segments;
  SmallVector<int64_t> tied;
  if (parseGroup(parser, "ins", operands))
    return failure();
  segments.push_back(operands.size());
  if (parseGroup(parser, "scalars", operands))
    return failure();
  segments.push_back(operands.size() - segments[0]);
  if (parseSizes(parser, sizeNames, operands))
    return failure();
  segments.push_back(sizeNames.size());
  result.addOperands(operands);
  auto parseResult = [&]() -> ParseResult {
    tied.push_back(-1);
    if (succeeded(parser.parseOptionalKeyword("tied")) &&
        (parser.parseLParen() || parser.parseInteger(tied.back()) || parser.parseRParen()))
      return failure();
    return parser.parseType(result.types.emplace_back());
  };
  if (parser.parseArrow())
    return failure();
  if (succeeded(parser.parseOptionalLParen())) {
    if (failed(parser.parseOptionalRParen()) && (parser.parseCommaSeparatedList(parseResult) || parser.parseRParen()))
      return failure();
  } else if (parseResult()) {
    return failure();
  }
  result.addAttribute("operandSegmentSizes", builder.getDenseI32ArrayAttr(segments));
  result.addAttribute("sizeNames", builder.getArrayAttr(sizeNames));
  result.addAttribute("tied", builder.getDenseI64ArrayAttr(tied));
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parser.parseRegion(*result.addRegion());
}

static void printGroup(OpAsmPrinter &printer, StringRef keyword, OperandRange operands) {
  if (operands.empty())
    return;
  printer << ' ' << keyword << '(';
  printer.printOperands(operands);
  printer << " : " << operands.getTypes() << ')';
}

void nest::printKernel(KernelOpInterface op, OpAsmPrinter &printer) {
  printGroup(printer, "ins", op.getInputs());
  printGroup(printer, "scalars", op.getScalars());
  if (!op.getSizes().empty()) {
    printer << " sizes(";
    llvm::interleaveComma(llvm::zip_equal(op.getSizeNames(), op.getSizes()), printer, [&](auto size) {
      printer.printSymbolName(cast<StringAttr>(std::get<0>(size)).getValue());
      printer << " = ";
      printer.printOperand(std::get<1>(size));
    });
    printer << ')';
  }
  printer << " -> ";
  bool parens = op->getNumResults() != 1;
  printer << (parens ? "(" : "");
  llvm::interleaveComma(llvm::zip_equal(op.getTied(), op->getResultTypes()), printer, [&](auto result) {
    if (std::get<0>(result) >= 0)
      printer << "tied(" << std::get<0>(result) << ") ";
    printer << std::get<1>(result);
  });
  printer << (parens ? ")" : "");
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), spelled);
  printer << ' ';
  printer.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/true, /*printBlockTerminators=*/false);
}
