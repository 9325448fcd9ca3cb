// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run of a function: sizes from the arguments' shapes, the ops in order, the results.

#include "Emmy/Interpreter/Interpreter.h"

#include "Evaluator.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::interpreter;

/// Binds the symbols that stand alone in the arguments' types to the inputs' sizes. Errors are at the function.
static LogicalResult bindSizes(func::FuncOp function, ArrayRef<HostTensor> inputs, llvm::StringMap<int64_t> &sizes) {
  for (auto [index, argument, input] : llvm::enumerate(function.getArguments(), inputs)) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || !tensor::isTensorType(type))
      return function.emitOpError("expected argument #")
             << index << " to be a tensor of numbers or bools with named extents, but got " << argument.getType();
    if (input.elementType != type.getElementType() || input.shape.size() != static_cast<size_t>(type.getRank()))
      return function.emitOpError("expected an input of type ")
             << type << " for argument #" << index << ", but got "
             << RankedTensorType::get(input.shape, input.elementType);
    for (auto [size, extent] : llvm::zip_equal(input.shape, *getExtents(type))) {
      SmallVector<StringAttr> symbols;
      extent.collectSymbols(symbols);
      if (symbols.size() == 1 && extent == ExtentAttr::getSymbol(extent.getContext(), symbols[0].getValue()))
        sizes.try_emplace(symbols[0].getValue(), size);
    }
  }
  return success();
}

FailureOr<SmallVector<HostTensor>> emmy::interpret(func::FuncOp function, ArrayRef<HostTensor> inputs,
                                                   const llvm::StringMap<int64_t> &givenSizes, int64_t maxSteps) {
  if (!function.getBody().hasOneBlock()) {
    function.emitOpError("expected a body of one block, but got ") << function.getBody().getBlocks().size();
    return failure();
  }
  if (inputs.size() != function.getNumArguments()) {
    function.emitOpError("expected ") << function.getNumArguments() << " inputs, but got " << inputs.size();
    return failure();
  }
  llvm::StringMap<int64_t> sizes = givenSizes;
  if (failed(bindSizes(function, inputs, sizes)))
    return failure();

  Evaluator evaluator(sizes, maxSteps);
  for (auto [index, argument, input] : llvm::enumerate(function.getArguments(), inputs)) {
    FailureOr<SmallVector<int64_t>> shape =
        evaluator.getShape(cast<RankedTensorType>(argument.getType()), argument.getLoc());
    if (failed(shape))
      return failure();
    if (*shape != input.shape) {
      function.emitOpError("expected argument #")
          << index << " of shape [" << *shape << "], but got [" << input.shape << "]";
      return failure();
    }
    evaluator.store(argument, input);
  }
  for (Operation &op : function.getBody().front().without_terminator())
    if (failed(evaluator.run(&op)))
      return failure();
  SmallVector<HostTensor> results;
  for (Value operand : function.getBody().front().getTerminator()->getOperands()) {
    FailureOr<HostTensor> result = evaluator.get(operand);
    if (failed(result))
      return failure();
    results.push_back(std::move(*result));
  }
  return results;
}
