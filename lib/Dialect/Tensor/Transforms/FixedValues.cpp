// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are the same in every call of a program.

#include "FixedValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

FixedValues::FixedValues(func::FuncOp function) {
  SmallVector<Attribute> updated;
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (Attribute name = function.getResultAttr(i, "emmy.updates"))
      updated.push_back(name);
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    Attribute key = function.getArgAttr(number, "emmy.parameter");
    bool isParameter = key || function.getArgAttr(number, "emmy.prepared");
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (isParameter && !llvm::is_contained(updated, key) && type && type.hasStaticShape())
      parameters.insert(argument);
  }
  // Operands come first, so that no answer has far to go.
  function.walk([&](Operation *op) {
    for (Value result : op->getResults())
      getAnswer(result);
  });
}

FixedValues::Answer FixedValues::getAnswer(Value value) {
  if (parameters.contains(value))
    return {true, true};
  Operation *op = value.getDefiningOp();
  // Index constants are operands of index maps that nobody simplified.
  if (isa_and_nonnull<arith::ConstantOp>(op))
    return {true, false};
  auto type = dyn_cast<RankedTensorType>(value.getType());
  // What is repeated may be repeated any number of times; how often is in no element of a view, but in all else that is
  // computed of one, as in a sum.
  auto isStatic = [](Value operand) {
    auto operandType = dyn_cast<RankedTensorType>(operand.getType());
    return !operandType || operandType.hasStaticShape();
  };
  bool isRepeated = isa_and_nonnull<IndexMapOp, ConstantOp>(op);
  if (!op || !isa<TensorDialect>(op->getDialect()) || !type ||
      !(isRepeated || (type.hasStaticShape() && llvm::all_of(op->getOperands(), isStatic))))
    return {};
  if (auto known = answers.find(value); known != answers.end())
    return known->second;
  Answer answer{true, false};
  for (Value operand : op->getOperands()) {
    Answer part = getAnswer(operand);
    answer.isFixed &= part.isFixed;
    answer.hasParameter |= part.hasParameter;
  }
  answers[value] = answer;
  return answer;
}

int64_t FixedValues::getStoredBytes(Value value) {
  llvm::SetVector<Value> seen;
  seen.insert(value);
  int64_t bytes = 0;
  for (size_t next = 0; next < seen.size(); ++next) {
    Operation *op = seen[next].getDefiningOp();
    if (isParameter(seen[next]) || (isa_and_nonnull<ConstantOp>(op) && !getNumber(seen[next])))
      bytes += getBytes(seen[next].getType());
    else if (op)
      seen.insert(op->operand_begin(), op->operand_end());
  }
  return bytes;
}

bool FixedValues::isWorthStoring(const CompactFunction &function) {
  // A number is always worth it, whatever it is computed of.
  int64_t stored = 0;
  for (const View &view : function.getViews())
    stored += getStoredBytes(view.source);
  std::optional<int64_t> bytes = function.getBytes();
  return bytes && *bytes <= std::max<int64_t>(stored, sizeof(double));
}

int64_t tensor::getBytes(Type type) {
  auto tensorType = cast<RankedTensorType>(type);
  return tensorType.getNumElements() * llvm::divideCeil(tensorType.getElementTypeBitWidth(), 8);
}
