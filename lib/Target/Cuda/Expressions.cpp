// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pure operations as C++ expressions: which file knows one, operations on vectors, and where a value is written in
// place of its use.

#include "FunctionPrinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;
namespace kernel = emmy::kernel;

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

/// `threadIdx.x`, `blockIdx.y`.
std::string FunctionPrinter::getCoordinate(Operation *op) {
  if (auto id = dyn_cast<kernel::ThreadIdOp>(op))
    return ("threadIdx." + stringifyDimension(id.getDimension())).str();
  return ("blockIdx." + stringifyDimension(cast<kernel::BlockIdOp>(op).getDimension())).str();
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
  // A loop asks for its bound again and again, and its body may write there.
  if (expression.readsMemory && (user != op->getNextNode() || isa<scf::ForOp>(user)))
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
