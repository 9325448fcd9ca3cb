// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks of roundings: what the passes after fusion know of a value that is computed in several places.

#include "Lifting.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

/// The type that the op computes the result in which it rounds without being asked to; null where it does not.
static Type getUnroundedType(Operation *op) {
  if (auto elementwise = dyn_cast<ElementwiseOp>(op))
    return elementwise.getOrigin() == ConvertOrigin::implied ? getElementType(elementwise.getInputs()[0]) : Type();
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getValueResult() ? reduce.getAccumulatorType() : Type();
  auto scan = dyn_cast<ScanOp>(op);
  return scan && scan.getValueResult() ? scan.getAccumulatorType() : Type();
}

static bool roundsImplicitly(Operation *op) {
  auto from = dyn_cast_or_null<FloatType>(getUnroundedType(op));
  auto to = dyn_cast<FloatType>(getElementType(op->getResult(0)));
  return from && to && to.getWidth() < from.getWidth();
}

/// Whether several ops read the value, views of it, or its conversions, which may be left out.
static bool isReadSeveralTimes(Value value) {
  unsigned readers = 0;
  SmallVector<Value> values = {value};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      auto elementwise = dyn_cast<ElementwiseOp>(user);
      if (isa<IndexMapOp>(user) || (elementwise && elementwise.getFunction() == ScalarFunction::convert))
        values.push_back(user->getResult(0));
      else if (++readers > 1)
        return true;
    }
  return false;
}

void tensor::markRoundings(ArrayRef<Operation *> ops) {
  int64_t number = 0;
  for (Operation *op : ops) {
    Builder builder(op->getContext());
    if (roundsImplicitly(op))
      op->setDiscardableAttr("emmy.implied", builder.getI64IntegerAttr(number++));
    auto elementwise = dyn_cast<ElementwiseOp>(op);
    if (elementwise && elementwise.getFunction() == ScalarFunction::multiply &&
        isa<FloatType>(getElementType(elementwise.getResult())) && isReadSeveralTimes(elementwise.getResult()))
      op->setDiscardableAttr("emmy.shared", builder.getUnitAttr());
  }
}
