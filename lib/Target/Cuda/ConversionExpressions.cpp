// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between types as C++ expressions, and views of the bits of one type as another.

#include "FunctionPrinter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;
namespace kernel = emmy::kernel;

/// The function that views the bits of one type as another; empty where there is none.
static StringRef getBitView(Type from, Type to) {
  if (from.isF32() && to.isInteger(32))
    return "__float_as_int";
  if (from.isInteger(32) && to.isF32())
    return "__int_as_float";
  if (from.isF64() && to.isInteger(64))
    return "__double_as_longlong";
  if (from.isInteger(64) && to.isF64())
    return "__longlong_as_double";
  if (from.isF16() && to.isInteger(16))
    return "__half_as_short";
  if (from.isInteger(16) && to.isF16())
    return "__short_as_half";
  if (from.isBF16() && to.isInteger(16))
    return "__bfloat16_as_short";
  if (from.isInteger(16) && to.isBF16())
    return "__short_as_bfloat16";
  return "";
}

FailureOr<Expression> FunctionPrinter::makeConversion(Operation *op) {
  if (op->getNumOperands() != 1)
    return failure();
  Value value = op->getOperand(0);
  Type from = value.getType(), to = op->getResult(0).getType();
  std::string target = getScalarTypeName(to, prelude);
  // Integers to 16-bit floats: one rounding, by the function for the wider integer.
  auto fromInteger = [&](const Expression &integer, bool isUnsigned) -> Expression {
    if (to.isF32() || to.isF64())
      return makeCast(target, integer);
    bool isLong = from.isInteger(64) || from.isIndex();
    std::string name = std::string("__") + (isUnsigned ? "u" : "") + (isLong ? "ll" : "int") + "2" +
                       (to.isF16() ? "half" : "bfloat16") + "_rn";
    return makeCall(name, integer.text);
  };
  return llvm::TypeSwitch<Operation *, FailureOr<Expression>>(op)
      .Case<arith::IndexCastOp, arith::ExtSIOp>([&](auto) {
        // Two types of this level that are one in C++; a coordinate is converted once.
        if (getScalarTypeName(from, prelude) == target)
          return get(value);
        if (Operation *id = value.getDefiningOp(); isa_and_nonnull<kernel::ThreadIdOp, kernel::BlockIdOp>(id))
          return makeCast(target, {getCoordinate(id)});
        if (from.isInteger(1))
          return Expression{get(value).in(Precedence::logicalOr) + " ? -1 : 0", Precedence::ternary};
        return makeCast(target, get(value));
      })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp>([&](auto) {
        return from.isInteger(1) ? makeCast(target, get(value)) : makeCast(target, getUnsigned(value, false));
      })
      .Case([&](arith::TruncIOp) {
        if (!to.isInteger(1))
          return makeCast(target, get(value));
        return Expression{"(" + get(value).in(Precedence::unary) + " & 1) != 0", Precedence::equality};
      })
      .Case([&](arith::ExtFOp) {
        return to.isF64() && !from.isF32() ? makeCast(target, getWide(value)) : getWide(value);
      })
      .Case([&](arith::TruncFOp) {
        if (!from.isF64())
          return makeNarrow(get(value), to);
        if (to.isF32())
          return makeCast(target, get(value));
        return makeCall(to.isF16() ? "__double2half" : "__double2bfloat16", get(value).text);
      })
      .Case([&](arith::SIToFPOp) {
        if (from.isInteger(1))
          return makeNarrow({get(value).in(Precedence::logicalOr) + " ? -1.0f : 0.0f", Precedence::ternary}, to);
        return fromInteger(get(value), false);
      })
      .Case([&](arith::UIToFPOp) {
        if (from.isInteger(1))
          return to.isF64() ? makeCast(target, get(value)) : makeNarrow(makeCast("float", get(value)), to);
        return fromInteger(getUnsigned(value, false), true);
      })
      .Case([&](arith::FPToSIOp) { return makeCast(target, getWide(value)); })
      .Case([&](arith::FPToUIOp) {
        Expression result = makeCast(getUnsignedTypeName(to), getWide(value));
        return to.isInteger(1) ? makeCast("bool", getWide(value)) : makeCast(target, result);
      })
      .Case([&](arith::BitcastOp) -> FailureOr<Expression> {
        if (from == to)
          return get(value);
        // Floats of 8 bits are their bits here.
        if (from.getIntOrFloatBitWidth() == 8)
          return makeCast(target, get(value));
        if (StringRef view = getBitView(from, to); !view.empty())
          return to.isInteger(64) ? makeCast(target, makeCall(view, get(value).text)) : makeCall(view, get(value).text);
        return failure();
      })
      .Default([](Operation *) { return failure(); });
}
