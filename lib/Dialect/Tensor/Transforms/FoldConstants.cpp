// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-tensor-fold-constants. In: functions of the tensor level. Out: the same with functions of constants computed.
// Legal because every element is evaluated by the code that would compute it. Never fails; what would become more data
// than it is computed of, or has no folder, stays.

#include "ScalarCode.h"
#include "Views.h"

#include "Emmy/Dialect/Tensor/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/bit.h"

namespace emmy::tensor {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace emmy::tensor

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

static ConstantOp getConstant(Value value) { return value.getDefiningOp<ConstantOp>(); }

/// The elements of a constant that is no splat.
static DenseElementsAttr getElements(ConstantOp constant) { return cast<DenseElementsAttr>(constant.getValue()); }

/// A constant of these elements.
static Value create(OpBuilder &builder, Location loc, RankedTensorType type, ArrayRef<Attribute> elements) {
  return ConstantOp::create(builder, loc, type, DenseElementsAttr::get(type, elements));
}

namespace {
struct FoldConstantsPass : public emmy::tensor::impl::FoldConstantsPassBase<FoldConstantsPass> {
  using FoldConstantsPassBase::FoldConstantsPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<ElementwiseOp, IndexMapOp>(op))
        ops.push_back(op);
    });
    // Operands come first.
    for (Operation *op : ops) {
      if (!llvm::all_of(op->getOperands(), [](Value operand) { return bool(getConstant(operand)); }))
        continue;
      OpBuilder builder(op);
      auto elementwise = dyn_cast<ElementwiseOp>(op);
      Value folded = elementwise ? fold(builder, elementwise) : fold(builder, cast<IndexMapOp>(op));
      if (!folded)
        continue;
      op->getResult(0).replaceAllUsesWith(folded);
      op->erase();
      ++numFolded;
    }
  }

private:
  /// Whether a result is written out: it is no larger than the limit, nor than the largest constant that it is made of.
  bool isWorthIt(Operation *op) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    int64_t largest = 0;
    for (Value operand : op->getOperands())
      if (ConstantOp constant = getConstant(operand); !constant.getSplat())
        largest = std::max(largest, constant.getType().getNumElements());
    return type.hasStaticShape() && type.getNumElements() <= std::min<int64_t>(largest, maxElements);
  }

  Value fold(OpBuilder &builder, ElementwiseOp op) {
    // A conversion that saturates is not one function of the table.
    if (op.getSaturate())
      return {};
    bool isSplat = llvm::all_of(op.getInputs(), [](Value input) { return bool(getNumber(input)); });
    if (!isSplat && !isWorthIt(op))
      return {};
    ScalarCode code(op);
    SmallVector<Attribute> elements;
    int64_t count = isSplat ? 1 : op.getType().getNumElements();
    for (int64_t i = 0; i < count; ++i) {
      auto operands = llvm::map_to_vector(op.getInputs(), [&](Value input) -> Attribute {
        TypedAttr number = getNumber(input);
        return number ? number : getElements(getConstant(input)).getValues<Attribute>()[i];
      });
      TypedAttr element = code.evaluate(operands);
      if (!element)
        return {};
      elements.push_back(element);
    }
    if (isSplat)
      return ConstantOp::create(builder, op.getLoc(), op.getType(), elements.front());
    return create(builder, op.getLoc(), op.getType(), elements);
  }

  /// Symbols are no constants of tensors, so the maps have none.
  Value fold(OpBuilder &builder, IndexMapOp op) {
    if (!isWorthIt(op))
      return {};
    RankedTensorType type = op.getType();
    SmallVector<IndexPiece> pieces = op.getPieces();
    SmallVector<Attribute> elements;
    for (int64_t position = 0, count = type.getNumElements(); position < count; ++position) {
      SmallVector<int64_t> coordinates(type.getRank());
      int64_t rest = position;
      for (int64_t dim = type.getRank(); dim-- > 0; rest /= type.getDimSize(dim))
        coordinates[dim] = rest % type.getDimSize(dim);
      Attribute element = read(pieces, coordinates);
      if (!element)
        return {};
      elements.push_back(element);
    }
    return create(builder, op.getLoc(), type, elements);
  }

  /// The element at some coordinates of an index map: that of the first piece whose guard holds. Null where its map
  /// leaves its source, which the program reports when it runs.
  static Attribute read(ArrayRef<IndexPiece> pieces, ArrayRef<int64_t> coordinates) {
    Builder builder(pieces.front().source.getContext());
    auto operands = llvm::map_to_vector(coordinates, [&](int64_t at) -> Attribute { return builder.getIndexAttr(at); });
    auto evaluate = [&](AffineExpr expr) {
      AffineMap map = AffineMap::get(coordinates.size(), 0, expr);
      SmallVector<Attribute> value;
      [[maybe_unused]] LogicalResult folded = map.constantFold(operands, value);
      assert(succeeded(folded) && "a map without symbols has a value at numbers");
      return cast<IntegerAttr>(value[0]).getInt();
    };
    const IndexPiece *piece = llvm::find_if(pieces, [&](const IndexPiece &piece) {
      if (!piece.isGuarded())
        return true;
      IntegerSet guard = piece.guard;
      return llvm::all_of(llvm::zip_equal(guard.getConstraints(), guard.getEqFlags()), [&](auto constraint) {
        int64_t value = evaluate(std::get<0>(constraint));
        return std::get<1>(constraint) ? value == 0 : value >= 0;
      });
    });
    ConstantOp source = getConstant(piece->source);
    if (TypedAttr number = source.getSplat())
      return number;
    int64_t position = 0;
    for (auto [expr, size] : llvm::zip_equal(piece->map.getResults(), source.getType().getShape())) {
      int64_t coordinate = evaluate(expr);
      if (coordinate < 0 || coordinate >= size)
        return {};
      position = position * size + coordinate;
    }
    return getElements(source).getValues<Attribute>()[position];
  }
};
} // namespace
