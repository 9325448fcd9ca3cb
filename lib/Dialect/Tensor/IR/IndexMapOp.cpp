// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy_tensor.index_map: pieces, text form, verifier, builders.

#include "Assembly.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy::tensor;

//===----------------------------------------------------------------------===//
// Builders and pieces
//===----------------------------------------------------------------------===//

void IndexMapOp::build(OpBuilder &builder, OperationState &state, RankedTensorType result, ArrayRef<IndexPiece> pieces,
                       ValueRange symbols) {
  SmallVector<AffineMap> maps;
  SmallVector<Attribute> guards;
  for (const IndexPiece &piece : pieces) {
    state.addOperands(piece.source);
    maps.push_back(piece.map);
    if (piece.isGuarded())
      guards.push_back(IntegerSetAttr::get(piece.guard));
  }
  state.addOperands(symbols);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.maps = builder.getAffineMapArrayAttr(maps);
  properties.guards = builder.getArrayAttr(guards);
  properties.operandSegmentSizes = {static_cast<int32_t>(pieces.size()), static_cast<int32_t>(symbols.size())};
  state.addTypes(result);
}

void IndexMapOp::build(OpBuilder &builder, OperationState &state, RankedTensorType result, Value source, AffineMap map,
                       ValueRange symbols) {
  build(builder, state, result, IndexPiece{source, map}, symbols);
}

IntegerSet IndexMapOp::getGuard(unsigned piece) {
  return piece < getGuards().size() ? cast<IntegerSetAttr>(getGuards()[piece]).getValue() : IntegerSet();
}

SmallVector<IndexPiece> IndexMapOp::getPieces() {
  SmallVector<IndexPiece> pieces;
  for (auto [index, source] : llvm::enumerate(getSources()))
    pieces.push_back({source, getMap(index), getGuard(index)});
  return pieces;
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

LogicalResult IndexMapOp::verify() {
  unsigned numPieces = getNumPieces(), numSymbols = getSymbols().size();
  if (numPieces == 0)
    return emitOpError("expected at least one piece, but got none");
  if (getMaps().size() != numPieces)
    return emitOpError("expected one map a source, but got ")
           << getMaps().size() << " maps for " << numPieces << " sources";
  if (getGuards().size() != numPieces - 1)
    return emitOpError("expected one guard for every piece but the last, but got ")
           << getGuards().size() << " guards for " << numPieces << " pieces";

  auto resultType = cast<RankedTensorType>(getResult().getType());
  unsigned rank = resultType.getRank();
  for (unsigned index = 0; index < numPieces; ++index) {
    AffineMap map = getMap(index);
    auto sourceType = cast<RankedTensorType>(getSources()[index].getType());
    if (map.getNumDims() != rank || map.getNumSymbols() != numSymbols)
      return emitOpError("expected map #")
             << index << " to take " << rank << " dims and " << numSymbols << " symbols, but got " << map.getNumDims()
             << " and " << map.getNumSymbols();
    if (map.getNumResults() != sourceType.getRank())
      return emitOpError("expected map #") << index << " to give " << sourceType.getRank()
                                           << " coordinates of its source, but got " << map.getNumResults();
    IntegerSet guard = getGuard(index);
    if (guard && (guard.getNumDims() != rank || guard.getNumSymbols() != numSymbols))
      return emitOpError("expected guard #")
             << index << " to take " << rank << " dims and " << numSymbols << " symbols, but got " << guard.getNumDims()
             << " and " << guard.getNumSymbols();
    if (sourceType.getElementType() != resultType.getElementType())
      return emitOpError("expected source #") << index << " with elements of type " << resultType.getElementType()
                                              << ", but got " << sourceType.getElementType();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

ParseResult IndexMapOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  SmallVector<OpAsmParser::UnresolvedOperand> sources, symbols;
  SmallVector<AffineMap> maps;
  SmallVector<Attribute> guards;
  auto parsePiece = [&]() -> ParseResult {
    if (parser.parseOperand(sources.emplace_back()) || parser.parseLSquare() ||
        parser.parseAffineMap(maps.emplace_back()) || parser.parseRSquare())
      return failure();
    if (failed(parser.parseOptionalKeyword("if")))
      return success();
    IntegerSetAttr guard;
    if (parser.parseAttribute(guard))
      return failure();
    guards.push_back(guard);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parsePiece))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("symbols")))
    if (parser.parseOperandList(symbols, OpAsmParser::Delimiter::Paren))
      return failure();
  FunctionType type;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type) || parser.resolveOperands(sources, type.getInputs(), loc, result.operands) ||
      parser.resolveOperands(symbols, builder.getIndexType(), result.operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.maps = builder.getAffineMapArrayAttr(maps);
  properties.guards = builder.getArrayAttr(guards);
  properties.operandSegmentSizes = {static_cast<int32_t>(sources.size()), static_cast<int32_t>(symbols.size())};
  result.addTypes(type.getResults());
  return success();
}

void IndexMapOp::print(OpAsmPrinter &printer) {
  printer << " [";
  llvm::interleaveComma(llvm::enumerate(getSources()), printer, [&](auto indexed) {
    printer << indexed.value() << '[';
    getMap(indexed.index()).print(printer.getStream());
    printer << ']';
    if (IntegerSet guard = getGuard(indexed.index())) {
      printer << " if affine_set<";
      guard.print(printer.getStream());
      printer << '>';
    }
  });
  printer << ']';
  if (!getSymbols().empty())
    printer << " symbols(" << getSymbols() << ')';
  printer.printOptionalAttrDict((*this)->getDiscardableAttrDictionary().getValue());
  printer << " : (" << getSources().getTypes() << ") -> " << getType();
}
