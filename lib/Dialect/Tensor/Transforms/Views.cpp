// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values seen through index maps.

#include "Views.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Support/Locations.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

TypedAttr tensor::getNumber(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getSplat() : TypedAttr();
}

View tensor::getView(Value value) {
  unsigned rank = cast<RankedTensorType>(value.getType()).getRank();
  View view{value, AffineMap::getMultiDimIdentityMap(rank, value.getContext())};
  while (auto op = view.source.getDefiningOp<IndexMapOp>()) {
    if (op.getNumPieces() != 1 || !op.getSymbols().empty())
      break;
    view = {op.getSources()[0], op.getMap(0).compose(view.map)};
  }
  return view;
}

Value tensor::buildView(OpBuilder &builder, Location loc, RankedTensorType type, View view) {
  if (view.source.getType() == type && view.map.isIdentity())
    return view.source;
  return IndexMapOp::create(builder, loc, type, view.source, view.map);
}

static std::string print(Attribute number) {
  if (auto real = dyn_cast<FloatAttr>(number)) {
    SmallString<16> digits;
    real.getValue().toString(digits, /*FormatPrecision=*/6);
    return digits.str().str();
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  number.print(os, /*elideType=*/true);
  return text;
}

std::string tensor::describe(ElementwiseOp op) {
  auto getName = [](Value value) {
    if (TypedAttr number = getNumber(value))
      return print(number);
    // What is read is better known than how.
    StringRef name = getNameHint(getView(value).source.getLoc());
    return name.empty() ? std::string("_") : name.str();
  };
  return getLaws(op.getFunction()).name.str() + "(" + llvm::join(llvm::map_range(op.getInputs(), getName), ", ") + ")";
}

bool tensor::isReassociable(ScalarFunction function) {
  const FunctionLaws &laws = getLaws(function);
  return laws.arity == 2 && laws.result == ResultKind::same_ && laws.commutative && laws.associativeInt;
}

bool tensor::isExactlyReassociable(ScalarFunction function, Type elementType) {
  return !isa<FloatType>(elementType) || getLaws(function).associativeFloat;
}

void tensor::eraseUnused(Operation *op, function_ref<void(Operation *)> tell) {
  llvm::SetVector<Operation *> worklist;
  worklist.insert(op);
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    // One that is looked at too early comes again with its last user.
    for (Value operand : next->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        worklist.insert(producer);
    if (tell)
      tell(next);
    next->erase();
  }
}

CompactFunction::CompactFunction(ScalarFunction function, RankedTensorType type, ArrayRef<View> operands)
    : function(function), type(type), views(operands) {
  for (unsigned dim = 0, rank = type.getRank(); dim < rank; ++dim)
    if (llvm::any_of(views, [&](const View &view) { return !getNumber(view.source) && view.map.isFunctionOfDim(dim); }))
      dims.push_back(dim);
}

std::optional<int64_t> CompactFunction::getBytes() const {
  // Over no positions at all a map may lie outside of an empty source; over fewer dims it would be read.
  for (const View &view : views)
    if (llvm::is_contained(cast<RankedTensorType>(view.source.getType()).getShape(), 0))
      return std::nullopt;
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  for (unsigned dim : dims) {
    if (type.isDynamicDim(dim))
      return std::nullopt;
    bytes *= type.getDimSize(dim);
  }
  return bytes;
}

Value CompactFunction::build(OpBuilder &builder, Location loc) const {
  MLIRContext *context = builder.getContext();
  SmallVector<ExtentAttr> extents = *getExtents(type), compactExtents;
  SmallVector<AffineExpr> kept, replacements(type.getRank(), builder.getAffineConstantExpr(0));
  for (unsigned dim : dims) {
    replacements[dim] = builder.getAffineDimExpr(kept.size());
    kept.push_back(builder.getAffineDimExpr(dim));
    compactExtents.push_back(extents[dim]);
  }
  SmallVector<Value> operands;
  for (const View &view : views) {
    Type elementType = cast<RankedTensorType>(view.source.getType()).getElementType();
    RankedTensorType compact = getTensorType(compactExtents, elementType);
    if (TypedAttr number = getNumber(view.source))
      operands.push_back(ConstantOp::create(builder, view.source.getLoc(), compact, number));
    else
      operands.push_back(
          buildView(builder, loc, compact,
                    {view.source, view.map.replaceDimsAndSymbols(replacements, {}, dims.size(), /*numResultSyms=*/0)}));
  }
  Value result = ElementwiseOp::create(builder, loc, function, operands);
  return buildView(builder, loc, type, {result, AffineMap::get(type.getRank(), 0, kept, context)});
}
