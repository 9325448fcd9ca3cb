// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeated functions: each step is a run of its own, on the tensors of the step before.

#include "Evaluator.h"

#include "Emmy/Dialect/Base/IR/While.h"
#include "Emmy/Interpreter/Interpreter.h"

using namespace mlir;

namespace emmy::interpreter {

void Evaluator::runWhile(WhileOp op) {
  SmallVector<HostTensor> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<HostTensor> tensor = get(operand);
    if (failed(tensor))
      return;
    operands.push_back(std::move(*tensor));
  }
  auto call = [&](FunctionOpInterface function) {
    FailureOr<SmallVector<HostTensor>> results = interpret(cast<func::FuncOp>(function), operands, sizes, maxSteps);
    hasFailed |= failed(results);
    return results;
  };
  for (int64_t step = 0;; ++step) {
    FailureOr<SmallVector<HostTensor>> isMore = call(op.getConditionFunction());
    if (failed(isMore))
      return;
    if (!isMore->front().bytes.front())
      break;
    if (maxSteps && step == maxSteps) {
      fail(op, "expected a loop of at most " + Twine(maxSteps) + " steps, but got more");
      return;
    }
    FailureOr<SmallVector<HostTensor>> carried = call(op.getBodyFunction());
    if (failed(carried))
      return;
    llvm::move(*carried, operands.begin());
  }
  for (auto [result, tensor] : llvm::zip(op.getResults(), operands))
    store(result, std::move(tensor));
}

} // namespace emmy::interpreter
