// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches and loops. A range of iterations is evaluated at once, and halved where a condition is not the same for all
// of it.

#include "AccessCounter.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

bool AccessCounter::evaluate(scf::IfOp op, const Weights &weights) {
  Weights taken(numThreads), skipped(numThreads);
  bool isUnknown = false;
  for (unsigned lane = 0; lane < numThreads; ++lane) {
    if (!weights[lane])
      continue;
    Interval condition = get(op.getCondition(), lane);
    isUnknown |= !condition.isPoint();
    taken[lane] = condition.high ? weights[lane] : 0;
    skipped[lane] = condition.low ? 0 : weights[lane];
  }
  spent += numThreads;
  if (isUnknown && !isGuessing)
    return false;
  current.isEstimate |= isUnknown;
  auto isAny = [](int64_t weight) { return weight != 0; };
  if (llvm::any_of(taken, isAny) && !evaluate(op.thenBlock(), taken))
    return false;
  if (op.elseBlock() && llvm::any_of(skipped, isAny) && !evaluate(op.elseBlock(), skipped))
    return false;
  for (OpResult result : op->getResults()) {
    if (!slice.contains(result))
      continue;
    Lanes lanes =
        select({Interval::getAll(result.getType())}, op.elseYield().getOperand(result.getResultNumber()), skipped);
    lanes = select(lanes, op.thenYield().getOperand(result.getResultNumber()), taken);
    if (isUnknown)
      lanes = {Interval::getAll(result.getType())};
    values[result] = std::move(lanes);
  }
  return true;
}

/// The number of iterations; nothing where it is not known.
static std::optional<int64_t> getTripCount(Interval lower, Interval upper, Interval step) {
  if (lower.low >= upper.high)
    return 0;
  if (!lower.isPoint() || !upper.isPoint() || !step.isPoint() || step.low <= 0)
    return std::nullopt;
  return llvm::divideCeilSigned(upper.low - lower.low, step.low);
}

bool AccessCounter::evaluate(scf::ForOp op, const Weights &weights) {
  SmallVector<int64_t> trips(numThreads);
  for (unsigned lane = 0; lane < numThreads; ++lane) {
    if (!weights[lane])
      continue;
    std::optional<int64_t> trip =
        getTripCount(get(op.getLowerBound(), lane), get(op.getUpperBound(), lane), get(op.getStep(), lane));
    if (!trip && !isGuessing)
      return false;
    // A number of iterations that depends on data counts as one.
    trips[lane] = trip.value_or(1);
    current.isEstimate |= !trip;
  }
  spent += numThreads;
  bool isCarrying = llvm::any_of(op.getRegionIterArgs(), [&](Value value) { return slice.contains(value); });
  if (isCarrying)
    return evaluateOneByOne(op, weights, trips);
  int64_t most = *llvm::max_element(trips);
  if (slice.contains(op.getInductionVar()))
    return most == 0 || evaluateIterations(op, weights, trips, 0, most);
  Weights inner(numThreads);
  for (unsigned lane = 0; lane < numThreads; ++lane)
    inner[lane] = weights[lane] * trips[lane];
  return most == 0 || evaluate(op.getBody(), inner);
}

/// A loop whose carried integers decide something.
bool AccessCounter::evaluateOneByOne(scf::ForOp op, const Weights &weights, ArrayRef<int64_t> trips) {
  for (auto [init, argument] : llvm::zip_equal(op.getInitArgs(), op.getRegionIterArgs())) {
    Lanes lanes;
    for (unsigned lane = 0, e = getNumLanes(init); lane < e; ++lane)
      lanes.push_back(get(init, lane));
    values[argument] = std::move(lanes);
  }
  for (int64_t iteration = 0, e = *llvm::max_element(trips); iteration < e; ++iteration) {
    if (spent > kBudget && !isGuessing)
      return false;
    // One iteration stands for all that are left.
    if (spent > kBudget && iteration > 0) {
      current.isEstimate = true;
      break;
    }
    if (!evaluateIterations(op, weights, trips, iteration, 1))
      return false;
    Weights active(numThreads);
    for (unsigned lane = 0; lane < numThreads; ++lane)
      active[lane] = iteration < trips[lane] ? weights[lane] : 0;
    SmallVector<Lanes> next;
    for (auto [argument, yielded] : llvm::zip_equal(op.getRegionIterArgs(), op.getYieldedValues()))
      next.push_back(select(values[argument], yielded, active));
    for (auto [argument, lanes] : llvm::zip_equal(op.getRegionIterArgs(), next))
      values[argument] = std::move(lanes);
  }
  for (auto [result, argument] : llvm::zip_equal(op->getResults(), op.getRegionIterArgs()))
    values[result] = values[argument];
  return true;
}

/// Iterations first … first + count - 1 of the threads that have them.
bool AccessCounter::evaluateIterations(scf::ForOp op, const Weights &weights, ArrayRef<int64_t> trips, int64_t first,
                                       int64_t count) {
  Weights inner(numThreads);
  Lanes induction(numThreads);
  bool isAny = false;
  for (unsigned lane = 0; lane < numThreads; ++lane) {
    if (!weights[lane] || trips[lane] <= first)
      continue;
    isAny = true;
    // A thread that ends in between ends a part.
    if (int64_t rest = trips[lane] - first; rest < count)
      return evaluateIterations(op, weights, trips, first, rest) &&
             evaluateIterations(op, weights, trips, first + rest, count - rest);
    Interval step = get(op.getStep(), lane), lower = get(op.getLowerBound(), lane);
    Interval iterations = {first, first + count - 1};
    induction[lane] = add(lower, multiply(iterations, step));
    inner[lane] = weights[lane] * count;
  }
  if (!isAny)
    return true;
  values[op.getInductionVar()] = llvm::all_equal(induction) ? Lanes{induction.front()} : induction;
  IssuedAccesses before = current;
  if (evaluate(op.getBody(), inner))
    return true;
  current = before;
  if (count == 1 || spent > kBudget)
    return false;
  return evaluateIterations(op, weights, trips, first, count / 2) &&
         evaluateIterations(op, weights, trips, first + count / 2, count - count / 2);
}
