// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the tile dialect that are not shared with the loop dialect: text forms, builders, names.

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

#define GET_OP_CLASSES
#include "Emmy/Dialect/Tile/IR/TileOps.cpp.inc"

bool emmy::tile::isSharedBuffer(Value buffer) {
  return isa_and_present<SharedAttr>(cast<MemRefType>(buffer.getType()).getMemorySpace());
}

bool emmy::tile::isRegistersBuffer(Value buffer) {
  return isa_and_present<RegistersAttr>(cast<MemRefType>(buffer.getType()).getMemorySpace());
}

/// "tile" for shared memory, "row" for registers, "local" for what is not placed.
static StringRef getBufferName(Value buffer) {
  return isSharedBuffer(buffer) ? "tile" : isRegistersBuffer(buffer) ? "regs" : "local";
}

void AllocOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getBuffer(), getBufferName(getBuffer())); }

//===----------------------------------------------------------------------===//
// stage
//===----------------------------------------------------------------------===//

void StageOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getBuffer(), getBufferName(getBuffer())); }

void StageOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (auto [axis, argument] : llvm::enumerate(getInductionVars())) {
    switch (getBindingOf(axis)) {
    case Binding::thread:
      setName(argument, "t");
      break;
    case Binding::vector:
      setName(argument, "v");
      break;
    default:
      setName(argument, "u");
    }
  }
}

AffineMap StageOp::getLayoutMap() {
  return getLayout() ? *getLayout() : AffineMap::getMultiDimIdentityMap(getExtents().size(), getContext());
}

void StageOp::build(OpBuilder &builder, OperationState &state, MemRefType type, ArrayRef<int64_t> extents,
                    ArrayRef<Binding> bindings, ArrayRef<int64_t> strides, AffineMap layout,
                    function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  MLIRContext *context = builder.getContext();
  state.addAttribute("extents", builder.getDenseI64ArrayAttr(extents));
  state.addAttribute("bindings", builder.getArrayAttr(llvm::map_to_vector(bindings, [&](Binding binding) -> Attribute {
    return BindingAttr::get(context, binding);
  })));
  state.addAttribute("strides", builder.getDenseI64ArrayAttr(strides));
  if (layout)
    state.addAttribute("layout", AffineMapAttr::get(layout));
  state.addTypes(type);
  Block &block = state.addRegion()->emplaceBlock();
  for (size_t i = 0; i < extents.size(); ++i)
    block.addArgument(builder.getIndexType(), builder.getUnknownLoc());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  Value element = body(builder, state.location, block.getArguments());
  YieldOp::create(builder, state.location, element);
}

ParseResult StageOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  SmallVector<OpAsmParser::Argument> ivs;
  SmallVector<int64_t> extents, strides;
  SmallVector<Attribute> bindings;
  auto parseInteger = [&](SmallVectorImpl<int64_t> &list) { return parser.parseInteger(list.emplace_back()); };
  auto parseBinding = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Binding> binding = symbolizeBinding(name);
    if (!binding)
      return parser.emitError(loc, "expected a binding (thread, vector, unroll, sequential), but got '") << name << "'";
    bindings.push_back(BindingAttr::get(builder.getContext(), *binding));
    return success();
  };
  if (parser.parseArgumentList(ivs, OpAsmParser::Delimiter::Paren) || parser.parseKeyword("in") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] { return parseInteger(extents); }) ||
      parser.parseKeyword("bind") || parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseBinding) ||
      parser.parseKeyword("stride") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] { return parseInteger(strides); }))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("layout"))) {
    AffineMapAttr layout;
    if (parser.parseAttribute(layout, "layout", result.attributes))
      return failure();
  }
  for (OpAsmParser::Argument &iv : ivs)
    iv.type = builder.getIndexType();
  Type type;
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseRegion(*result.addRegion(), ivs) ||
      parser.parseColonType(type))
    return failure();
  result.addAttribute("extents", builder.getDenseI64ArrayAttr(extents));
  result.addAttribute("bindings", builder.getArrayAttr(bindings));
  result.addAttribute("strides", builder.getDenseI64ArrayAttr(strides));
  result.addTypes(type);
  return success();
}

void StageOp::print(OpAsmPrinter &printer) {
  printer << " (";
  llvm::interleaveComma(getInductionVars(), printer, [&](Value iv) { printer << iv; });
  printer << ") in (";
  llvm::interleaveComma(getExtents(), printer);
  printer << ") bind [";
  llvm::interleaveComma(getBindings(), printer,
                        [&](Attribute binding) { printer << stringifyBinding(cast<BindingAttr>(binding).getValue()); });
  printer << "] stride [";
  llvm::interleaveComma(getStrides(), printer);
  printer << ']';
  if (getLayout()) {
    printer << " layout ";
    printer.printAttribute(getLayoutAttr());
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"extents", "bindings", "strides", "layout"});
  printer << ' ';
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false);
  printer << " : " << getBuffer().getType();
}
