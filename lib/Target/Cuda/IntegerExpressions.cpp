// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations as C++ expressions. Signed C++ arithmetic is used only where the operation says that it does not
// overflow, else unsigned arithmetic that wraps.

#include "FunctionPrinter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;

Expression FunctionPrinter::makeCompare(arith::CmpIOp op) {
  arith::CmpIPredicate predicate = op.getPredicate();
  bool isEquality = predicate == arith::CmpIPredicate::eq || predicate == arith::CmpIPredicate::ne;
  bool isUnsigned = predicate >= arith::CmpIPredicate::ult;
  StringRef symbol = llvm::StringSwitch<StringRef>(stringifyEnum(predicate))
                         .Case("eq", "==")
                         .Case("ne", "!=")
                         .Cases({"slt", "ult"}, "<")
                         .Cases({"sle", "ule"}, "<=")
                         .Cases({"sgt", "ugt"}, ">")
                         .Default(">=");
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (lhs.getType().isInteger(1)) {
    // As a signed number, true is -1.
    if (!isEquality && !isUnsigned)
      std::swap(lhs, rhs);
    return makeBinary(symbol, Precedence::relational, get(lhs), get(rhs));
  }
  Precedence precedence = isEquality ? Precedence::equality : Precedence::relational;
  if (isUnsigned)
    return makeBinary(symbol, precedence, getUnsigned(lhs, false), getUnsigned(rhs, false));
  return makeBinary(symbol, precedence, get(lhs), get(rhs));
}

/// Whether a signed C++ operation cannot overflow.
static bool isExact(Operation *op) {
  if (op->getResult(0).getType().isIndex())
    return true;
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.hasNoSignedWrap();
}

FailureOr<Expression> FunctionPrinter::makeIntegerExpression(Operation *op) {
  using Case = std::pair<StringRef, Precedence>;
  Type type = op->getResult(0).getType();
  bool isBool = type.isInteger(1);
  auto binary = [&](Case symbol) {
    return makeBinary(symbol.first, symbol.second, get(op->getOperand(0)), get(op->getOperand(1)));
  };
  auto unsignedBinary = [&](Case symbol, bool isWrapping) {
    Expression result = makeBinary(symbol.first, symbol.second, getUnsigned(op->getOperand(0), isWrapping),
                                   getUnsigned(op->getOperand(1), isWrapping));
    // Below 32 bits C++ computes in int; converting back is exact.
    bool isNarrow = !type.isIndex() && type.getIntOrFloatBitWidth() < 32;
    if (isNarrow)
      return makeCast(getScalarTypeName(type, prelude), result);
    result.isUnsigned = true;
    return result;
  };
  auto arithmetic = [&](Case symbol) { return isExact(op) ? binary(symbol) : unsignedBinary(symbol, true); };
  auto bitwise = [&](StringRef logical, Precedence logicalPrecedence, StringRef bits, Precedence bitsPrecedence) {
    if (isBool)
      return binary({logical, logicalPrecedence});
    if (!type.isIndex() && type.getIntOrFloatBitWidth() < 32)
      return makeCast(getScalarTypeName(type, prelude), binary({bits, bitsPrecedence}));
    // Bit patterns read best as unsigned numbers.
    bool isUnsigned = llvm::any_of(op->getOperands(), [&](Value operand) {
      APInt constant;
      return expressions.lookup(operand).isUnsigned ||
             (matchPattern(operand, m_ConstantInt(&constant)) && constant.uge(4096));
    });
    return isUnsigned ? unsignedBinary({bits, bitsPrecedence}, true) : binary({bits, bitsPrecedence});
  };
  auto choose = [&](StringRef symbol, bool isUnsigned) {
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    Expression condition =
        isUnsigned ? makeBinary(symbol, Precedence::relational, getUnsigned(lhs, false), getUnsigned(rhs, false))
                   : makeBinary(symbol, Precedence::relational, get(lhs), get(rhs));
    return Expression{condition.text + " ? " + get(lhs).in(Precedence::logicalOr) + " : " +
                          get(rhs).in(Precedence::logicalOr),
                      Precedence::ternary};
  };
  auto divide = [&](StringRef helper) {
    prelude.helpers.insert(helper.str());
    Expression call = makeCall(helper, get(op->getOperand(0)).text + ", " + get(op->getOperand(1)).text);
    return type.isIndex() || type.isInteger(64) ? call : makeCast(getScalarTypeName(type, prelude), call);
  };
  return llvm::TypeSwitch<Operation *, FailureOr<Expression>>(op)
      .Case([&](arith::AddIOp) {
        return isBool ? binary({"!=", Precedence::equality}) : arithmetic({"+", Precedence::additive});
      })
      .Case([&](arith::SubIOp) {
        return isBool ? binary({"!=", Precedence::equality}) : arithmetic({"-", Precedence::additive});
      })
      .Case([&](arith::MulIOp) {
        return isBool ? binary({"&&", Precedence::logicalAnd}) : arithmetic({"*", Precedence::multiplicative});
      })
      .Case([&](arith::DivSIOp) { return binary({"/", Precedence::multiplicative}); })
      .Case([&](arith::RemSIOp) { return binary({"%", Precedence::multiplicative}); })
      .Case([&](arith::DivUIOp) { return unsignedBinary({"/", Precedence::multiplicative}, false); })
      .Case([&](arith::RemUIOp) { return unsignedBinary({"%", Precedence::multiplicative}, false); })
      .Case([&](arith::FloorDivSIOp) { return divide("emmy_floordiv"); })
      .Case([&](arith::CeilDivSIOp) { return divide("emmy_ceildiv"); })
      .Case([&](arith::AndIOp) { return bitwise("&&", Precedence::logicalAnd, "&", Precedence::bitAnd); })
      .Case([&](arith::OrIOp) { return bitwise("||", Precedence::logicalOr, "|", Precedence::bitOr); })
      .Case([&](arith::XOrIOp xorOp) {
        if (isBool && matchPattern(xorOp.getRhs(), m_One()))
          return Expression{"!" + get(xorOp.getLhs()).in(Precedence::primary), Precedence::unary};
        return bitwise("!=", Precedence::equality, "^", Precedence::bitXor);
      })
      .Case([&](arith::ShLIOp) { return unsignedBinary({"<<", Precedence::shift}, true); })
      .Case([&](arith::ShRUIOp) { return unsignedBinary({">>", Precedence::shift}, false); })
      .Case([&](arith::ShRSIOp) { return binary({">>", Precedence::shift}); })
      .Case([&](arith::MaxSIOp) { return choose(">", false); })
      .Case([&](arith::MinSIOp) { return choose("<", false); })
      .Case([&](arith::MaxUIOp) { return choose(">", true); })
      .Case([&](arith::MinUIOp) { return choose("<", true); })
      .Case([&](math::AbsIOp absolute) -> FailureOr<Expression> {
        // The smallest number wraps to itself.
        Expression value = get(absolute.getOperand());
        Expression negated = {"0u - " + getUnsigned(absolute.getOperand()).in(Precedence::multiplicative),
                              Precedence::additive};
        return Expression{value.in(Precedence::additive) + " < 0 ? " +
                              makeCast(getScalarTypeName(type, prelude), negated).text + " : " +
                              value.in(Precedence::logicalOr),
                          Precedence::ternary};
      })
      .Case([&](math::CountLeadingZerosOp count) -> FailureOr<Expression> {
        if (type.isInteger(32))
          return makeCall("__clz", get(count.getOperand()).text);
        if (type.isInteger(64))
          return makeCall("__clzll", get(count.getOperand()).text);
        return failure();
      })
      .Default([](Operation *) { return failure(); });
}
