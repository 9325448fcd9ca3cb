// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders of the operations that the loop and the tile level declare alike. Attributes are set by name, so that one
// function serves every dialect.

#include "Emmy/Interfaces/NestInterfaces.h"

using namespace mlir;
using namespace emmy;

void nest::buildAxes(OpBuilder &builder, OperationState &state, Binding binding, ArrayRef<OpFoldResult> extents,
                     ArrayRef<int64_t> strides, SmallVectorImpl<Value> &dynamicExtents) {
  SmallVector<int64_t> staticExtents;
  dispatchIndexOpFoldResults(extents, dynamicExtents, staticExtents);
  state.addAttribute("binding", BindingAttr::get(builder.getContext(), binding));
  state.addAttribute("staticExtents", builder.getDenseI64ArrayAttr(staticExtents));
  if (!strides.empty())
    state.addAttribute("strides", builder.getDenseI64ArrayAttr(strides));
}

/// Block arguments bear no name that the operation has: axes print as i0, r0, states as a, b.
static Block *addBlock(OpBuilder &builder, Region *region, TypeRange types) {
  SmallVector<Location> locations(types.size(), builder.getUnknownLoc());
  return builder.createBlock(region, region->end(), types, locations);
}

void nest::buildFor(OpBuilder &builder, OperationState &state, Binding binding, ArrayRef<OpFoldResult> extents,
                    BodyBuilder body, ArrayRef<int64_t> strides) {
  SmallVector<Value> dynamicExtents;
  buildAxes(builder, state, binding, extents, strides, dynamicExtents);
  state.addOperands(dynamicExtents);
  Region *region = state.addRegion();
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types(extents.size(), builder.getIndexType());
  Block *block = addBlock(builder, region, types);
  if (body)
    body(builder, state.location, block->getArguments());
}

void nest::buildReduction(OpBuilder &builder, OperationState &state, Binding binding, ArrayRef<OpFoldResult> extents,
                          ValueRange inits, YieldBuilder lift, YieldBuilder combine, YieldBuilder last, bool isScan,
                          StringRef yieldName, ArrayRef<int64_t> strides) {
  SmallVector<Value> dynamicExtents;
  buildAxes(builder, state, binding, extents, strides, dynamicExtents);
  state.addOperands(dynamicExtents);
  state.addOperands(inits);
  state.addAttribute("operandSegmentSizes",
                     builder.getDenseI32ArrayAttr({int32_t(dynamicExtents.size()), int32_t(inits.size())}));
  StringAttr yield = builder.getStringAttr(yieldName);
  SmallVector<Value> yielded;
  auto addRegion = [&](TypeRange types, YieldBuilder build) {
    Region *region = state.addRegion();
    if (!build)
      return;
    OpBuilder::InsertionGuard guard(builder);
    Block *block = addBlock(builder, region, types);
    yielded = build(builder, state.location, block->getArguments());
    builder.create(state.location, yield, yielded);
  };
  SmallVector<Type> indices(extents.size(), builder.getIndexType());
  SmallVector<Type> states(inits.getTypes());
  SmallVector<Type> pairs(states);
  llvm::append_range(pairs, states);
  addRegion(indices, lift);
  addRegion(pairs, combine);
  if (isScan) {
    SmallVector<Type> emitted(indices);
    llvm::append_range(emitted, states);
    addRegion(emitted, last);
    return;
  }
  addRegion(states, last);
  state.addTypes(last ? SmallVector<Type>(ValueRange(yielded).getTypes()) : states);
}

void nest::ensureYield(Region &region, StringRef yieldName, Location loc) {
  if (region.empty())
    return;
  Block &block = region.back();
  if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
    return;
  OpBuilder builder(loc.getContext());
  builder.setInsertionPointToEnd(&block);
  builder.create(loc, builder.getStringAttr(yieldName), ValueRange());
}

void nest::buildAccess(OpBuilder &builder, OperationState &state, Value stored, Value buffer, AffineMap map,
                       ValueRange indices, IntegerSet guard, ValueRange guardOperands, Value elseValue,
                       Type loadedType) {
  SmallVector<int32_t> segments;
  if (stored) {
    state.addOperands(stored);
    segments.push_back(1);
  }
  state.addOperands(buffer);
  state.addOperands(indices);
  state.addOperands(guardOperands);
  llvm::append_values(segments, 1, int32_t(indices.size()), int32_t(guardOperands.size()));
  if (!stored) {
    if (elseValue)
      state.addOperands(elseValue);
    segments.push_back(elseValue ? 1 : 0);
    state.addTypes(loadedType ? loadedType : cast<MemRefType>(buffer.getType()).getElementType());
  }
  state.addAttribute("map", AffineMapAttr::get(map));
  if (guard)
    state.addAttribute("guard", IntegerSetAttr::get(guard));
  state.addAttribute("operandSegmentSizes", builder.getDenseI32ArrayAttr(segments));
}

void nest::buildKernel(OpBuilder &builder, OperationState &state, ValueRange inputs, ValueRange scalars,
                       ArrayRef<StringRef> sizeNames, ValueRange sizes, TypeRange results, ArrayRef<int64_t> tied) {
  state.addOperands(inputs);
  state.addOperands(scalars);
  state.addOperands(sizes);
  state.addTypes(results);
  SmallVector<int64_t> ties(tied);
  ties.resize(results.size(), -1);
  state.addAttribute("sizeNames", builder.getStrArrayAttr(sizeNames));
  state.addAttribute("tied", builder.getDenseI64ArrayAttr(ties));
  state.addAttribute(
      "operandSegmentSizes",
      builder.getDenseI32ArrayAttr({int32_t(inputs.size()), int32_t(scalars.size()), int32_t(sizes.size())}));
  auto *block = new Block();
  state.addRegion()->push_back(block);
  for (Value input : inputs)
    block->addArgument(getBufferType(cast<RankedTensorType>(input.getType())), input.getLoc());
  for (Value scalar : scalars)
    block->addArgument(scalar.getType(), scalar.getLoc());
  for (auto [name, size] : llvm::zip_equal(sizeNames, sizes))
    block->addArgument(builder.getIndexType(), NameLoc::get(builder.getStringAttr(name), size.getLoc()));
  for (auto [tie, type] : llvm::zip_equal(ties, results))
    if (tie < 0)
      block->addArgument(getBufferType(cast<RankedTensorType>(type)), builder.getUnknownLoc());
}
