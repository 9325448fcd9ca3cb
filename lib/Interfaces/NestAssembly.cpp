// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms of the nests that the loop and the tile level declare alike: for, reduce, scan.

#include "NestAssembly.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::nest;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

ParseResult nest::parseAxes(OpAsmParser &parser, OperationState &result,
                            SmallVectorImpl<OpAsmParser::Argument> &inductionVars,
                            SmallVectorImpl<UnresolvedOperand> &dynamicExtents) {
  SmallVector<int64_t> staticExtents;
  auto parseExtent = [&]() -> ParseResult {
    UnresolvedOperand operand;
    OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
    if (isOperand.has_value()) {
      if (failed(*isOperand))
        return failure();
      dynamicExtents.push_back(operand);
      staticExtents.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(staticExtents.emplace_back());
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseArgumentList(inductionVars, OpAsmParser::Delimiter::Paren) || parser.parseKeyword("in") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseExtent, " in extents"))
    return failure();
  if (inductionVars.size() != staticExtents.size())
    return parser.emitError(loc, "expected ") << inductionVars.size() << " extents, but got " << staticExtents.size();
  for (OpAsmParser::Argument &arg : inductionVars)
    arg.type = parser.getBuilder().getIndexType();
  result.addAttribute("staticExtents", parser.getBuilder().getDenseI64ArrayAttr(staticExtents));
  if (succeeded(parser.parseOptionalKeyword("stride"))) {
    SmallVector<int64_t> strides;
    if (parser.parseCommaSeparatedList(
            OpAsmParser::Delimiter::Square, [&] { return parser.parseInteger(strides.emplace_back()); }, " in strides"))
      return failure();
    result.addAttribute("strides", parser.getBuilder().getDenseI64ArrayAttr(strides));
  }
  return success();
}

void nest::printAxes(OpAsmPrinter &printer, ValueRange inductionVars, ArrayRef<int64_t> staticExtents,
                     OperandRange dynamicExtents) {
  printer << '(';
  llvm::interleaveComma(inductionVars, printer, [&](Value value) {
    // Where locations are printed, that of a name that is not derived is, too.
    if (isa<NameLoc>(value.getLoc()))
      printer.printRegionArgument(cast<BlockArgument>(value), /*argAttrs=*/{}, /*omitType=*/true);
    else
      printer.printOperand(value);
  });
  printer << ") in (";
  auto next = dynamicExtents.begin();
  llvm::interleaveComma(staticExtents, printer, [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      printer.printOperand(*next++);
    else
      printer << extent;
  });
  printer << ')';
}

/// The axes of a nest with their strides.
static void printNest(LoopNestOpInterface op, OpAsmPrinter &printer) {
  nest::printAxes(printer, op.getInductionVars(), op.getStaticExtents(), op.getDynamicExtents());
  if (!op.getStrides().empty())
    printer << " stride [" << op.getStrides() << ']';
}

/// A binding as its bare keyword; without one, `parallel` where that is the default.
static ParseResult parseBinding(OpAsmParser &parser, OperationState &result, bool hasDefault) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&keyword))) {
    if (!hasDefault)
      return parser.emitError(loc, "expected a binding, as parallel or sequential");
    keyword = "parallel";
  }
  std::optional<Binding> binding = symbolizeBinding(keyword);
  if (!binding)
    return parser.emitError(loc, "expected a binding, but got '") << keyword << "'";
  result.addAttribute("binding", BindingAttr::get(parser.getContext(), *binding));
  return success();
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

ParseResult nest::parseFor(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> inductionVars;
  SmallVector<UnresolvedOperand> dynamicExtents;
  if (parseBinding(parser, result, /*hasDefault=*/false) || parseAxes(parser, result, inductionVars, dynamicExtents) ||
      parser.resolveOperands(dynamicExtents, parser.getBuilder().getIndexType(), result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parser.parseRegion(*result.addRegion(), inductionVars);
}

void nest::printFor(LoopNestOpInterface op, OpAsmPrinter &printer) {
  printer << ' ' << stringifyBinding(op.getBinding()) << ' ';
  printNest(op, printer);
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), spelled);
  printer << ' ';
  printer.printRegion(op.getIterationRegion(), /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/false);
}

//===----------------------------------------------------------------------===//
// reduce, scan
//===----------------------------------------------------------------------===//

ParseResult nest::parseReduction(OpAsmParser &parser, OperationState &result, bool isScan) {
  Builder &builder = parser.getBuilder();
  if (isScan)
    for (StringRef flag : {"exclusive", "reverse"})
      if (succeeded(parser.parseOptionalKeyword(flag)))
        result.addAttribute(flag, builder.getUnitAttr());
  SmallVector<OpAsmParser::Argument> inductionVars;
  SmallVector<UnresolvedOperand> dynamicExtents, inits;
  SmallVector<Type> states;
  SMLoc loc;
  if (parseBinding(parser, result, /*hasDefault=*/true) || parseAxes(parser, result, inductionVars, dynamicExtents) ||
      parser.parseKeyword("init") || parser.parseLParen() || parser.getCurrentLocation(&loc) ||
      parser.parseOperandList(inits) || parser.parseColonTypeList(states) || parser.parseRParen() ||
      parser.resolveOperands(dynamicExtents, builder.getIndexType(), result.operands) ||
      parser.resolveOperands(inits, states, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.addAttribute("operandSegmentSizes",
                      builder.getDenseI32ArrayAttr({int32_t(dynamicExtents.size()), int32_t(inits.size())}));
  Region *lift = result.addRegion(), *combine = result.addRegion(), *last = result.addRegion();
  if (parser.parseRegion(*lift, inductionVars) || parser.parseKeyword("combine") || parser.parseRegion(*combine))
    return failure();
  if (isScan)
    return failure(parser.parseKeyword("emit") || parser.parseRegion(*last));
  if (succeeded(parser.parseOptionalKeyword("finish")) && parser.parseRegion(*last))
    return failure();
  if (failed(parser.parseOptionalArrow())) {
    result.addTypes(states);
    return success();
  }
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                        [&] { return parser.parseType(result.types.emplace_back()); });
}

void nest::printReduction(ReductionOpInterface op, OpAsmPrinter &printer) {
  auto loops = cast<LoopNestOpInterface>(op.getOperation());
  if (op.getExclusive())
    printer << " exclusive";
  if (op.getReverse())
    printer << " reverse";
  if (loops.getBinding() != Binding::parallel)
    printer << ' ' << stringifyBinding(loops.getBinding());
  printer << ' ';
  printNest(loops, printer);
  printer << " init(";
  printer.printOperands(op.getInits());
  printer << " : " << op.getInits().getTypes() << ')';
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), spelled);
  printer << ' ';
  printer.printRegion(op.getLift(), /*printEntryBlockArgs=*/false);
  printer << " combine ";
  printer.printRegion(op.getCombine());
  if (Region *emit = op.getEmitRegion()) {
    printer << " emit ";
    printer.printRegion(*emit, /*printEntryBlockArgs=*/true, /*printBlockTerminators=*/false);
  }
  if (Region *finish = op.getFinishRegion()) {
    printer << " finish ";
    printer.printRegion(*finish);
    printer << " -> (" << op->getResultTypes() << ')';
  }
}
