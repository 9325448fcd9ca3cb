// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions and scans: the element in the accumulator's type is the state, with its position for a monoid of two
// components.

#include "Lifting.h"

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

/// The row-major number of a position over axes.
static AffineExpr getPosition(loop::KernelBuilder &kernel, ArrayRef<AffineExpr> coords, ArrayRef<ExtentAttr> extents) {
  AffineExpr position = kernel.space.getConstant(0);
  for (auto [coord, extent] : llvm::zip_equal(coords, extents))
    position = position * kernel.getExtent(extent) + coord;
  return kernel.space.simplify(position);
}

namespace {
/// What reductions and scans share.
struct Combination {
  loop::KernelBuilder &kernel;
  Location loc;
  Monoid monoid;
  Value input;
  Type accumulator;
  Parts &parts;

  bool isUnsigned() const { return accumulator.isUnsignedInteger(); }

  /// The state of the element at these coordinates; `position` is its number along the combined axes.
  SmallVector<Value> buildState(ArrayRef<AffineExpr> coords, AffineExpr position) {
    Value element = ElementEvaluator(kernel, parts).evaluate(input, coords);
    SmallVector<Value> state = {buildConvert(kernel.body, loc, element, getElementType(input), accumulator)};
    if (getLaws(monoid).components == 2) {
      Value index = kernel.space.materialize(kernel.body, loc, position);
      state.push_back(arith::IndexCastOp::create(kernel.body, loc, kernel.body.getI64Type(), index));
    }
    return state;
  }

  SmallVector<Value> buildCombined(OpBuilder &builder, Location loc, ValueRange states) {
    size_t components = states.size() / 2;
    return buildCombine(builder, loc, monoid, states.take_front(components), states.drop_front(components),
                        isUnsigned());
  }
};
} // namespace

/// The results that are stored, with the component of the state that each holds.
template <typename Op>
static SmallVector<std::pair<Value, unsigned>> getStoredComponents(Op op) {
  SmallVector<std::pair<Value, unsigned>> stored;
  if (Value value = op.getValueResult())
    stored.push_back({value, 0});
  if (Value position = op.getPositionResult())
    stored.push_back({position, 1});
  return stored;
}

/// A component of the state as an element of its result.
static Value buildResult(loop::KernelBuilder &kernel, Location loc, Value component, unsigned number, Type accumulator,
                         Value result) {
  if (number == 1)
    return component;
  return buildMarkedConvert(kernel.body, loc, component, accumulator, getElementType(result), result.getDefiningOp());
}

void tensor::liftReduce(loop::KernelBuilder &kernel, ReduceOp op, Parts &parts) {
  Location loc = op.getLoc();
  parts.push_back(getNamedLocation(op));
  auto inputType = cast<RankedTensorType>(op.getInput().getType());
  SmallVector<ExtentAttr> extents = *getExtents(inputType), kept, reduced;
  for (auto [dim, extent] : llvm::enumerate(extents))
    (llvm::is_contained(op.getDims(), int64_t(dim)) ? reduced : kept).push_back(extent);
  SmallVector<std::pair<Value, unsigned>> stored = getStoredComponents(op);
  SmallVector<Value> buffers;
  for (auto [result, component] : stored)
    buffers.push_back(kernel.addResult(cast<RankedTensorType>(result.getType())));

  SmallVector<AffineExpr> outer = buildLoops(kernel, loc, Binding::parallel, kept);
  Combination combination = {kernel, loc, op.getMonoid(), op.getInput(), op.getAccumulatorType(), parts};
  Axes axes(kernel, reduced);
  auto getState = [&](ValueRange inductionVars) {
    SmallVector<AffineExpr> inner = axes.getCoordinates(inductionVars), coords;
    AffineExpr position = getPosition(kernel, inner, reduced);
    auto *nextOuter = outer.begin(), *nextInner = inner.begin();
    for (int64_t dim = 0; dim < inputType.getRank(); ++dim)
      coords.push_back(llvm::is_contained(op.getDims(), dim) ? *nextInner++ : *nextOuter++);
    return combination.buildState(coords, position);
  };
  SmallVector<Value> state;
  if (axes.getLoops().empty()) {
    // One element: it is the state.
    state = getState({});
  } else {
    SmallVector<Value> identity = buildIdentity(kernel.body, loc, op.getMonoid(), op.getAccumulatorType());
    auto reduce = loop::ReduceOp::create(
        kernel.body, loc, axes.getLoops(), identity,
        [&](OpBuilder &builder, Location, ValueRange inductionVars) {
          OpBuilder::InsertionGuard guard(kernel.body);
          kernel.body.restoreInsertionPoint(builder.saveInsertionPoint());
          SmallVector<Value> state = getState(inductionVars);
          builder.restoreInsertionPoint(kernel.body.saveInsertionPoint());
          return state;
        },
        [&](OpBuilder &builder, Location loc, ValueRange states) {
          return combination.buildCombined(builder, loc, states);
        });
    state.assign(reduce.result_begin(), reduce.result_end());
  }
  for (auto [target, buffer] : llvm::zip_equal(stored, buffers)) {
    Value value = buildResult(kernel, loc, state[target.second], target.second, op.getAccumulatorType(), target.first);
    buildStore(kernel, loc, value, buffer, outer);
  }
}

void tensor::liftScan(loop::KernelBuilder &kernel, ScanOp op, Parts &parts) {
  Location loc = op.getLoc();
  parts.push_back(getNamedLocation(op));
  auto inputType = cast<RankedTensorType>(op.getInput().getType());
  int64_t dim = op.getDim();
  SmallVector<ExtentAttr> others = *getExtents(inputType);
  ExtentAttr scanned = others[dim];
  others.erase(others.begin() + dim);
  SmallVector<std::pair<Value, unsigned>> stored = getStoredComponents(op);
  SmallVector<Value> buffers;
  for (auto [result, component] : stored)
    buffers.push_back(kernel.addResult(cast<RankedTensorType>(result.getType())));

  SmallVector<AffineExpr> coords = buildLoops(kernel, loc, Binding::parallel, others);
  coords.insert(coords.begin() + dim, kernel.space.getConstant(0));
  Combination combination = {kernel, loc, op.getMonoid(), op.getInput(), op.getAccumulatorType(), parts};
  IndexRange range = IndexRange::getExtent(kernel.getExtent(scanned));
  // Writes with the kernel's builder inside a region that another builder made.
  auto inside = [&](OpBuilder &builder, auto write) {
    OpBuilder::InsertionGuard guard(kernel.body);
    kernel.body.restoreInsertionPoint(builder.saveInsertionPoint());
    auto result = write();
    builder.restoreInsertionPoint(kernel.body.saveInsertionPoint());
    return result;
  };
  SmallVector<Value> identity = buildIdentity(kernel.body, loc, op.getMonoid(), op.getAccumulatorType());
  auto scan = loop::ScanOp::create(
      kernel.body, loc, kernel.getLoopExtent(scanned), identity,
      [&](OpBuilder &builder, Location, ValueRange inductionVars) {
        return inside(builder, [&] {
          coords[dim] = kernel.space.getDim(inductionVars[0], range);
          return combination.buildState(coords, coords[dim]);
        });
      },
      [&](OpBuilder &builder, Location loc, ValueRange states) {
        return combination.buildCombined(builder, loc, states);
      },
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        return inside(builder, [&] {
          coords[dim] = kernel.space.getDim(arguments[0], range);
          for (auto [target, buffer] : llvm::zip_equal(stored, buffers)) {
            Value value = buildResult(kernel, loc, arguments[1 + target.second], target.second, op.getAccumulatorType(),
                                      target.first);
            buildStore(kernel, loc, value, buffer, coords);
          }
          return SmallVector<Value>();
        });
      });
  scan.setExclusive(op.getExclusive());
  scan.setReverse(op.getReverse());
}
