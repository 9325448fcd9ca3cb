// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on ranges of integers.

#include "Intervals.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace emmy::report;

static unsigned getWidth(Type type) { return type.isIndex() ? 64 : type.getIntOrFloatBitWidth(); }

static bool isScalarInteger(Type type) { return type.isIndex() || (type.isSignlessInteger() && getWidth(type) <= 64); }

Interval Interval::getAll(Type type) {
  if (!isScalarInteger(type) || getWidth(type) == 64)
    return {};
  if (getWidth(type) == 1)
    return {0, 1};
  return {llvm::minIntN(getWidth(type)), llvm::maxIntN(getWidth(type))};
}

/// The value that a type keeps of a number.
static int64_t wrap(int64_t value, unsigned width) {
  if (width == 1)
    return value & 1;
  return width == 64 ? value : llvm::SignExtend64(uint64_t(value), width);
}

/// A result computed without overflow of 64 bits, in its type: a point wraps around, a range that leaves the type is
/// anything.
static Interval fit(Interval range, Type type) {
  if (range.isPoint())
    return Interval::getPoint(wrap(range.low, getWidth(type)));
  Interval all = Interval::getAll(type);
  return range.low >= all.low && range.high <= all.high ? range : all;
}

Interval emmy::report::join(Interval lhs, Interval rhs) {
  return {std::min(lhs.low, rhs.low), std::max(lhs.high, rhs.high)};
}

Interval emmy::report::add(Interval lhs, Interval rhs) {
  if (lhs.isPoint() && rhs.isPoint())
    return Interval::getPoint(int64_t(uint64_t(lhs.low) + uint64_t(rhs.low)));
  Interval result;
  if (llvm::AddOverflow(lhs.low, rhs.low, result.low) || llvm::AddOverflow(lhs.high, rhs.high, result.high))
    return {};
  return result;
}

static Interval negate(Interval range) {
  if (range.isPoint())
    return Interval::getPoint(int64_t(-uint64_t(range.low)));
  if (range.low == std::numeric_limits<int64_t>::min())
    return {};
  return {-range.high, -range.low};
}

Interval emmy::report::multiply(Interval lhs, Interval rhs) {
  if (lhs.isPoint() && rhs.isPoint())
    return Interval::getPoint(int64_t(uint64_t(lhs.low) * uint64_t(rhs.low)));
  int64_t corners[4];
  if (llvm::MulOverflow(lhs.low, rhs.low, corners[0]) || llvm::MulOverflow(lhs.low, rhs.high, corners[1]) ||
      llvm::MulOverflow(lhs.high, rhs.low, corners[2]) || llvm::MulOverflow(lhs.high, rhs.high, corners[3]))
    return {};
  auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*low, *high};
}

/// How a quotient is rounded.
enum class Rounding { towardsZero, down, up };

static int64_t divide(int64_t lhs, int64_t rhs, Rounding rounding) {
  if (rhs == -1)
    return int64_t(-uint64_t(lhs));
  if (rounding == Rounding::down)
    return llvm::divideFloorSigned(lhs, rhs);
  return rounding == Rounding::up ? llvm::divideCeilSigned(lhs, rhs) : lhs / rhs;
}

/// By a positive constant, or of two points.
static Interval divide(Interval lhs, Interval rhs, Rounding rounding) {
  if (!rhs.isPoint() || rhs.low == 0 || (rhs.low < 0 && !lhs.isPoint()))
    return {};
  return {divide(lhs.low, rhs.low, rounding), divide(lhs.high, rhs.low, rounding)};
}

/// The sign is that of the left side.
static Interval remainder(Interval lhs, Interval rhs) {
  if (!rhs.isPoint() || rhs.low == 0)
    return {};
  int64_t divisor = rhs.low == std::numeric_limits<int64_t>::min() ? rhs.low : std::abs(rhs.low);
  if (lhs.isPoint())
    return Interval::getPoint(divisor == 1 || divisor == -1 ? 0 : lhs.low % rhs.low);
  if (divisor <= 0)
    return {};
  if (lhs.low >= 0 && lhs.low / divisor == lhs.high / divisor)
    return {lhs.low % divisor, lhs.high % divisor};
  return {lhs.low >= 0 ? 0 : 1 - divisor, lhs.high <= 0 ? 0 : divisor - 1};
}

static bool isNonNegative(Interval range) { return range.low >= 0; }

/// An operation on the unsigned numbers that two points stand for.
template <typename Function>
static Interval evaluateUnsigned(Interval lhs, Interval rhs, unsigned width, Function function) {
  if (!lhs.isPoint() || !rhs.isPoint())
    return {};
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(width);
  return Interval::getPoint(int64_t(function(uint64_t(lhs.low) & mask, uint64_t(rhs.low) & mask)));
}

static Interval bitwiseAnd(Interval lhs, Interval rhs) {
  if (lhs.isPoint() && rhs.isPoint())
    return Interval::getPoint(lhs.low & rhs.low);
  // A mask of low bits is a remainder.
  for (auto [value, mask] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
    if (mask.isPoint() && mask.low >= 0) {
      bool isLow = ((mask.low + 1) & mask.low) == 0 && mask.low != std::numeric_limits<int64_t>::max();
      return isNonNegative(value) && isLow ? remainder(value, Interval::getPoint(mask.low + 1)) : Interval{0, mask.low};
    }
  if (isNonNegative(lhs) && isNonNegative(rhs))
    return {0, std::min(lhs.high, rhs.high)};
  return {};
}

static Interval shift(Operation *op, Interval lhs, Interval rhs, unsigned width) {
  if (!rhs.isPoint() || rhs.low < 0 || rhs.low >= int64_t(width))
    return {};
  if (isa<arith::ShLIOp>(op))
    return rhs.low == 63 ? Interval{} : multiply(lhs, Interval::getPoint(int64_t(1) << rhs.low));
  if (isa<arith::ShRUIOp>(op) && !isNonNegative(lhs))
    return evaluateUnsigned(lhs, rhs, width, [](uint64_t a, uint64_t b) { return a >> b; });
  return {lhs.low >> rhs.low, lhs.high >> rhs.low};
}

Interval emmy::report::compareSigned(arith::CmpIPredicate predicate, Interval lhs, Interval rhs) {
  using Predicate = arith::CmpIPredicate;
  auto decide = [](bool always, bool never) {
    return always ? Interval{1, 1} : never ? Interval{0, 0} : Interval{0, 1};
  };
  switch (predicate) {
  case Predicate::eq:
    return decide(lhs.isPoint() && lhs == rhs, lhs.high < rhs.low || rhs.high < lhs.low);
  case Predicate::ne:
    return decide(lhs.high < rhs.low || rhs.high < lhs.low, lhs.isPoint() && lhs == rhs);
  case Predicate::slt:
  case Predicate::ult:
    return decide(lhs.high < rhs.low, lhs.low >= rhs.high);
  case Predicate::sle:
  case Predicate::ule:
    return decide(lhs.high <= rhs.low, lhs.low > rhs.high);
  case Predicate::sgt:
  case Predicate::ugt:
    return decide(lhs.low > rhs.high, lhs.high <= rhs.low);
  case Predicate::sge:
  case Predicate::uge:
    return decide(lhs.low >= rhs.high, lhs.high < rhs.low);
  }
  return {0, 1};
}

static Interval compare(arith::CmpIPredicate predicate, Interval lhs, Interval rhs, unsigned width) {
  bool isUnsigned = predicate >= arith::CmpIPredicate::ult;
  if (isUnsigned && !(isNonNegative(lhs) && isNonNegative(rhs))) {
    if (!lhs.isPoint() || !rhs.isPoint())
      return {0, 1};
    // Flipping the top bit maps the order of unsigned numbers to that of signed ones.
    uint64_t mask = llvm::maskTrailingOnes<uint64_t>(width), top = uint64_t(1) << 63;
    lhs = Interval::getPoint(int64_t((uint64_t(lhs.low) & mask) ^ top));
    rhs = Interval::getPoint(int64_t((uint64_t(rhs.low) & mask) ^ top));
  }
  return compareSigned(predicate, lhs, rhs);
}

static Interval minimum(Interval lhs, Interval rhs) {
  return {std::min(lhs.low, rhs.low), std::min(lhs.high, rhs.high)};
}
static Interval maximum(Interval lhs, Interval rhs) {
  return {std::max(lhs.low, rhs.low), std::max(lhs.high, rhs.high)};
}

/// Zero extension: of i1 the value itself.
static Interval zeroExtend(Interval range, unsigned width) {
  if (isNonNegative(range))
    return range;
  if (range.isPoint())
    return Interval::getPoint(int64_t(uint64_t(range.low) & llvm::maskTrailingOnes<uint64_t>(width)));
  return width < 63 ? Interval{0, (int64_t(1) << width) - 1} : Interval{};
}

bool emmy::report::isEvaluated(Operation *op) {
  if (op->getNumResults() != 1 || !isScalarInteger(op->getResult(0).getType()) ||
      !llvm::all_of(op->getOperandTypes(), isScalarInteger))
    return false;
  return isa<arith::ConstantOp, arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp, arith::DivUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp, arith::RemUIOp, arith::AndIOp,
             arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, arith::MinSIOp, arith::MaxSIOp,
             arith::MinUIOp, arith::MaxUIOp, arith::CmpIOp, arith::SelectOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op);
}

Interval emmy::report::evaluate(Operation *op, ArrayRef<Interval> operands) {
  Type type = op->getResult(0).getType();
  unsigned width = op->getNumOperands() ? getWidth(op->getOperand(op->getNumOperands() - 1).getType()) : getWidth(type);
  Interval lhs = operands.empty() ? Interval() : operands[0], rhs = operands.size() < 2 ? Interval() : operands[1];
  bool isUnsignedKnown = isNonNegative(lhs) && isNonNegative(rhs);
  Interval result =
      llvm::TypeSwitch<Operation *, Interval>(op)
          .Case([&](arith::ConstantOp constant) {
            APInt value;
            return matchPattern(constant.getResult(), m_ConstantInt(&value))
                       ? Interval::getPoint(value.getBitWidth() == 1 ? value.getZExtValue() : value.getSExtValue())
                       : Interval();
          })
          .Case([&](arith::AddIOp) { return add(lhs, rhs); })
          .Case([&](arith::SubIOp) { return add(lhs, negate(rhs)); })
          .Case([&](arith::MulIOp) { return multiply(lhs, rhs); })
          .Case([&](arith::DivSIOp) { return divide(lhs, rhs, Rounding::towardsZero); })
          .Case([&](arith::FloorDivSIOp) { return divide(lhs, rhs, Rounding::down); })
          .Case([&](arith::CeilDivSIOp) { return divide(lhs, rhs, Rounding::up); })
          .Case([&](arith::DivUIOp) {
            return isUnsignedKnown
                       ? divide(lhs, rhs, Rounding::towardsZero)
                       : evaluateUnsigned(lhs, rhs, width, [](uint64_t a, uint64_t b) { return b ? a / b : 0; });
          })
          .Case([&](arith::CeilDivUIOp) { return isUnsignedKnown ? divide(lhs, rhs, Rounding::up) : Interval(); })
          .Case([&](arith::RemSIOp) { return remainder(lhs, rhs); })
          .Case([&](arith::RemUIOp) {
            return isUnsignedKnown
                       ? remainder(lhs, rhs)
                       : evaluateUnsigned(lhs, rhs, width, [](uint64_t a, uint64_t b) { return b ? a % b : 0; });
          })
          .Case([&](arith::AndIOp) { return bitwiseAnd(lhs, rhs); })
          .Case([&](arith::OrIOp) {
            if (width == 1)
              return Interval{std::max(lhs.low, rhs.low), std::max(lhs.high, rhs.high)};
            return lhs.isPoint() && rhs.isPoint() ? Interval::getPoint(lhs.low | rhs.low) : Interval();
          })
          .Case([&](arith::XOrIOp) {
            return lhs.isPoint() && rhs.isPoint() ? Interval::getPoint(lhs.low ^ rhs.low) : Interval();
          })
          .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>([&](Operation *) { return shift(op, lhs, rhs, width); })
          .Case([&](arith::MinSIOp) { return minimum(lhs, rhs); })
          .Case([&](arith::MaxSIOp) { return maximum(lhs, rhs); })
          .Case([&](arith::MinUIOp) {
            return isUnsignedKnown
                       ? minimum(lhs, rhs)
                       : evaluateUnsigned(lhs, rhs, width, [](uint64_t a, uint64_t b) { return std::min(a, b); });
          })
          .Case([&](arith::MaxUIOp) {
            return isUnsignedKnown
                       ? maximum(lhs, rhs)
                       : evaluateUnsigned(lhs, rhs, width, [](uint64_t a, uint64_t b) { return std::max(a, b); });
          })
          .Case([&](arith::CmpIOp compared) { return compare(compared.getPredicate(), lhs, rhs, width); })
          .Case([&](arith::SelectOp) {
            if (lhs.isPoint())
              return lhs.low ? rhs : operands[2];
            return join(rhs, operands[2]);
          })
          .Case<arith::ExtUIOp, arith::IndexCastUIOp>([&](Operation *) { return zeroExtend(lhs, width); })
          .Case([&](arith::ExtSIOp) { return width == 1 ? negate(lhs) : lhs; })
          .Case<arith::TruncIOp, arith::IndexCastOp>([&](Operation *) { return lhs; })
          .Default([](Operation *) { return Interval(); });
  return fit(result, type);
}
