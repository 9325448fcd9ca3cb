// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy_tensor.elementwise: type inference from the laws table, text form, verifier, builders.

#include "Assembly.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy::tensor;
using emmy::ResultKind;
using emmy::ScalarFunction;

/// The result type that follows from that of the last operand; null where it does not.
static RankedTensorType inferType(ScalarFunction function, RankedTensorType last) {
  switch (emmy::getLaws(function).result) {
  case ResultKind::same_:
  case ResultKind::select_:
    return last;
  case ResultKind::bool_:
    return withElementType(last, IntegerType::get(last.getContext(), 1));
  case ResultKind::free_:
    return {};
  }
  llvm_unreachable("every kind has a case");
}

/// The types of all operands when only the last one is written.
static SmallVector<Type> getShortTypes(ScalarFunction function, RankedTensorType last) {
  const emmy::FunctionLaws &laws = emmy::getLaws(function);
  SmallVector<Type> types(laws.arity, last);
  if (laws.result == ResultKind::select_)
    types.front() = withElementType(last, IntegerType::get(last.getContext(), 1));
  return types;
}

//===----------------------------------------------------------------------===//
// Builders and inference
//===----------------------------------------------------------------------===//

void ElementwiseOp::build(OpBuilder &builder, OperationState &state, ScalarFunction function, ValueRange inputs) {
  state.addOperands(inputs);
  state.getOrAddProperties<Properties>().function = ScalarFunctionAttr::get(builder.getContext(), function);
  state.addTypes(inferType(function, cast<RankedTensorType>(inputs.back().getType())));
}

void ElementwiseOp::build(OpBuilder &builder, OperationState &state, Value input, Type elementType) {
  state.addOperands(input);
  state.getOrAddProperties<Properties>().function =
      ScalarFunctionAttr::get(builder.getContext(), ScalarFunction::bitcast);
  state.addTypes(withElementType(cast<RankedTensorType>(input.getType()), elementType));
}

void ElementwiseOp::build(OpBuilder &builder, OperationState &state, Value input, Type elementType,
                          ConvertOrigin origin, bool saturate) {
  state.addOperands(input);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.function = ScalarFunctionAttr::get(builder.getContext(), ScalarFunction::convert);
  properties.origin = ConvertOriginAttr::get(builder.getContext(), origin);
  if (saturate)
    properties.saturate = builder.getUnitAttr();
  state.addTypes(withElementType(cast<RankedTensorType>(input.getType()), elementType));
}

LogicalResult ElementwiseOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                              ValueRange operands, DictionaryAttr attributes,
                                              OpaqueProperties properties, RegionRange regions,
                                              SmallVectorImpl<Type> &types) {
  ElementwiseOpAdaptor adaptor(operands, attributes, properties, regions);
  // The verifier has looked at the operands, and a builder is given what verifies.
  RankedTensorType type = inferType(adaptor.getFunction(), cast<RankedTensorType>(operands.back().getType()));
  assert(type && "a conversion or a bitcast is built with its result type");
  types.push_back(type);
  return success();
}

/// A conversion or a bitcast takes the result type that is written; all others infer theirs (C1, C3).
LogicalResult ElementwiseOp::refineReturnTypes(MLIRContext *context, std::optional<Location> location,
                                               ValueRange operands, DictionaryAttr attributes,
                                               OpaqueProperties properties, RegionRange regions,
                                               SmallVectorImpl<Type> &types) {
  ElementwiseOpAdaptor adaptor(operands, attributes, properties, regions);
  if (emmy::getLaws(adaptor.getFunction()).result == ResultKind::free_)
    return success();
  SmallVector<Type> inferred;
  (void)inferReturnTypes(context, location, operands, attributes, properties, regions, inferred);
  if (!types.empty() && types.front() && types.front() != inferred.front())
    return emitOptionalError(location, "expected result type ", inferred.front(), ", but got ", types.front());
  types.assign(inferred);
  return success();
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

LogicalResult ElementwiseOp::verify() {
  const emmy::FunctionLaws &laws = emmy::getLaws(getFunction());
  if (getInputs().size() != laws.arity)
    return emitOpError("expected ") << laws.arity << " operands of " << laws.name << ", but got " << getInputs().size();

  auto resultType = cast<RankedTensorType>(getResult().getType());
  for (auto [index, input] : llvm::enumerate(getInputs()))
    if (auto type = cast<RankedTensorType>(input.getType()); !haveSameShape(type, resultType))
      return emitOpError("expected operand #")
             << index << " to have the shape of the result " << resultType << ", but got " << type;

  auto last = cast<RankedTensorType>(getInputs().back().getType());
  for (auto [index, input, expected] : llvm::enumerate(getInputs(), getShortTypes(getFunction(), last)))
    if (input.getType() != expected)
      return emitOpError("expected operand #") << index << " of type " << expected << ", but got " << input.getType();

  if (!isDefinedOn(getFunction(), last.getElementType()))
    return emitOpError("expected a function that is defined on ") << last.getElementType() << ", but got " << laws.name;

  Type from = last.getElementType(), to = resultType.getElementType();
  if (getFunction() == ScalarFunction::bitcast &&
      (to.isInteger(1) || from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth()))
    return emitOpError("expected a bitcast to elements of ") << from.getIntOrFloatBitWidth() << " bits, but got " << to;

  bool isConversion = getFunction() == ScalarFunction::convert;
  if (isConversion && !getOrigin())
    return emitOpError("expected an origin (implied or user) of convert, but got none");
  if (!isConversion && getOrigin())
    return emitOpError("expected an origin (implied or user) on convert only, but got one on ") << laws.name;
  if (getSaturate() && !(isConversion && emmy::isSmallFloat(to)))
    return emitOpError("expected saturate only on a convert to an 8-bit float, but got it on ")
           << laws.name << " to " << resultType.getElementType();
  return success();
}

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

ParseResult ElementwiseOp::parse(OpAsmParser &parser, OperationState &result) {
  emmy::ScalarFunctionAttr function;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parseKeyword(parser, function) || parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.function = function;
  StringRef origin;
  if (succeeded(parser.parseOptionalKeyword(&origin, {"implied", "user"})))
    properties.origin = ConvertOriginAttr::get(parser.getContext(), *symbolizeConvertOrigin(origin));
  if (succeeded(parser.parseOptionalKeyword("saturate")))
    properties.saturate = parser.getBuilder().getUnitAttr();

  // type | type -> type | (types) -> type
  SmallVector<Type> types;
  Type resultType;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseTypeList(types) || parser.parseRParen() || parser.parseArrow() || parser.parseType(resultType))
      return failure();
  } else {
    RankedTensorType last;
    if (parser.parseType(last))
      return failure();
    types = getShortTypes(function.getValue(), last);
    if (succeeded(parser.parseOptionalArrow())) {
      if (parser.parseType(resultType))
        return failure();
    } else if (!(resultType = inferType(function.getValue(), last))) {
      return parser.emitError(loc, "expected '->' and the result type of ")
             << stringifyScalarFunction(function.getValue());
    }
  }
  result.addTypes(resultType);
  return parser.resolveOperands(operands, types, loc, result.operands);
}

void ElementwiseOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyScalarFunction(getFunction()) << '(' << getInputs() << ')';
  if (getOrigin())
    printer << ' ' << stringifyConvertOrigin(*getOrigin());
  if (getSaturate())
    printer << " saturate";
  printer.printOptionalAttrDict((*this)->getDiscardableAttrDictionary().getValue());
  printer << " : ";
  Type last = getInputs().empty() ? Type() : getInputs().back().getType();
  bool isShort = last && isa<RankedTensorType>(last) &&
                 llvm::equal(getInputs().getTypes(), getShortTypes(getFunction(), cast<RankedTensorType>(last)));
  if (!isShort) {
    printer << '(' << getInputs().getTypes() << ") -> " << getType();
    return;
  }
  printer << last;
  if (inferType(getFunction(), cast<RankedTensorType>(last)) != getType())
    printer << " -> " << getType();
}
