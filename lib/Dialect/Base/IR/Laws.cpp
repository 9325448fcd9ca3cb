// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The laws table in C++, and the scalar code of its functions and monoids.

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "Emmy/Support/NanBits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace mlir;
using namespace emmy;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static const std::pair<uint32_t, FunctionLaws> functionRows[] = {
#define GET_FUNCTION_LAWS
#include "Emmy/Dialect/Base/IR/Laws.inc"
};

static const std::pair<uint32_t, MonoidLaws> monoidRows[] = {
#define GET_MONOID_LAWS
#include "Emmy/Dialect/Base/IR/Laws.inc"
};

/// Rows are ordered by enumeration value.
template <typename Row, size_t size>
static const Row &lookUp(const std::pair<uint32_t, Row> (&rows)[size], uint32_t value) {
  auto *it = llvm::lower_bound(rows, value, [](const auto &row, uint32_t key) { return row.first < key; });
  assert(it != std::end(rows) && it->first == value && "every enumerator has a row");
  return it->second;
}

const FunctionLaws &emmy::getLaws(ScalarFunction function) {
  return lookUp(functionRows, static_cast<uint32_t>(function));
}

const MonoidLaws &emmy::getLaws(Monoid monoid) { return lookUp(monoidRows, static_cast<uint32_t>(monoid)); }

StringRef FunctionLaws::getOperation(Type elementType, bool isUnsigned) const {
  if (isa<FloatType>(elementType))
    return floatOp;
  if (elementType.isInteger(1))
    return boolOp;
  return isUnsigned || elementType.isUnsignedInteger() ? unsignedOp : intOp;
}

bool emmy::distributesOver(ScalarFunction function, ScalarFunction over) {
  SmallVector<StringRef> names;
  getLaws(function).distributesOver.split(names, ',');
  return llvm::is_contained(names, getLaws(over).name);
}

std::optional<ScalarFunction> emmy::getQuotientOf(ScalarFunction function) {
  return symbolizeScalarFunction(getLaws(function).quotientOf);
}

TypedAttr emmy::getIdentity(ScalarFunction function, Type elementType) {
  const FunctionLaws &laws = getLaws(function);
  if (auto floatType = dyn_cast<FloatType>(elementType); floatType && !laws.identityFloat.empty())
    return FloatAttr::get(floatType, llvm::APFloat(floatType.getFloatSemantics(), laws.identityFloat));
  int64_t value;
  if (!isa<IntegerType>(elementType) || laws.identityInt.empty() || laws.identityInt.getAsInteger(10, value))
    return {};
  unsigned width = elementType.getIntOrFloatBitWidth();
  return IntegerAttr::get(elementType, APInt(64, value, /*isSigned=*/true).sextOrTrunc(width));
}

bool emmy::isDefinedOn(ScalarFunction function, Type elementType) {
  return !getLaws(function).getOperation(elementType, false).empty();
}

Type emmy::getScalarType(Type elementType) {
  if (elementType.isUnsignedInteger())
    return IntegerType::get(elementType.getContext(), elementType.getIntOrFloatBitWidth());
  return elementType;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Value emmy::buildScalar(OpBuilder &builder, Location loc, ScalarFunction function, ValueRange operands, Type resultType,
                        bool isUnsigned) {
  // The class of the operands; a select is classed by the values it chooses between.
  Type operandType = operands.back().getType();
  StringRef operation = getLaws(function).getOperation(operandType, isUnsigned);
  if (operation == "identity")
    return operands[0];
  if (operation.consume_front("cmp:")) {
    if (isa<FloatType>(operandType))
      return arith::CmpFOp::create(builder, loc, *arith::symbolizeCmpFPredicate(operation), operands[0], operands[1]);
    return arith::CmpIOp::create(builder, loc, *arith::symbolizeCmpIPredicate(operation), operands[0], operands[1]);
  }
  if (operation.starts_with("arith.") || operation == "math.fma") {
    OperationState state(loc, operation, operands, {resultType});
    return builder.create(state)->getResult(0);
  }
  return ApplyOp::create(builder, loc, resultType, function, operands, isUnsigned);
}

Value emmy::buildBitcast(OpBuilder &builder, Location loc, Value value, Type to) {
  Type from = value.getType(), target = getScalarType(to);
  if (from == target)
    return value;
  // Machines view floats as integers, not as other floats. Which NaN arithmetic makes differs between them.
  if (auto format = dyn_cast<FloatType>(from)) {
    Type integer = builder.getIntegerType(format.getWidth());
    Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, value, value);
    APInt quiet = getNanBits(format.getFloatSemantics());
    Value nan = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getIntegerAttr(integer, quiet));
    Value bits = arith::BitcastOp::create(builder, loc, integer, value);
    value = arith::SelectOp::create(builder, loc, isNan, nan, bits);
  }
  return value.getType() == target ? value : arith::BitcastOp::create(builder, loc, target, value).getResult();
}

bool emmy::isSmallFloat(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() == 8;
}

bool emmy::computesWithSmallFloats(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "arith" || dialect == "math") && !isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op) &&
         (llvm::any_of(op->getOperandTypes(), isSmallFloat) || llvm::any_of(op->getResultTypes(), isSmallFloat));
}

Value emmy::buildConstant(OpBuilder &builder, Location loc, Type type, double value) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getFloatAttr(floatType, value));
  return arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                   builder.getIntegerAttr(type, static_cast<int64_t>(value)));
}

static Value convertFloat(OpBuilder &builder, Location loc, Value value, FloatType to) {
  auto from = cast<FloatType>(value.getType());
  if (from == to)
    return value;
  if (from.getWidth() < to.getWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  // To the 16-bit types and narrower everything rounds through f32, and so it does between two of them.
  if (to.getWidth() < 32 && from.getWidth() != 32)
    value = convertFloat(builder, loc, value, builder.getF32Type());
  return arith::TruncFOp::create(builder, loc, to, value);
}

Value emmy::buildConvert(OpBuilder &builder, Location loc, Value value, Type from, Type to) {
  if (from == to)
    return value;
  Type target = getScalarType(to);
  bool fromUnsigned = from.isUnsignedInteger() || from.isInteger(1);
  if (isa<FloatType>(from)) {
    if (auto floatType = dyn_cast<FloatType>(target))
      return convertFloat(builder, loc, value, floatType);
    if (target.isInteger(1))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value,
                                   buildConstant(builder, loc, value.getType(), 0.0));
    // Through i32, or i64 where i32 does not hold every value of the target.
    if (value.getType().getIntOrFloatBitWidth() < 32)
      value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    unsigned width = target.getIntOrFloatBitWidth() + (to.isUnsignedInteger() ? 1 : 0) <= 32 ? 32 : 64;
    Value wide = ApplyOp::create(builder, loc, builder.getIntegerType(width), ScalarFunction::convert, value, false);
    return target.getIntOrFloatBitWidth() < width ? Value(arith::TruncIOp::create(builder, loc, target, wide)) : wide;
  }
  if (auto floatType = dyn_cast<FloatType>(target)) {
    FloatType direct = floatType.getWidth() < 32 ? builder.getF32Type() : floatType;
    Value result = fromUnsigned ? Value(arith::UIToFPOp::create(builder, loc, direct, value))
                                : Value(arith::SIToFPOp::create(builder, loc, direct, value));
    return convertFloat(builder, loc, result, floatType);
  }
  if (target.isInteger(1))
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 buildConstant(builder, loc, value.getType(), 0));
  unsigned fromWidth = value.getType().getIntOrFloatBitWidth(), toWidth = target.getIntOrFloatBitWidth();
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(builder, loc, target, value);
  if (fromWidth == toWidth)
    return value;
  return fromUnsigned ? Value(arith::ExtUIOp::create(builder, loc, target, value))
                      : Value(arith::ExtSIOp::create(builder, loc, target, value));
}

//===----------------------------------------------------------------------===//
// Monoids
//===----------------------------------------------------------------------===//

/// The identity written in the table as a number, "lowest" or "highest".
static Value buildIdentityComponent(OpBuilder &builder, Location loc, StringRef text, Type elementType) {
  Type type = getScalarType(elementType);
  bool isLowest = text == "lowest", isHighest = text == "highest";
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    llvm::APFloat value(semantics, isLowest || isHighest ? StringRef("0") : text);
    // Some floats of 8 bits have no infinity.
    if (isLowest || isHighest)
      value = llvm::APFloat::semanticsHasInf(semantics) ? llvm::APFloat::getInf(semantics, isLowest)
                                                        : llvm::APFloat::getLargest(semantics, isLowest);
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getFloatAttr(floatType, value));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = elementType.isUnsignedInteger() || width == 1;
  APInt value(width, 0);
  if (isLowest)
    value = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  else if (isHighest)
    value = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  else
    value = APInt(width, std::stoll(text.str()), /*isSigned=*/true, /*implicitTrunc=*/true);
  return arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getIntegerAttr(type, value));
}

SmallVector<Value> emmy::buildIdentity(OpBuilder &builder, Location loc, Monoid monoid, Type elementType) {
  const MonoidLaws &laws = getLaws(monoid);
  StringRef text = isa<FloatType>(elementType) ? laws.identityFloat : laws.identityInt;
  SmallVector<Value> identity = {buildIdentityComponent(builder, loc, text, elementType)};
  // An index that loses every tie.
  if (laws.components == 2)
    identity.push_back(arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                                 builder.getI64IntegerAttr(std::numeric_limits<int64_t>::max())));
  return identity;
}

/// Whether (value, index) on the left is the better one.
static Value buildIsBetter(OpBuilder &builder, Location loc, ScalarFunction compare, ValueRange lhs, ValueRange rhs,
                           bool isUnsigned) {
  Type i1 = builder.getI1Type();
  Value better = buildScalar(builder, loc, compare, {lhs[0], rhs[0]}, i1, isUnsigned);
  Value tie = buildScalar(builder, loc, ScalarFunction::equal, {lhs[0], rhs[0]}, i1, isUnsigned);
  if (isa<FloatType>(lhs[0].getType())) {
    auto isNan = [&](Value value) -> Value {
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, value, value);
    };
    Value leftNan = isNan(lhs[0]), rightNan = isNan(rhs[0]);
    Value bothNan = arith::AndIOp::create(builder, loc, leftNan, rightNan);
    tie = arith::OrIOp::create(builder, loc, tie, bothNan);
    Value onlyLeft = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, leftNan, rightNan);
    better = arith::OrIOp::create(builder, loc, better, onlyLeft);
  }
  Value earlier = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, lhs[1], rhs[1]);
  return arith::OrIOp::create(builder, loc, better, arith::AndIOp::create(builder, loc, tie, earlier));
}

SmallVector<Value> emmy::buildCombine(OpBuilder &builder, Location loc, Monoid monoid, ValueRange lhs, ValueRange rhs,
                                      bool isUnsigned) {
  const MonoidLaws &laws = getLaws(monoid);
  if (laws.components == 1)
    return {buildScalar(builder, loc, laws.function, {lhs[0], rhs[0]}, lhs[0].getType(), isUnsigned)};
  ScalarFunction compare = laws.function == ScalarFunction::maximum ? ScalarFunction::greater : ScalarFunction::less;
  Value isLeft = buildIsBetter(builder, loc, compare, lhs, rhs, isUnsigned);
  SmallVector<Value> result;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    result.push_back(arith::SelectOp::create(builder, loc, isLeft, left, right));
  return result;
}
