// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pure operations as C++ expressions. Every float operation is exactly one C++ operation in f32 or f64 (16-bit floats
// compute in f32 and round once, which is correctly rounded); signed C++ arithmetic is used only where the operation
// says that it does not overflow, else unsigned arithmetic that wraps.

#include "FunctionPrinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;
namespace kernel = emmy::kernel;

/// `type(text)`: a conversion.
static Expression makeCast(StringRef type, const Expression &value) { return makeCall(type, value.text); }

Expression FunctionPrinter::get(Value value) {
  if (TypedAttr constant; matchPattern(value, m_Constant(&constant)))
    return makeLiteral(constant, prelude);
  Expression expression = expressions.lookup(value);
  if (expression.isUnsigned)
    return makeCast(getScalarTypeName(value.getType(), prelude), expression);
  return expression;
}

Expression FunctionPrinter::getUnsigned(Value value, bool isWrapping) {
  Type type = value.getType();
  if (APInt constant; matchPattern(value, m_ConstantInt(&constant)))
    return makeUnsignedLiteral(isWrapping && constant.getBitWidth() < 32 ? constant.sext(32) : constant);
  Expression expression = expressions.lookup(value);
  if (expression.isUnsigned && (isWrapping || type.isIndex() || type.getIntOrFloatBitWidth() >= 32))
    return expression;
  expression = makeCast(isWrapping ? getWrappingTypeName(type) : getUnsignedTypeName(type), get(value));
  expression.isUnsigned = true;
  return expression;
}

Expression FunctionPrinter::getWide(Value value) {
  if (value.getType().isF16())
    return makeCall("__half2float", get(value).text);
  if (value.getType().isBF16())
    return makeCall("__bfloat162float", get(value).text);
  return get(value);
}

Expression FunctionPrinter::makeNarrow(Expression expression, Type type) {
  if (type.isF16() || type.isBF16())
    return makeCall(type.isF16() ? "__float2half_rn" : "__float2bfloat16_rn", expression.text);
  return expression;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

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
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>([&](auto) { return divide("emmy_ceildiv"); })
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

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

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

/// `threadIdx.x`, `blockIdx.y`.
static std::string getCoordinate(Operation *op) {
  if (auto id = dyn_cast<kernel::ThreadIdOp>(op))
    return ("threadIdx." + stringifyDimension(id.getDimension())).str();
  return ("blockIdx." + stringifyDimension(cast<kernel::BlockIdOp>(op).getDimension())).str();
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
        if (StringRef view = getBitView(from, to); !view.empty())
          return to.isInteger(64) ? makeCast(target, makeCall(view, get(value).text)) : makeCall(view, get(value).text);
        return failure();
      })
      .Default([](Operation *) { return failure(); });
}

//===----------------------------------------------------------------------===//
// Vectors and the rest
//===----------------------------------------------------------------------===//

FailureOr<Expression> FunctionPrinter::makeVectorExpression(Operation *op) {
  return llvm::TypeSwitch<Operation *, FailureOr<Expression>>(op)
      .Case([&](vector::ExtractOp extract) -> FailureOr<Expression> {
        if (extract.getStaticPosition().size() != 1 || extract.hasDynamicPosition())
          return failure();
        std::string vector = get(extract.getSource()).in(Precedence::primary);
        return Expression{getVectorElement(extract.getSourceVectorType(), vector, extract.getStaticPosition()[0])};
      })
      .Case([&](vector::FromElementsOp elements) {
        SmallVector<std::string> texts;
        for (Value element : elements.getElements())
          texts.push_back(get(element).text);
        return makeVector(elements.getType(), texts, prelude);
      })
      .Case([&](vector::BroadcastOp broadcast) -> FailureOr<Expression> {
        if (isa<VectorType>(broadcast.getSourceType()))
          return failure();
        SmallVector<std::string> texts(broadcast.getResultVectorType().getNumElements(),
                                       get(broadcast.getSource()).text);
        return makeVector(broadcast.getResultVectorType(), texts, prelude);
      })
      .Default([](Operation *) { return failure(); });
}

FailureOr<Expression> FunctionPrinter::makeExpression(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return failure();
  if (isa<kernel::ThreadIdOp, kernel::BlockIdOp>(op))
    return makeCall("int", getCoordinate(op));
  if (auto call = dyn_cast<func::CallOp>(op)) {
    std::string arguments;
    for (Value operand : call.getOperands())
      arguments += (arguments.empty() ? "" : ", ") + get(operand).text;
    return makeCall(call.getCallee(), arguments);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op); select && select.getCondition().getType().isInteger(1)) {
    Expression choice{get(select.getCondition()).in(Precedence::logicalOr) + " ? " +
                          get(select.getTrueValue()).in(Precedence::logicalOr) + " : " +
                          get(select.getFalseValue()).in(Precedence::logicalOr),
                      Precedence::ternary};
    // A choice between a short integer and a literal is an int.
    Type type = select.getType();
    bool isShort = type.isInteger(8) || type.isInteger(16);
    return isShort ? makeCast(getTypeName(type), choice) : choice;
  }
  if (isa<VectorType>(op->getResult(0).getType()) ||
      (op->getNumOperands() > 0 && isa<VectorType>(op->getOperand(0).getType())))
    return makeVectorExpression(op);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return makeCompare(compare);
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return makeCompare(compare);
  if (FailureOr<Expression> expression = makeConversion(op); succeeded(expression))
    return expression;
  return isa<FloatType>(op->getResult(0).getType()) ? makeFloatExpression(op) : makeIntegerExpression(op);
}

//===----------------------------------------------------------------------===//
// In place or named
//===----------------------------------------------------------------------===//

/// Whether the operation's text holds an operand's text twice.
static bool repeatsOperands(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return llvm::is_contained(
        {arith::CmpFPredicate::ONE, arith::CmpFPredicate::UEQ, arith::CmpFPredicate::ORD, arith::CmpFPredicate::UNO},
        compare.getPredicate());
  return isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp, math::AbsIOp, vector::BroadcastOp>(op);
}

/// Whether the operation needs the address or the name of its operands.
static bool needsNames(Operation *op) {
  return isa<emmy::kernel::LaunchOp, emmy::kernel::AllocOp, emmy::kernel::CopyOp>(op);
}

/// Whether the operation stands in the block, or in branches of it: what a branch alone needs is computed there.
static bool isInBranchOf(Operation *op, Block *block) {
  while (op && op->getBlock() != block)
    op = dyn_cast_or_null<scf::IfOp>(op->getParentOp());
  return op;
}

bool FunctionPrinter::canWriteInPlace(Operation *op, const Expression &expression) {
  Value result = op->getResult(0);
  // An element of a named vector reads as well as a name.
  if (isa<vector::ExtractOp>(op) && !expression.readsMemory && !op->getOperand(0).getDefiningOp<arith::ConstantOp>())
    return true;
  // Another name for a name.
  if (isa<arith::IndexCastOp>(op) && expression.text == get(op->getOperand(0)).text &&
      !matchPattern(op->getOperand(0), m_Constant()))
    return true;
  // All users must be live for the use to count; a dead user holds no text.
  Operation *user = nullptr;
  for (OpOperand &use : result.getUses()) {
    if (isDead(use.getOwner()))
      continue;
    if (user)
      return false;
    user = use.getOwner();
  }
  if (expression.readsMemory && user != op->getNextNode())
    return false;
  if (!user || !isInBranchOf(user, op->getBlock()) || repeatsOperands(user) || needsNames(user))
    return false;
  // Loop-carried variables are assigned one after the other.
  if (isa<scf::YieldOp>(user) && user->getNumOperands() > 1)
    return false;
  // The value of one program operation that feeds another keeps its name.
  StringRef name = getNameHint(op->getLoc()), userName = getNameHint(user->getLoc());
  if (isa<FloatType>(result.getType()) && !name.empty() && name != userName && !isa<kernel::StoreOp>(user))
    return false;
  return expression.text.size() <= 100;
}

bool FunctionPrinter::canReadInPlace(emmy::kernel::LoadOp op) {
  Operation *next = op->getNextNode();
  if (!op->hasOneUse() || *op->getUsers().begin() != next || repeatsOperands(next))
    return false;
  return !isa<scf::ForOp, scf::IfOp, vector::ExtractOp>(next) &&
         !(isa<scf::YieldOp>(next) && next->getNumOperands() > 1);
}

LogicalResult FunctionPrinter::printBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (isDead(&op) || op.hasTrait<OpTrait::ConstantLike>())
      continue;
    FailureOr<Expression> expression = makeExpression(&op);
    if (failed(expression)) {
      if (failed(printStatement(&op)))
        return failure();
      continue;
    }
    Value result = op.getResult(0);
    expression->readsMemory =
        llvm::any_of(op.getOperands(), [&](Value operand) { return expressions.lookup(operand).readsMemory; });
    if (canWriteInPlace(&op, *expression)) {
      expressions[result] = *expression;
      continue;
    }
    if (expression->isUnsigned)
      *expression = makeCast(getScalarTypeName(result.getType(), prelude), *expression);
    printDefinition(result, *expression);
  }
  return success();
}
