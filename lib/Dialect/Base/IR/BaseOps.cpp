// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the base dialect: text forms and verifiers.

#include "Emmy/Dialect/Base/IR/Keywords.h"
#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace emmy;

#define GET_OP_CLASSES
#include "Emmy/Dialect/Base/IR/BaseOps.cpp.inc"

//===----------------------------------------------------------------------===//
// emmy.symbol
//===----------------------------------------------------------------------===//

ParseResult SymbolOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name))
    return failure();
  result.addAttribute(getSymAttrName(result.name), name);
  return parser.parseOptionalAttrDict(result.attributes);
}

void SymbolOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSym());
  SmallVector<StringRef> elided = {getSymAttrName()};
  if (getMin() == 0)
    elided.push_back(getMinAttrName());
  if (getMultiple() == 1)
    elided.push_back(getMultipleAttrName());
  printer.printOptionalAttrDict((*this)->getAttrs(), elided);
}

LogicalResult SymbolOp::verify() {
  int64_t min = getMinAttr().getInt(), multiple = getMultipleAttr().getInt();
  if (min < 0)
    return emitOpError("expected 0 <= min, but got ") << min;
  if (getMaxAttr() && getMaxAttr().getInt() < min)
    return emitOpError("expected min <= max, but got ") << min << " and " << getMaxAttr().getInt();
  if (multiple < 1)
    return emitOpError("expected multiple >= 1, but got ") << multiple;
  if (!getHintAttr())
    return success();
  int64_t hint = getHintAttr().getInt();
  if (hint < min || (getMaxAttr() && hint > getMaxAttr().getInt()))
    return emitOpError("expected min <= hint <= max, but got ") << hint;
  return success();
}

//===----------------------------------------------------------------------===//
// emmy.size
//===----------------------------------------------------------------------===//

ParseResult SizeOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name) || parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addAttribute(getSymbolAttrName(result.name), name);
  result.addTypes(parser.getBuilder().getIndexType());
  return success();
}

void SizeOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymbol());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getSymbolAttrName()});
}

//===----------------------------------------------------------------------===//
// emmy.apply
//===----------------------------------------------------------------------===//

LogicalResult ApplyOp::verify() {
  const FunctionLaws &laws = getLaws(getFunction());
  if (getOperands().size() != laws.arity)
    return emitOpError("expected ") << laws.arity << " operands of '" << laws.name << "', but got "
                                    << getOperands().size();
  if (getFunction() == ScalarFunction::bitcast)
    return emitOpError("expected a function that computes, but got 'bitcast'; view bits of scalars by arith.bitcast");
  if (laws.result == ResultKind::free_)
    return success();
  Type type = getOperands().back().getType();
  for (auto [index, operand] : llvm::enumerate(getOperands())) {
    bool isCondition = laws.result == ResultKind::select_ && index == 0;
    Type expected = isCondition ? IntegerType::get(getContext(), 1) : type;
    if (operand.getType() != expected)
      return emitOpError("expected operand #") << index << " to be " << expected << ", but got " << operand.getType();
  }
  Type expected = laws.result == ResultKind::bool_ ? IntegerType::get(getContext(), 1) : type;
  if (getType() != expected)
    return emitOpError("expected a result of type ") << expected << ", but got " << getType();
  return success();
}
