// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that always store: combinations along dims, and data-dependent coordinates.

#include "Evaluator.h"

using namespace mlir;

namespace emmy::interpreter {

//===----------------------------------------------------------------------===//
// Reduce and scan
//===----------------------------------------------------------------------===//

/// The state as the results of a reduce or scan, each of them or none.
static void writeResults(Node *value, Node *position, const Element &accumulator, ArrayRef<int64_t> at, State state) {
  if (value) {
    // Rounded to the accumulator's type, then to the result's.
    Scalar total = state.value;
    if (accumulator.isFloat())
      total.number = roundTo(accumulator, total.number);
    value->write(at, convert(total, accumulator, value->element));
  }
  if (position)
    position->write(at, Scalar::getInteger(state.position));
}

void Evaluator::runReduce(tensor::ReduceOp op) {
  Node *value = allocate(op.getValueResult()), *position = allocate(op.getPositionResult());
  Node &input = getNode(op.getInput());
  Element accumulator(op.getAccumulatorType());
  Monoid monoid = op.getMonoid();
  SmallVector<int64_t> kept, reduced;
  SmallVector<int64_t> keptDims, reducedDims(op.getDims());
  for (auto [dim, size] : llvm::enumerate(input.shape)) {
    bool isReduced = llvm::is_contained(reducedDims, static_cast<int64_t>(dim));
    (isReduced ? reduced : kept).push_back(size);
    if (!isReduced)
      keptDims.push_back(dim);
  }
  Coordinates coordinates(input.shape.size());
  forEachCoordinate(kept, [&](ArrayRef<int64_t> keptAt) {
    for (auto [dim, coordinate] : llvm::zip_equal(keptDims, keptAt))
      coordinates[dim] = coordinate;
    State state = getIdentity(monoid, accumulator);
    int64_t number = 0;
    forEachCoordinate(reduced, [&](ArrayRef<int64_t> reducedAt) {
      for (auto [dim, coordinate] : llvm::zip_equal(reducedDims, reducedAt))
        coordinates[dim] = coordinate;
      State next{convert(at(input, coordinates), input.element, accumulator), number++};
      state = combine(monoid, state, next, accumulator);
    });
    writeResults(value, position, accumulator, keptAt, state);
  });
}

void Evaluator::runScan(tensor::ScanOp op) {
  Node *value = allocate(op.getValueResult()), *position = allocate(op.getPositionResult());
  Node &input = getNode(op.getInput());
  Element accumulator(op.getAccumulatorType());
  Monoid monoid = op.getMonoid();
  int64_t dim = op.getDimAttr().getInt(), size = input.shape[dim];
  bool isReverse = op.getReverse(), isExclusive = op.getExclusive();
  // One line along the dim for each coordinate of the others.
  SmallVector<int64_t> lines = input.shape;
  lines[dim] = 1;
  forEachCoordinate(lines, [&](ArrayRef<int64_t> line) {
    Coordinates coordinates(line);
    State state = getIdentity(monoid, accumulator);
    for (int64_t step = 0; step < size; ++step) {
      coordinates[dim] = isReverse ? size - 1 - step : step;
      State next{convert(at(input, coordinates), input.element, accumulator), coordinates[dim]};
      State combined = combine(monoid, state, next, accumulator);
      writeResults(value, position, accumulator, coordinates, isExclusive ? state : combined);
      state = combined;
    }
  });
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

void Evaluator::runSort(tensor::SortOp op) {
  SmallVector<Node *, 3> inputs = getNodes(op.getInputs());
  for (Value result : op.getResults())
    allocate(result);
  SmallVector<Node *, 3> results = getNodes(op.getResults());
  Node &keys = *inputs.front();
  Element boolean(IntegerType::get(op.getContext(), 1));
  int64_t dim = op.getDimAttr().getInt(), size = keys.shape[dim];
  bool isDescending = op.getDescending();
  auto comesBefore = [&](Scalar x, Scalar y) {
    if (keys.element.isFloat() && (std::isnan(x.number) || std::isnan(y.number)))
      return !std::isnan(x.number) && std::isnan(y.number);
    return apply(ScalarFunction::less, {x, y}, keys.element, boolean).integer != 0;
  };
  SmallVector<int64_t> lines = keys.shape;
  lines[dim] = 1;
  forEachCoordinate(lines, [&](ArrayRef<int64_t> line) {
    auto getCoordinates = [&](int64_t position) {
      Coordinates coordinates(line);
      coordinates[dim] = position;
      return coordinates;
    };
    SmallVector<Scalar> values;
    for (int64_t position = 0; position < size; ++position)
      values.push_back(at(keys, getCoordinates(position)));
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(size));
    llvm::stable_sort(order, [&](int64_t x, int64_t y) {
      return isDescending ? comesBefore(values[y], values[x]) : comesBefore(values[x], values[y]);
    });
    for (auto [input, result] : llvm::zip_equal(inputs, results))
      for (auto [position, source] : llvm::enumerate(order))
        result->write(getCoordinates(position), at(*input, getCoordinates(source)));
  });
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// The source coordinates that the index tensors give at a coordinate of the gathered tensor; nothing out of range.
std::optional<Coordinates> Evaluator::getSourceCoordinates(const Node &source, ArrayRef<Node *> indices,
                                                           ArrayRef<int64_t> dims, int64_t position,
                                                           ArrayRef<int64_t> gathered) {
  size_t batchRank = indices[0]->shape.size();
  ArrayRef<int64_t> batch = gathered.slice(position, batchRank);
  Coordinates coordinates;
  size_t nextIndex = 0, nextRemaining = 0;
  for (int64_t dim = 0, rank = source.shape.size(); dim < rank; ++dim) {
    int64_t coordinate;
    if (nextIndex < dims.size() && dims[nextIndex] == dim) {
      coordinate = at(*indices[nextIndex++], batch).integer;
    } else {
      // The batch's dims stand together after the first `position` remaining ones.
      size_t place = nextRemaining++;
      coordinate = gathered[place < static_cast<size_t>(position) ? place : place + batchRank];
    }
    if (coordinate < 0 || coordinate >= source.shape[dim])
      return std::nullopt;
    coordinates.push_back(coordinate);
  }
  return coordinates;
}

void Evaluator::runGather(tensor::GatherOp op) {
  Node &source = getNode(op.getSource()), &result = *allocate(op.getResult());
  SmallVector<Node *, 3> indices = getNodes(op.getIndices());
  ArrayRef<int64_t> dims = op.getDims();
  int64_t position = op.getPosition();
  forEachCoordinate(result.shape, [&](ArrayRef<int64_t> coordinates) {
    std::optional<Coordinates> read = getSourceCoordinates(source, indices, dims, position, coordinates);
    // Zero stays where nothing is read.
    if (read)
      result.write(coordinates, at(source, *read));
  });
}

void Evaluator::runScatter(tensor::ScatterOp op) {
  FailureOr<HostTensor> dest = get(op.getDest());
  if (failed(dest))
    return;
  store(op.getResult(), std::move(*dest));
  Node &result = getNode(op.getResult()), &updates = getNode(op.getUpdates());
  SmallVector<Node *, 3> indices = getNodes(op.getIndices());
  ArrayRef<int64_t> dims = op.getDims();
  int64_t position = op.getPosition();
  std::optional<Monoid> monoid = op.getMonoid();
  // Floats accumulate in f64: each element of the result, read as it is, starts its own sum.
  llvm::DenseMap<int64_t, State> states;
  forEachCoordinate(updates.shape, [&](ArrayRef<int64_t> coordinates) {
    std::optional<Coordinates> target = getSourceCoordinates(result, indices, dims, position, coordinates);
    if (!target)
      return;
    Scalar update = at(updates, coordinates);
    if (!monoid)
      return result.write(*target, update);
    auto [state, isNew] = states.try_emplace(linearize(result.shape, *target));
    if (isNew)
      state->second.value = at(result, *target);
    state->second = combine(*monoid, state->second, {update}, result.element);
    Scalar total = state->second.value;
    if (result.element.isFloat())
      total.number = roundTo(result.element, total.number);
    result.write(*target, total);
  });
}

} // namespace emmy::interpreter
