// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms of loads and stores, which the loop and the tile level declare alike: maps and guards applied to operands.

#include "NestAssembly.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::nest;

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
