// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are the same in every call of a program.

#include "FixedValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
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
  // What is repeated may be repeated any number of times.
  bool isRepeated = isa_and_nonnull<IndexMapOp, ConstantOp>(op);
  if (!op || !isa<TensorDialect>(op->getDialect()) || !type || !(type.hasStaticShape() || isRepeated))
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

int64_t tensor::getBytes(Type type) {
  auto tensorType = cast<RankedTensorType>(type);
  return tensorType.getNumElements() * llvm::divideCeil(tensorType.getElementTypeBitWidth(), 8);
}
