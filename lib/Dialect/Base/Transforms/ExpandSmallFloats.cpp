// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats of 8 bits, which are kept in memory and moved, but computed with by no processor here. In: `arith` and `math`
// on them. Out: the same in f32, between calls of the math library's conversions; what is left of the type is moves,
// constants, selections and bitcasts, which are those of an i8. Legal because such an operation is defined as the one
// in f32, which holds every value of 8 bits, rounded once.

#include "Expansions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace emmy;

static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(element) : element;
}

namespace {
/// Builds conversions where `builder` stands.
struct Converter {
  OpBuilder builder;
  Location loc;
  Operation *symbols;

  /// @emmy_convert_<from>_<to> of every element; the library has floats of 8 bits as the low byte of an i32.
  Value convertElements(Value value, Type to) {
    auto vector = dyn_cast<VectorType>(value.getType());
    if (!vector)
      return to == builder.getF32Type() ? widenOne(value) : narrowOne(value, to);
    SmallVector<Value> elements;
    for (int64_t i = 0; i < vector.getNumElements(); ++i) {
      SmallVector<int64_t> position = delinearize(i, computeSuffixProduct(vector.getShape()));
      Value element = vector::ExtractOp::create(builder, loc, value, position);
      elements.push_back(convertElements(element, to));
    }
    return vector::FromElementsOp::create(builder, loc, vector.clone(to), elements);
  }

  /// To any float type, of a float of 8 bits.
  Value widen(Value value, Type to) {
    Value result = convertElements(value, builder.getF32Type());
    unsigned width = getElementTypeOrSelf(to).getIntOrFloatBitWidth();
    if (width > 32)
      return arith::ExtFOp::create(builder, loc, to, result);
    // All of these numbers are numbers of the types of 16 bits.
    return width < 32 ? arith::TruncFOp::create(builder, loc, to, result) : result;
  }

  /// To a float of 8 bits, of any wider float type.
  Value narrow(Value value, Type to) {
    if (getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth() < 32)
      value = arith::ExtFOp::create(builder, loc, withElement(value.getType(), builder.getF32Type()), value);
    return convertElements(value, getElementTypeOrSelf(to));
  }

private:
  static std::string getName(Type from, Type to) {
    std::string name;
    llvm::raw_string_ostream(name) << "convert_" << from << '_' << to;
    return name;
  }

  Value widenOne(Value value) {
    Value bits = arith::BitcastOp::create(builder, loc, builder.getI8Type(), value);
    Value code = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), bits);
    return callLibrary(builder, loc, symbols, getName(value.getType(), builder.getF32Type()), code,
                       builder.getF32Type());
  }

  Value narrowOne(Value value, Type to) {
    Value code = callLibrary(builder, loc, symbols, getName(value.getType(), to), value, builder.getI32Type());
    Value bits = arith::TruncIOp::create(builder, loc, builder.getI8Type(), code);
    return arith::BitcastOp::create(builder, loc, to, bits);
  }
};
} // namespace

static void expandOperation(Operation *op) {
  Converter converter{OpBuilder(op), op->getLoc(), SymbolTable::getNearestSymbolTable(op)};
  Type f32 = converter.builder.getF32Type();
  if (isa<arith::ExtFOp>(op)) {
    op->getResult(0).replaceAllUsesWith(converter.widen(op->getOperand(0), op->getResult(0).getType()));
    op->erase();
    return;
  }
  if (isa<arith::TruncFOp>(op)) {
    op->getResult(0).replaceAllUsesWith(converter.narrow(op->getOperand(0), op->getResult(0).getType()));
    op->erase();
    return;
  }
  Operation *wide = converter.builder.clone(*op);
  converter.builder.setInsertionPoint(wide);
  for (OpOperand &operand : wide->getOpOperands())
    if (Type type = operand.get().getType(); isSmallFloat(type))
      operand.set(converter.widen(operand.get(), withElement(type, f32)));
  converter.builder.setInsertionPoint(op);
  for (auto [result, replaced] : llvm::zip_equal(wide->getResults(), op->getResults())) {
    Value replacement = result;
    if (Type type = result.getType(); isSmallFloat(type)) {
      result.setType(withElement(type, f32));
      replacement = converter.narrow(result, type);
    }
    replaced.replaceAllUsesWith(replacement);
  }
  op->erase();
}

LogicalResult emmy::expandSmallFloats(ModuleOp module) {
  SmallVector<Operation *> operations;
  WalkResult result = module.walk([&](Operation *op) {
    if (!computesWithSmallFloats(op))
      return WalkResult::advance();
    auto narrowing = dyn_cast<arith::TruncFOp>(op);
    auto mode = narrowing ? narrowing.getRoundingmode() : std::nullopt;
    if (mode && *mode != arith::RoundingMode::to_nearest_even) {
      op->emitOpError("expected rounding to_nearest_even to ")
          << op->getResult(0).getType() << ", but got " << arith::stringifyRoundingMode(*mode);
      return WalkResult::interrupt();
    }
    operations.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  llvm::for_each(operations, expandOperation);
  return success();
}
