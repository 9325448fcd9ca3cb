// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer functions in primitive operations. What hardware leaves open is decided here, the same for every target:
//  * x // 0 is -1 (all ones) and x % 0 is x; the smallest integer // -1 wraps to itself.
//  * A shift by the width or more, or by a negative amount, moves every bit out: 0, or the sign for a signed right
//  shift.
//  * A negative exponent gives 1 / x**n truncated: 0 unless x is 1 or -1.

#include "Expansions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace emmy;

namespace {
/// Short spellings of the arithmetic on one integer type.
struct IntegerBuilder {
  OpBuilder &builder;
  Location loc;
  Type type;
  bool isUnsigned;

  Value constant(int64_t value) const {
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                     builder.getIntegerAttr(type, APInt(type.getIntOrFloatBitWidth(), value,
                                                                        /*isSigned=*/true, /*implicitTrunc=*/true)));
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) const {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value isEqual(Value lhs, int64_t rhs) const { return compare(arith::CmpIPredicate::eq, lhs, constant(rhs)); }
  Value isNegative(Value value) const { return compare(arith::CmpIPredicate::slt, value, constant(0)); }
  Value select(Value condition, Value lhs, Value rhs) const {
    return arith::SelectOp::create(builder, loc, condition, lhs, rhs);
  }
  template <typename OpTy>
  Value binary(Value lhs, Value rhs) const {
    return OpTy::create(builder, loc, lhs, rhs);
  }
  Value negate(Value value) const { return binary<arith::SubIOp>(constant(0), value); }
};
} // namespace

/// (quotient, remainder) of truncating division, total over all operands.
static std::pair<Value, Value> expandTruncDivide(const IntegerBuilder &b, Value lhs, Value rhs) {
  Value isZero = b.isEqual(rhs, 0);
  if (b.isUnsigned) {
    Value safe = b.select(isZero, b.constant(1), rhs);
    Value quotient = b.binary<arith::DivUIOp>(lhs, safe), remainder = b.binary<arith::RemUIOp>(lhs, safe);
    return {b.select(isZero, b.constant(-1), quotient), b.select(isZero, lhs, remainder)};
  }
  Value isMinusOne = b.isEqual(rhs, -1);
  Value safe = b.select(b.binary<arith::OrIOp>(isZero, isMinusOne), b.constant(1), rhs);
  Value quotient = b.binary<arith::DivSIOp>(lhs, safe), remainder = b.binary<arith::RemSIOp>(lhs, safe);
  quotient = b.select(isMinusOne, b.negate(lhs), b.select(isZero, b.constant(-1), quotient));
  return {quotient, b.select(isZero, lhs, remainder)};
}

/// (quotient, remainder) of flooring division: the remainder has the sign of the divisor.
static std::pair<Value, Value> expandFloorDivide(const IntegerBuilder &b, Value lhs, Value rhs) {
  auto [quotient, remainder] = expandTruncDivide(b, lhs, rhs);
  if (b.isUnsigned)
    return {quotient, remainder};
  Value isInexact = b.compare(arith::CmpIPredicate::ne, remainder, b.constant(0));
  Value signsDiffer = b.compare(arith::CmpIPredicate::ne, b.isNegative(remainder), b.isNegative(rhs));
  Value isDivisor = b.compare(arith::CmpIPredicate::ne, rhs, b.constant(0));
  Value adjust = b.binary<arith::AndIOp>(b.binary<arith::AndIOp>(isInexact, signsDiffer), isDivisor);
  return {b.select(adjust, b.binary<arith::SubIOp>(quotient, b.constant(1)), quotient),
          b.select(adjust, b.binary<arith::AddIOp>(remainder, rhs), remainder)};
}

static Value expandShift(const IntegerBuilder &b, bool isLeft, Value value, Value amount) {
  unsigned width = b.type.getIntOrFloatBitWidth();
  // Unsigned comparison makes a negative amount too large as well.
  Value isInside = b.compare(arith::CmpIPredicate::ult, amount, b.constant(width));
  Value safe = b.select(isInside, amount, b.constant(0));
  if (isLeft)
    return b.select(isInside, b.binary<arith::ShLIOp>(value, safe), b.constant(0));
  if (b.isUnsigned)
    return b.select(isInside, b.binary<arith::ShRUIOp>(value, safe), b.constant(0));
  return b.select(isInside, b.binary<arith::ShRSIOp>(value, safe),
                  b.binary<arith::ShRSIOp>(value, b.constant(width - 1)));
}

/// Square and multiply over the bits of the exponent.
static Value expandPower(const IntegerBuilder &b, Value base, Value exponent) {
  unsigned width = b.type.getIntOrFloatBitWidth();
  Value zero = arith::ConstantIndexOp::create(b.builder, b.loc, 0);
  Value steps = arith::ConstantIndexOp::create(b.builder, b.loc, width);
  Value step = arith::ConstantIndexOp::create(b.builder, b.loc, 1);
  auto loop = scf::ForOp::create(
      b.builder, b.loc, zero, steps, step, ValueRange{b.constant(1), base, exponent},
      [&](OpBuilder &builder, Location loc, Value, ValueRange state) {
        IntegerBuilder inner{builder, loc, b.type, b.isUnsigned};
        Value isOdd = inner.compare(arith::CmpIPredicate::ne, inner.binary<arith::AndIOp>(state[2], inner.constant(1)),
                                    inner.constant(0));
        Value product = inner.select(isOdd, inner.binary<arith::MulIOp>(state[0], state[1]), state[0]);
        Value square = inner.binary<arith::MulIOp>(state[1], state[1]);
        Value rest = inner.binary<arith::ShRUIOp>(state[2], inner.constant(1));
        scf::YieldOp::create(builder, loc, ValueRange{product, square, rest});
      });
  Value power = loop.getResult(0);
  if (b.isUnsigned)
    return power;
  Value isOdd = b.compare(arith::CmpIPredicate::ne, b.binary<arith::AndIOp>(exponent, b.constant(1)), b.constant(0));
  Value ofMinusOne = b.select(isOdd, b.constant(-1), b.constant(1));
  Value reciprocal =
      b.select(b.isEqual(base, 1), b.constant(1), b.select(b.isEqual(base, -1), ofMinusOne, b.constant(0)));
  return b.select(b.isNegative(exponent), reciprocal, power);
}

Value emmy::expandInteger(OpBuilder &builder, Location loc, ScalarFunction function, ValueRange operands,
                          bool isUnsigned) {
  IntegerBuilder b{builder, loc, operands[0].getType(), isUnsigned || operands[0].getType().isInteger(1)};
  auto getFalse = [&]() -> Value {
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getBoolAttr(false));
  };
  switch (function) {
  case ScalarFunction::negate:
    return b.negate(operands[0]);
  case ScalarFunction::absolute:
    return math::AbsIOp::create(builder, loc, operands[0]);
  case ScalarFunction::sign: {
    Value isPositive =
        b.compare(b.isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt, operands[0], b.constant(0));
    Value nonPositive =
        b.isUnsigned ? b.constant(0) : b.select(b.isNegative(operands[0]), b.constant(-1), b.constant(0));
    return b.select(isPositive, b.constant(1), nonPositive);
  }
  case ScalarFunction::trunc_divide:
    return expandTruncDivide(b, operands[0], operands[1]).first;
  case ScalarFunction::fmod:
    return expandTruncDivide(b, operands[0], operands[1]).second;
  case ScalarFunction::floor_divide:
    return expandFloorDivide(b, operands[0], operands[1]).first;
  case ScalarFunction::remainder:
    return expandFloorDivide(b, operands[0], operands[1]).second;
  case ScalarFunction::pow:
    return expandPower(b, operands[0], operands[1]);
  case ScalarFunction::bitwise_not:
    return b.binary<arith::XOrIOp>(operands[0], b.constant(-1));
  case ScalarFunction::shift_left:
  case ScalarFunction::shift_right:
    return expandShift(b, function == ScalarFunction::shift_left, operands[0], operands[1]);
  case ScalarFunction::isnan:
  case ScalarFunction::isinf:
    return getFalse();
  case ScalarFunction::signbit:
    return b.isUnsigned ? getFalse() : b.isNegative(operands[0]);
  default:
    llvm_unreachable("every function that is no operation on integers has a case");
  }
}
