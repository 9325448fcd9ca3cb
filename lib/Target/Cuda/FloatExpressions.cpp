// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float operations as C++ expressions. Each is exactly one C++ operation in f32 or f64; 16-bit floats compute in f32
// and round once, which is correctly rounded.

#include "FunctionPrinter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;

Expression FunctionPrinter::makeCompare(arith::CmpFOp op) {
  Expression lhs = getWide(op.getLhs()), rhs = getWide(op.getRhs());
  auto compare = [&](StringRef symbol) { return makeBinary(symbol, Precedence::relational, lhs, rhs); };
  auto negate = [&](const Expression &e) { return Expression{"!(" + e.text + ")", Precedence::unary}; };
  auto either = [&](const Expression &a, const Expression &b) { return makeBinary("||", Precedence::logicalOr, a, b); };
  auto isNan = [&](const Expression &e) { return makeBinary("!=", Precedence::relational, e, e); };
  switch (op.getPredicate()) {
  case arith::CmpFPredicate::AlwaysFalse:
    return {"false"};
  case arith::CmpFPredicate::AlwaysTrue:
    return {"true"};
  case arith::CmpFPredicate::OEQ:
    return compare("==");
  case arith::CmpFPredicate::OGT:
    return compare(">");
  case arith::CmpFPredicate::OGE:
    return compare(">=");
  case arith::CmpFPredicate::OLT:
    return compare("<");
  case arith::CmpFPredicate::OLE:
    return compare("<=");
  case arith::CmpFPredicate::UNE:
    return compare("!=");
  case arith::CmpFPredicate::UGT:
    return negate(compare("<="));
  case arith::CmpFPredicate::UGE:
    return negate(compare("<"));
  case arith::CmpFPredicate::ULT:
    return negate(compare(">="));
  case arith::CmpFPredicate::ULE:
    return negate(compare(">"));
  case arith::CmpFPredicate::ONE:
    return either(compare("<"), compare(">"));
  case arith::CmpFPredicate::UEQ:
    return negate(either(compare("<"), compare(">")));
  case arith::CmpFPredicate::ORD:
  case arith::CmpFPredicate::UNO: {
    Expression unordered = op.getLhs() == op.getRhs() ? isNan(lhs) : either(isNan(lhs), isNan(rhs));
    return op.getPredicate() == arith::CmpFPredicate::UNO ? unordered : negate(unordered);
  }
  }
  llvm_unreachable("all predicates are handled");
}

FailureOr<Expression> FunctionPrinter::makeFloatExpression(Operation *op) {
  Type type = op->getResult(0).getType();
  auto binary = [&](StringRef symbol, Precedence precedence) {
    return makeNarrow(makeBinary(symbol, precedence, getWide(op->getOperand(0)), getWide(op->getOperand(1))), type);
  };
  auto call = [&](StringRef function) {
    std::string arguments;
    for (Value operand : op->getOperands())
      arguments += (arguments.empty() ? "" : ", ") + getWide(operand).text;
    return makeNarrow(makeCall(type.isF64() ? function.str() : (function + "f").str(), arguments), type);
  };
  return llvm::TypeSwitch<Operation *, FailureOr<Expression>>(op)
      .Case([&](arith::AddFOp) { return binary("+", Precedence::additive); })
      .Case([&](arith::SubFOp) { return binary("-", Precedence::additive); })
      .Case([&](arith::MulFOp) { return binary("*", Precedence::multiplicative); })
      .Case([&](arith::DivFOp) { return binary("/", Precedence::multiplicative); })
      .Case([&](arith::NegFOp negate) {
        return makeNarrow({"-" + getWide(negate.getOperand()).in(Precedence::primary), Precedence::unary}, type);
      })
      .Case([&](math::FmaOp) { return call("fma"); })
      .Case([&](math::SqrtOp) { return call("sqrt"); })
      .Case([&](math::AbsFOp) { return call("fabs"); })
      .Case([&](math::FloorOp) { return call("floor"); })
      .Case([&](math::CeilOp) { return call("ceil"); })
      .Case([&](math::TruncOp) { return call("trunc"); })
      .Case([&](math::RoundEvenOp) { return call("rint"); })
      .Case([&](math::CopySignOp) { return call("copysign"); })
      .Default([](Operation *) { return failure(); });
}
