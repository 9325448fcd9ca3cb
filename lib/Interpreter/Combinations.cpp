// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that always store: combinations along dims, and data-dependent coordinates.

#include "Evaluator.h"

using namespace mlir;

namespace emmy::interpreter {

static Type getElementType(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

//===----------------------------------------------------------------------===//
// Reduce and scan
//===----------------------------------------------------------------------===//

void Evaluator::writeResults(Value value, Value position, const Element &accumulator, ArrayRef<int64_t> at,
                             State state) {
  if (value) {
    // Rounded to the accumulator's type, then to the result's.
    Scalar total = state.value;
    if (accumulator.isFloat())
      total.number = roundTo(accumulator, total.number);
    write(stored[value], at, convert(total, accumulator, Element(getElementType(value))));
  }
  if (position)
    write(stored[position], at, Scalar::getInteger(state.position));
}

void Evaluator::runReduce(tensor::ReduceOp op) {
  for (Value result : op.getResults())
    allocate(result);
  Element element(getElementType(op.getInput())), accumulator(op.getAccumulatorType());
  SmallVector<int64_t> inputShape(getSizes(op.getInput())), kept, reduced;
  for (auto [dim, size] : llvm::enumerate(inputShape))
    (llvm::is_contained(op.getDims(), static_cast<int64_t>(dim)) ? reduced : kept).push_back(size);
  forEachCoordinate(kept, [&](ArrayRef<int64_t> keptAt) {
    State state = getIdentity(op.getMonoid(), accumulator);
    int64_t position = 0;
    forEachCoordinate(reduced, [&](ArrayRef<int64_t> reducedAt) {
      Coordinates coordinates;
      size_t nextKept = 0, nextReduced = 0;
      for (int64_t dim = 0, rank = inputShape.size(); dim < rank; ++dim)
        coordinates.push_back(llvm::is_contained(op.getDims(), dim) ? reducedAt[nextReduced++] : keptAt[nextKept++]);
      State next{convert(at(op.getInput(), coordinates), element, accumulator), position++};
      state = combine(op.getMonoid(), state, next, accumulator);
    });
    writeResults(op.getValueResult(), op.getPositionResult(), accumulator, keptAt, state);
  });
}

void Evaluator::runScan(tensor::ScanOp op) {
  for (Value result : op.getResults())
    allocate(result);
  Element element(getElementType(op.getInput())), accumulator(op.getAccumulatorType());
  SmallVector<int64_t> shape(getSizes(op.getInput()));
  int64_t dim = op.getDimAttr().getInt(), size = shape[dim];
  // One line along the dim for each coordinate of the others.
  SmallVector<int64_t> lines = shape;
  lines[dim] = 1;
  forEachCoordinate(lines, [&](ArrayRef<int64_t> line) {
    Coordinates coordinates(line);
    State state = getIdentity(op.getMonoid(), accumulator);
    for (int64_t step = 0; step < size; ++step) {
      coordinates[dim] = op.getReverse() ? size - 1 - step : step;
      State next{convert(at(op.getInput(), coordinates), element, accumulator), coordinates[dim]};
      State combined = combine(op.getMonoid(), state, next, accumulator);
      writeResults(op.getValueResult(), op.getPositionResult(), accumulator, coordinates,
                   op.getExclusive() ? state : combined);
      state = combined;
    }
  });
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

void Evaluator::runSort(tensor::SortOp op) {
  for (Value result : op.getResults())
    allocate(result);
  Value keys = op.getInputs().front();
  Element element(getElementType(keys)), boolean(IntegerType::get(op.getContext(), 1));
  SmallVector<int64_t> shape(getSizes(keys));
  int64_t dim = op.getDimAttr().getInt(), size = shape[dim];
  auto comesBefore = [&](Scalar x, Scalar y) {
    if (element.isFloat() && (std::isnan(x.number) || std::isnan(y.number)))
      return !std::isnan(x.number) && std::isnan(y.number);
    return apply(ScalarFunction::less, {x, y}, element, boolean).integer != 0;
  };
  SmallVector<int64_t> lines = shape;
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
      return op.getDescending() ? comesBefore(values[y], values[x]) : comesBefore(values[x], values[y]);
    });
    for (auto [input, result] : llvm::zip_equal(op.getInputs(), op.getResults()))
      for (auto [position, source] : llvm::enumerate(order))
        write(stored[result], getCoordinates(position), at(input, getCoordinates(source)));
  });
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

std::optional<Coordinates> Evaluator::getSourceCoordinates(Value source, ValueRange indices, ArrayRef<int64_t> dims,
                                                           int64_t position, ArrayRef<int64_t> gathered) {
  ArrayRef<int64_t> sourceShape = getSizes(source);
  size_t batchRank = cast<RankedTensorType>(indices[0].getType()).getRank();
  ArrayRef<int64_t> batch = gathered.slice(position, batchRank);
  Coordinates remaining(gathered.take_front(position)), coordinates;
  llvm::append_range(remaining, gathered.drop_front(position + batchRank));
  size_t nextIndex = 0, nextRemaining = 0;
  for (int64_t dim = 0, rank = sourceShape.size(); dim < rank; ++dim) {
    int64_t coordinate =
        llvm::is_contained(dims, dim) ? at(indices[nextIndex++], batch).integer : remaining[nextRemaining++];
    if (coordinate < 0 || coordinate >= sourceShape[dim])
      return std::nullopt;
    coordinates.push_back(coordinate);
  }
  return coordinates;
}

void Evaluator::runGather(tensor::GatherOp op) {
  HostTensor result = HostTensor::create(getSizes(op.getResult()), getElementType(op.getResult()));
  forEachCoordinate(result.shape, [&](ArrayRef<int64_t> coordinates) {
    std::optional<Coordinates> source =
        getSourceCoordinates(op.getSource(), op.getIndices(), op.getDims(), op.getPosition(), coordinates);
    // Zero stays where nothing is read.
    if (source)
      write(result, coordinates, at(op.getSource(), *source));
  });
  store(op.getResult(), std::move(result));
}

void Evaluator::runScatter(tensor::ScatterOp op) {
  Element element(getElementType(op.getDest()));
  FailureOr<HostTensor> dest = get(op.getDest());
  if (failed(dest))
    return;
  store(op.getResult(), std::move(*dest));
  // Floats accumulate in f64: each element of the result, read as it is, starts its own sum.
  llvm::DenseMap<int64_t, State> states;
  SmallVector<int64_t> updateShape(getSizes(op.getUpdates())), shape(getSizes(op.getDest()));
  forEachCoordinate(updateShape, [&](ArrayRef<int64_t> coordinates) {
    std::optional<Coordinates> target =
        getSourceCoordinates(op.getDest(), op.getIndices(), op.getDims(), op.getPosition(), coordinates);
    if (!target)
      return;
    Scalar update = at(op.getUpdates(), coordinates);
    if (op.isReplace())
      return write(stored[op.getResult()], *target, update);
    int64_t number = 0;
    for (auto [size, coordinate] : llvm::zip_equal(shape, *target))
      number = number * size + coordinate;
    auto [state, isNew] = states.try_emplace(number);
    if (isNew)
      state->second.value = at(op.getResult(), *target);
    state->second = combine(*op.getMonoid(), state->second, {update}, element);
    Scalar total = state->second.value;
    if (element.isFloat())
      total.number = roundTo(element, total.number);
    write(stored[op.getResult()], *target, total);
  });
}

} // namespace emmy::interpreter
