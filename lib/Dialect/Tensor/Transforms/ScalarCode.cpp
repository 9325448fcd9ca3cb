// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise functions of constants, by the code that computes them.

#include "ScalarCode.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/MathLibrary/MathLibrary.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

/// A number with a signless type, as scalar code has them, or with the type of tensors again.
static TypedAttr withType(TypedAttr number, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return IntegerAttr::get(type, integer.getValue());
  return number;
}

static Type getElementType(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

ScalarCode::ScalarCode(ElementwiseOp op) : resultType(op.getType().getElementType()) {
  MLIRContext *context = op.getContext();
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToStart(module->getBody());
  SmallVector<Type> types;
  for (Value input : op.getInputs())
    types.push_back(getScalarType(getElementType(input)));
  function = func::FuncOp::create(builder, loc, "element", builder.getFunctionType(types, {getScalarType(resultType)}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  ValueRange arguments = function.getArguments();
  Type last = getElementType(op.getInputs().back());
  Value result =
      op.getFunction() == ScalarFunction::convert ? buildConvert(builder, loc, arguments[0], last, resultType)
      : op.getFunction() == ScalarFunction::bitcast
          ? buildBitcast(builder, loc, arguments[0], resultType)
          : buildScalar(builder, loc, op.getFunction(), arguments, getScalarType(resultType), last.isUnsignedInteger());
  func::ReturnOp::create(builder, loc, result);
  [[maybe_unused]] LogicalResult expanded = expandApplications(*module);
  assert(succeeded(expanded) && "a verified elementwise op has a function of its operands");
}

/// The value of one operation; null where nothing folds it.
static Attribute evaluateOperation(Operation &op, ArrayRef<Attribute> operands,
                                   llvm::DenseMap<Value, Attribute> &values) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return foldMathFunction(call.getCallee(), operands);
  if (auto truncate = dyn_cast<arith::TruncFOp>(op)) {
    // Its folder rounds nothing.
    llvm::APFloat number = cast<FloatAttr>(operands[0]).getValue();
    auto type = cast<FloatType>(truncate.getType());
    bool losesInformation;
    number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInformation);
    return FloatAttr::get(type, number);
  }
  SmallVector<OpFoldResult> results;
  if (failed(op.fold(operands, results)) || results.size() != 1)
    return {};
  if (auto value = dyn_cast<Value>(results[0]))
    return values.lookup(value);
  return cast<Attribute>(results[0]);
}

TypedAttr ScalarCode::evaluate(ArrayRef<Attribute> operands) {
  llvm::DenseMap<Value, Attribute> values;
  for (auto [argument, operand] : llvm::zip_equal(function.getArguments(), operands))
    values[argument] = withType(cast<TypedAttr>(operand), argument.getType());
  Block &body = function.getBody().front();
  for (Operation &op : body.without_terminator()) {
    Attribute value;
    if (op.getNumResults() == 1 && op.getNumRegions() == 0)
      value = evaluateOperation(
          op, llvm::map_to_vector(op.getOperands(), [&](Value operand) { return values.lookup(operand); }), values);
    if (!value)
      return {};
    values[op.getResult(0)] = value;
  }
  return withType(cast<TypedAttr>(values.lookup(body.getTerminator()->getOperand(0))), resultType);
}
