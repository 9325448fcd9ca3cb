// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts accesses. A range of blocks, or of iterations of a loop, is evaluated at once with its coordinate as a range
// of integers: when every condition comes out the same for all of it, its accesses are those of one times their number.
// Otherwise the range is halved.

#include "IssuedAccesses.h"
#include "ControlSlice.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

/// How many values of lanes are computed before ranges of blocks are no longer halved.
static constexpr int64_t budget = int64_t(1) << 27;

namespace {
/// A value in every thread of a block: one range where all have the same.
using Lanes = SmallVector<Interval, 1>;
/// How often each thread runs the current operation.
using Weights = SmallVector<int64_t>;

/// Inclusive ranges of block coordinates.
using BlockRange = std::array<Interval, 3>;

class Evaluator {
public:
  explicit Evaluator(const Launch &launch)
      : launch(launch), kernel(launch.kernel), slice(launch.kernel), numThreads(kernel.getNumThreads()) {}

  IssuedAccesses run();

private:
  void countBlocks(const BlockRange &range);
  /// False where a condition is not the same for all blocks or iterations that are evaluated together.
  bool evaluate(Block *block, const Weights &weights);
  bool evaluate(scf::IfOp op, const Weights &weights);
  bool evaluate(scf::ForOp op, const Weights &weights);
  bool evaluateOneByOne(scf::ForOp op, const Weights &weights, ArrayRef<int64_t> trips);
  bool evaluateIterations(scf::ForOp op, const Weights &weights, ArrayRef<int64_t> trips, int64_t first, int64_t count);
  void countAccess(Operation *op, const Weights &weights);
  /// False where the elements that are valid are not the same for all blocks or iterations.
  bool countCopy(kernel::AsyncCopyOp op, const Weights &weights);
  Lanes getThreadId(kernel::Dimension dimension);
  Lanes evaluateArithmetic(Operation *op);
  Interval get(Value value, unsigned lane) const;
  unsigned getNumLanes(ValueRange operands) const;
  /// Values after a branch or an iteration: those of `taken` lanes are replaced by the yielded ones.
  Lanes select(const Lanes &before, Value yielded, const Weights &weights);

  const Launch &launch;
  kernel::FuncOp kernel;
  ControlSlice slice;
  unsigned numThreads;
  BlockRange blocks;
  llvm::DenseMap<Value, Lanes> values;
  /// What the evaluated blocks access, once each.
  IssuedAccesses current;
  IssuedAccesses total;
  /// Whether an unknown condition counts as true, since nothing is left to halve.
  bool isGuessing = false;
  int64_t spent = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Interval Evaluator::get(Value value, unsigned lane) const {
  auto found = values.find(value);
  if (found == values.end())
    return Interval::getAll(value.getType());
  return found->second.size() == 1 ? found->second.front() : found->second[lane];
}

unsigned Evaluator::getNumLanes(ValueRange operands) const {
  bool isUniform = llvm::all_of(operands, [&](Value operand) {
    auto found = values.find(operand);
    return found == values.end() || found->second.size() == 1;
  });
  return isUniform ? 1 : numThreads;
}

Lanes Evaluator::getThreadId(kernel::Dimension dimension) {
  ArrayRef<int32_t> block = kernel.getBlock();
  int64_t before = 1;
  for (unsigned dim = 0; dim < unsigned(dimension); ++dim)
    before *= block[dim];
  Lanes lanes;
  for (unsigned lane = 0; lane < numThreads; ++lane)
    lanes.push_back(Interval::getPoint(lane / before % block[unsigned(dimension)]));
  return lanes;
}

Lanes Evaluator::evaluateArithmetic(Operation *op) {
  Lanes lanes;
  SmallVector<Interval, 3> operands(op->getNumOperands());
  for (unsigned lane = 0, e = getNumLanes(op->getOperands()); lane < e; ++lane) {
    for (auto [operand, range] : llvm::zip_equal(op->getOperands(), operands))
      range = get(operand, lane);
    lanes.push_back(report::evaluate(op, operands));
  }
  spent += lanes.size();
  return lanes;
}

Lanes Evaluator::select(const Lanes &before, Value yielded, const Weights &weights) {
  Lanes lanes;
  for (unsigned lane = 0; lane < numThreads; ++lane)
    lanes.push_back(weights[lane] ? get(yielded, lane) : before.size() == 1 ? before.front() : before[lane]);
  if (llvm::all_equal(lanes))
    lanes.resize(1);
  return lanes;
}

//===----------------------------------------------------------------------===//
// Accesses and control flow
//===----------------------------------------------------------------------===//

void Evaluator::countAccess(Operation *op, const Weights &weights) {
  int64_t count = 0;
  for (int64_t weight : weights)
    count += weight;
  auto [type, isLoad, isStore] =
      llvm::TypeSwitch<Operation *, std::tuple<Type, bool, bool>>(op)
          .Case([](kernel::LoadOp load) { return std::tuple(load.getType(), true, false); })
          .Case([](kernel::StoreOp store) { return std::tuple(store.getValue().getType(), false, true); })
          .Default([](Operation *atomic) { return std::tuple(atomic->getOperandTypes().front(), true, true); });
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(type));
  if (auto vector = dyn_cast<VectorType>(type))
    bytes *= vector.getNumElements();
  if (isLoad) {
    current.loads += count;
    current.bytesLoaded += count * bytes;
  }
  if (isStore) {
    current.stores += count;
    current.bytesStored += count * bytes;
  }
}

bool Evaluator::countCopy(kernel::AsyncCopyOp op, const Weights &weights) {
  int64_t loads = 0, elements = 0;
  bool isUnknown = false;
  for (unsigned lane = 0; lane < numThreads; ++lane) {
    if (!weights[lane])
      continue;
    int64_t count = op.getElements();
    if (op.getValid()) {
      Interval valid = get(op.getValid(), lane);
      isUnknown |= !valid.isPoint();
      count = std::clamp<int64_t>(valid.high, 0, count);
    }
    loads += count ? weights[lane] : 0;
    elements += count * weights[lane];
  }
  spent += numThreads;
  if (isUnknown && !isGuessing)
    return false;
  current.isEstimate |= isUnknown;
  current.loads += loads;
  current.bytesLoaded += elements * kernel::getElementBytes(op.getSource().getType().getElementType());
  return true;
}

bool Evaluator::evaluate(Block *block, const Weights &weights) {
  for (Operation *op : slice.getOperations(block)) {
    bool isKnown = llvm::TypeSwitch<Operation *, bool>(op)
                       .Case<scf::IfOp, scf::ForOp>([&](auto control) { return evaluate(control, weights); })
                       .Case([&](kernel::ThreadIdOp id) {
                         values[id] = getThreadId(id.getDimension());
                         return true;
                       })
                       .Case([&](kernel::BlockIdOp id) {
                         values[id] = Lanes{blocks[unsigned(id.getDimension())]};
                         return true;
                       })
                       .Case([&](kernel::AsyncCopyOp copy) { return countCopy(copy, weights); })
                       .Default([&](Operation *other) {
                         if (isGlobalAccess(other))
                           countAccess(other, weights);
                         else
                           values[other->getResult(0)] = evaluateArithmetic(other);
                         return true;
                       });
    if (!isKnown)
      return false;
  }
  return true;
}

bool Evaluator::evaluate(scf::IfOp op, const Weights &weights) {
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

bool Evaluator::evaluate(scf::ForOp op, const Weights &weights) {
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
bool Evaluator::evaluateOneByOne(scf::ForOp op, const Weights &weights, ArrayRef<int64_t> trips) {
  for (auto [init, argument] : llvm::zip_equal(op.getInitArgs(), op.getRegionIterArgs())) {
    Lanes lanes;
    for (unsigned lane = 0, e = getNumLanes(init); lane < e; ++lane)
      lanes.push_back(get(init, lane));
    values[argument] = std::move(lanes);
  }
  for (int64_t iteration = 0, e = *llvm::max_element(trips); iteration < e; ++iteration) {
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
bool Evaluator::evaluateIterations(scf::ForOp op, const Weights &weights, ArrayRef<int64_t> trips, int64_t first,
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
  if (count == 1)
    return false;
  return evaluateIterations(op, weights, trips, first, count / 2) &&
         evaluateIterations(op, weights, trips, first + count / 2, count - count / 2);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static int64_t getLength(Interval range) { return range.high - range.low + 1; }

void Evaluator::countBlocks(const BlockRange &range) {
  auto *longest = std::max_element(range.begin(), range.end(),
                                   [](Interval lhs, Interval rhs) { return getLength(lhs) < getLength(rhs); });
  bool isOne = getLength(*longest) == 1;
  int64_t count = getLength(range[0]) * getLength(range[1]) * getLength(range[2]);
  auto attempt = [&](const BlockRange &tried) {
    blocks = tried;
    current = {};
    values.clear();
    for (auto [argument, known] : llvm::zip_equal(kernel.getBody().getArguments(), launch.arguments))
      values[argument] = Lanes{known};
    return evaluate(&kernel.getBody().front(), Weights(numThreads, 1));
  };
  bool isKnown = attempt(range);
  if (!isKnown && !isOne && spent <= budget) {
    size_t dim = longest - range.begin();
    BlockRange left = range, right = range;
    left[dim].high = range[dim].low + getLength(range[dim]) / 2 - 1;
    right[dim].low = left[dim].high + 1;
    countBlocks(left);
    countBlocks(right);
    return;
  }
  if (!isKnown) {
    // One block stands for all.
    BlockRange middle;
    for (auto [point, part] : llvm::zip_equal(middle, range))
      point = Interval::getPoint(part.low + getLength(part) / 2);
    isGuessing = true;
    attempt(middle);
    isGuessing = false;
    current.isEstimate |= !isOne;
  }
  total.loads += current.loads * count;
  total.stores += current.stores * count;
  total.bytesLoaded += current.bytesLoaded * count;
  total.bytesStored += current.bytesStored * count;
  total.isEstimate |= current.isEstimate;
}

IssuedAccesses Evaluator::run() {
  BlockRange all;
  for (auto [range, size] : llvm::zip_equal(all, launch.grid)) {
    if (size <= 0)
      return {};
    range = {0, size - 1};
  }
  countBlocks(all);
  return total;
}

IssuedAccesses emmy::report::countIssuedAccesses(const Launch &launch) { return Evaluator(launch).run(); }
