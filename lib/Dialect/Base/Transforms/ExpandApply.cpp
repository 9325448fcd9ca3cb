// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-expand-apply. In: `emmy.apply` anywhere, and arithmetic of 8-bit floats. Out: none of them; `arith`, the exactly
// rounded operations of `math`, and calls of math-library functions declared in the nearest symbol table and given
// their bodies. Legal because it is the definition of `emmy.apply`. Fails where a function is not defined on its
// operand type, naming both.

#include "Expansions.h"

#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/MathLibrary/MathLibrary.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace emmy {
#define GEN_PASS_DEF_EXPANDAPPLYPASS
#include "Emmy/Dialect/Base/Transforms/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

Value emmy::callLibrary(OpBuilder &builder, Location loc, Operation *symbols, StringRef name, ValueRange operands,
                        Type resultType) {
  std::string symbol = ("emmy_" + name).str();
  if (!SymbolTable::lookupSymbolIn(symbols, symbol)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&symbols->getRegion(0).front());
    auto type = builder.getFunctionType(operands.getTypes(), resultType);
    func::FuncOp::create(builder, builder.getUnknownLoc(), symbol, type).setPrivate();
  }
  return func::CallOp::create(builder, loc, symbol, resultType, operands).getResult(0);
}

/// <function>_<operand type>[_<result type>]: the function of the library, without "emmy_".
static std::string getLibraryName(ScalarFunction function, Type operandType, Type resultType) {
  std::string name;
  llvm::raw_string_ostream os(name);
  os << getLaws(function).name << '_' << operandType;
  if (resultType != operandType)
    os << '_' << resultType;
  return name;
}

/// The formulas of float functions that are neither one operation nor a library function.
static Value expandFloat(OpBuilder &builder, Location loc, ScalarFunction function, ValueRange operands) {
  Value value = operands[0];
  Type type = value.getType();
  auto constant = [&](double number) { return buildConstant(builder, loc, type, number); };
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  };
  switch (function) {
  case ScalarFunction::sign: {
    // 0 for NaN and both zeros.
    Value negative = arith::SelectOp::create(builder, loc, compare(arith::CmpFPredicate::OLT, value, constant(0.0)),
                                             constant(-1.0), constant(0.0));
    return arith::SelectOp::create(builder, loc, compare(arith::CmpFPredicate::OGT, value, constant(0.0)),
                                   constant(1.0), negative);
  }
  case ScalarFunction::trunc_divide:
    return math::TruncOp::create(builder, loc, arith::DivFOp::create(builder, loc, value, operands[1]));
  case ScalarFunction::isnan:
    return compare(arith::CmpFPredicate::UNO, value, value);
  case ScalarFunction::isinf:
    return compare(arith::CmpFPredicate::OEQ, math::AbsFOp::create(builder, loc, value),
                   constant(std::numeric_limits<double>::infinity()));
  case ScalarFunction::signbit: {
    // The sign of a NaN is unspecified, so it is taken as positive.
    Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
    Value bits = arith::BitcastOp::create(builder, loc, integer, value);
    Value isSet = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, bits,
        arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getIntegerAttr(integer, 0)));
    return arith::AndIOp::create(builder, loc, isSet, compare(arith::CmpFPredicate::ORD, value, value));
  }
  default:
    llvm_unreachable("every function whose operation is `expand` has a case");
  }
}

/// The value of one application; the function is defined on the operands.
static Value expand(OpBuilder &builder, ApplyOp op, Operation *symbols) {
  Location loc = op.getLoc();
  ScalarFunction function = op.getFunction();
  SmallVector<Value> operands(op.getOperands());
  Type resultType = op.getType();
  StringRef operation = getLaws(function).getOperation(operands.back().getType(), op.getIsUnsigned());
  if (function == ScalarFunction::convert)
    return callLibrary(builder, loc, symbols, getLibraryName(function, operands[0].getType(), resultType), operands,
                       resultType);
  if (operation != "library" && operation != "expand" && !operation.starts_with("math."))
    return buildScalar(builder, loc, function, operands, resultType, op.getIsUnsigned());
  if (!isa<FloatType>(operands.back().getType()))
    return expandInteger(builder, loc, function, operands, op.getIsUnsigned());

  // Floats of 16 bits and of 8 compute in f32; the one rounding is the conversion back.
  Type type = operands.back().getType();
  bool isNarrow = type.getIntOrFloatBitWidth() < 32;
  Type computeType = isNarrow ? builder.getF32Type() : type;
  for (Value &operand : operands)
    operand = buildConvert(builder, loc, operand, operand.getType(), computeType);
  Type computeResult = isa<FloatType>(resultType) ? computeType : resultType;
  Value result;
  if (operation == "library") {
    result = callLibrary(builder, loc, symbols, getLibraryName(function, computeType, computeResult), operands,
                         computeResult);
  } else if (operation == "expand") {
    result = expandFloat(builder, loc, function, operands);
  } else {
    OperationState state(loc, operation, operands, {computeResult});
    result = builder.create(state)->getResult(0);
  }
  return buildConvert(builder, loc, result, result.getType(), resultType);
}

LogicalResult emmy::expandApplications(ModuleOp module) {
  SmallVector<ApplyOp> applications;
  bool allDefined = true;
  module.walk([&](ApplyOp op) {
    applications.push_back(op);
    Type type = op.getOperands().back().getType();
    if (op.getFunction() != ScalarFunction::convert &&
        getLaws(op.getFunction()).getOperation(type, op.getIsUnsigned()).empty()) {
      op.emitOpError("expected an operand type that '")
          << stringifyScalarFunction(op.getFunction()) << "' is defined on, but got " << type;
      allDefined = false;
    }
  });
  if (!allDefined)
    return failure();
  for (ApplyOp op : applications) {
    OpBuilder builder(op);
    Operation *symbols = SymbolTable::getNearestSymbolTable(op);
    op.replaceAllUsesWith(expand(builder, op, symbols));
    op.erase();
  }
  return success();
}

namespace {
struct ExpandApplyPass : public emmy::impl::ExpandApplyPassBase<ExpandApplyPass> {
  void runOnOperation() override {
    if (failed(expandApplications(getOperation())) || failed(expandSmallFloats(getOperation())) ||
        failed(linkMathFunctions(getOperation())))
      signalPassFailure();
  }
};
} // namespace
