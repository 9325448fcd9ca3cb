// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms of the operations that the loop and the tile level declare alike.

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace emmy;

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

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
  llvm::interleaveComma(inductionVars, printer, [&](Value value) { printer.printOperand(value); });
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

/// Attributes that the text form spells by other means.
static const StringRef spelled[] = {"binding", "staticExtents", "strides", "operandSegmentSizes", "exclusive",
                                    "reverse", "map",           "guard",   "sizeNames",           "tied"};

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

//===----------------------------------------------------------------------===//
// load, store
//===----------------------------------------------------------------------===//

/// The operands of a guard without repetition, and the numbers that they have in it.
static unsigned getOperandNumber(SmallVectorImpl<UnresolvedOperand> &operands, const UnresolvedOperand &operand) {
  for (auto [i, other] : llvm::enumerate(operands))
    if (other.name == operand.name && other.number == operand.number)
      return i;
  operands.push_back(operand);
  return operands.size() - 1;
}

/// `(%i - 1 >= 0, %i + %j == 0)`, or an integer set applied to operands: `affine_set<…>(%i)[%n]`.
static ParseResult parseGuard(OpAsmParser &parser, OperationState &result,
                              SmallVectorImpl<UnresolvedOperand> &guardOperands) {
  MLIRContext *context = parser.getContext();
  SmallVector<UnresolvedOperand> dims, symbols;
  if (failed(parser.parseOptionalLParen())) {
    IntegerSetAttr set;
    if (parser.parseAttribute(set, "guard", result.attributes) ||
        parser.parseOperandList(dims, OpAsmParser::Delimiter::Paren) ||
        parser.parseOperandList(symbols, OpAsmParser::Delimiter::OptionalSquare))
      return failure();
    llvm::append_range(guardOperands, dims);
    llvm::append_range(guardOperands, symbols);
    return success();
  }
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  do {
    SmallVector<UnresolvedOperand> someDims, someSymbols;
    AffineExpr expr;
    int64_t bound;
    if (parser.parseAffineExprOfSSAIds(someDims, someSymbols, expr))
      return failure();
    isEquality.push_back(succeeded(parser.parseOptionalEqual()));
    if ((!isEquality.back() && parser.parseGreater()) || parser.parseEqual() || parser.parseInteger(bound))
      return failure();
    SmallVector<AffineExpr> dimExprs, symbolExprs;
    for (const UnresolvedOperand &operand : someDims)
      dimExprs.push_back(getAffineDimExpr(getOperandNumber(dims, operand), context));
    for (const UnresolvedOperand &operand : someSymbols)
      symbolExprs.push_back(getAffineSymbolExpr(getOperandNumber(symbols, operand), context));
    constraints.push_back(expr.replaceDimsAndSymbols(dimExprs, symbolExprs) - bound);
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseRParen())
    return failure();
  result.addAttribute("guard",
                      IntegerSetAttr::get(IntegerSet::get(dims.size(), symbols.size(), constraints, isEquality)));
  llvm::append_range(guardOperands, dims);
  llvm::append_range(guardOperands, symbols);
  return success();
}

/// `%x[map] (if guard)?`
static ParseResult parseAccess(OpAsmParser &parser, OperationState &result, UnresolvedOperand &buffer,
                               SmallVectorImpl<UnresolvedOperand> &indices,
                               SmallVectorImpl<UnresolvedOperand> &guardOperands) {
  Attribute map;
  if (parser.parseOperand(buffer) || parser.parseAffineMapOfSSAIds(indices, map, "map", result.attributes))
    return failure();
  return succeeded(parser.parseOptionalKeyword("if")) ? parseGuard(parser, result, guardOperands) : success();
}

static void printAccess(AccessOpInterface op, OpAsmPrinter &printer) {
  printer.printOperand(op.getBuffer());
  printer << '[';
  printer.printAffineMapOfSSAIds(AffineMapAttr::get(op.getMap()), op.getIndices());
  printer << ']';
  std::optional<IntegerSet> guard = op.getGuard();
  if (!guard)
    return;
  printer << " if (";
  ValueRange operands = op.getGuardOperands();
  ValueRange dims = operands.take_front(guard->getNumDims()), symbols = operands.drop_front(guard->getNumDims());
  llvm::interleaveComma(llvm::zip_equal(guard->getConstraints(), guard->getEqFlags()), printer, [&](auto constraint) {
    printer.printAffineExprOfSSAIds(std::get<0>(constraint), dims, symbols);
    printer << (std::get<1>(constraint) ? " == 0" : " >= 0");
  });
  printer << ')';
}

ParseResult nest::parseLoad(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  UnresolvedOperand buffer, elseValue;
  SmallVector<UnresolvedOperand> indices, guardOperands;
  bool hasElse = false;
  MemRefType type;
  if (parseAccess(parser, result, buffer, indices, guardOperands))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("else"))) {
    hasElse = true;
    if (parser.parseOperand(elseValue))
      return failure();
  }
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type))
    return failure();
  Type loaded = type.getElementType();
  if (succeeded(parser.parseOptionalArrow()) && parser.parseType(loaded))
    return failure();
  result.addTypes(loaded);
  if (parser.resolveOperand(buffer, type, result.operands) ||
      parser.resolveOperands(indices, builder.getIndexType(), result.operands) ||
      parser.resolveOperands(guardOperands, builder.getIndexType(), result.operands) ||
      (hasElse && parser.resolveOperand(elseValue, loaded, result.operands)))
    return failure();
  result.addAttribute(
      "operandSegmentSizes",
      builder.getDenseI32ArrayAttr({1, int32_t(indices.size()), int32_t(guardOperands.size()), hasElse ? 1 : 0}));
  return success();
}

void nest::printLoad(AccessOpInterface op, OpAsmPrinter &printer) {
  printer << ' ';
  printAccess(op, printer);
  if (Value other = op.getElseValue()) {
    printer << " else ";
    printer.printOperand(other);
  }
  printer.printOptionalAttrDict(op->getAttrs(), spelled);
  auto type = cast<MemRefType>(op.getBuffer().getType());
  printer << " : " << type;
  if (op.getAccessedValue().getType() != type.getElementType())
    printer << " -> " << op.getAccessedValue().getType();
}

ParseResult nest::parseStore(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  UnresolvedOperand value, buffer;
  SmallVector<UnresolvedOperand> indices, guardOperands;
  Type first, second;
  SMLoc loc;
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseAccess(parser, result, buffer, indices, guardOperands) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColon() || parser.getCurrentLocation(&loc) || parser.parseType(first) ||
      (succeeded(parser.parseOptionalComma()) && parser.parseType(second)))
    return failure();
  auto type = dyn_cast<MemRefType>(second ? second : first);
  if (!type)
    return parser.emitError(loc, "expected a buffer type, but got ") << (second ? second : first);
  if (parser.resolveOperand(value, second ? first : type.getElementType(), result.operands) ||
      parser.resolveOperand(buffer, type, result.operands) ||
      parser.resolveOperands(indices, builder.getIndexType(), result.operands) ||
      parser.resolveOperands(guardOperands, builder.getIndexType(), result.operands))
    return failure();
  result.addAttribute("operandSegmentSizes",
                      builder.getDenseI32ArrayAttr({1, 1, int32_t(indices.size()), int32_t(guardOperands.size())}));
  return success();
}

void nest::printStore(AccessOpInterface op, OpAsmPrinter &printer) {
  printer << ' ';
  printer.printOperand(op.getAccessedValue());
  printer << ", ";
  printAccess(op, printer);
  printer.printOptionalAttrDict(op->getAttrs(), spelled);
  auto type = cast<MemRefType>(op.getBuffer().getType());
  printer << " : ";
  if (op.getAccessedValue().getType() != type.getElementType())
    printer << op.getAccessedValue().getType() << ", ";
  printer << type;
}

//===----------------------------------------------------------------------===//
// kernel
//===----------------------------------------------------------------------===//

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
