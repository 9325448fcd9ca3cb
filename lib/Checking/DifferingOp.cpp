// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bisection of a program by its values. All are computed in one run, so the first that differs is known at once.

#include "DifferingOp.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Support/Entry.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::checking;

/// Elements of a value that is made an output, at most: a product that nobody stores would not fit.
static constexpr uint64_t kMaxElements = 1 << 20;

/// The values of the entry that can be outputs, in program order.
static SmallVector<OpResult> getValues(ModuleOp module) {
  SmallVector<OpResult> values;
  func::FuncOp entry = getEntry(module);
  if (!entry || !entry.getBody().hasOneBlock())
    return values;
  for (Operation &op : entry.getBody().front())
    for (OpResult result : op.getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (type && succeeded(getExtents(type)))
        values.push_back(result);
    }
  return values;
}

/// Makes values of the entry further outputs.
static void addOutputs(ModuleOp module, ArrayRef<OpResult> values) {
  func::FuncOp entry = getEntry(module);
  if (values.empty())
    return;
  Operation *terminator = entry.getBody().front().getTerminator();
  for (OpResult value : values) {
    (void)entry.insertResult(entry.getNumResults(), value.getType(), DictionaryAttr());
    terminator->insertOperands(terminator->getNumOperands(), Value(value));
  }
}

/// Where a value comes from: of what was fused, the consumer.
static Location getOrigin(Location loc) {
  if (auto fused = dyn_cast<FusedLoc>(loc); fused && !fused.getLocations().empty())
    return getOrigin(fused.getLocations().back());
  return loc;
}

/// Pairs of values that mean the same, as positions in two lists: of equal origins and types the last ones, or all
/// where there are equally many.
static llvm::MapVector<unsigned, unsigned> matchValues(ArrayRef<OpResult> before, ArrayRef<OpResult> after) {
  using Key = std::pair<Attribute, Type>;
  auto group = [](ArrayRef<OpResult> values) {
    llvm::MapVector<Key, SmallVector<unsigned>> groups;
    for (auto [position, value] : llvm::enumerate(values)) {
      Location origin = getOrigin(value.getLoc());
      if (!isa<UnknownLoc>(origin))
        groups[Key(Attribute(origin), value.getType())].push_back(position);
    }
    return groups;
  };
  auto afterGroups = group(after);
  llvm::SmallVector<std::pair<unsigned, unsigned>> pairs;
  for (auto &[key, positions] : group(before)) {
    const SmallVector<unsigned> &others = afterGroups[key];
    if (others.size() == positions.size())
      for (auto [position, other] : llvm::zip_equal(positions, others))
        pairs.push_back({position, other});
    else if (!others.empty())
      pairs.push_back({positions.back(), others.back()});
  }
  llvm::sort(pairs);
  llvm::MapVector<unsigned, unsigned> matches;
  for (auto [position, other] : pairs)
    matches[position] = other;
  return matches;
}

/// Whether a value that differs is one that other differing values, or the outputs, are computed from. A pair of values
/// that were matched by mistake differs, and all that uses them agrees.
static bool explainsOthers(OpResult value, const llvm::DenseMap<Value, bool> &differs) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    for (Operation *user : next.getUsers()) {
      if (user->hasTrait<OpTrait::IsTerminator>())
        return true;
      for (Value result : user->getResults()) {
        auto known = differs.find(result);
        if (known == differs.end() && seen.insert(result).second)
          worklist.push_back(result);
        else if (known != differs.end() && known->second)
          return true;
      }
    }
  }
  return false;
}

/// Runs variants of the program whose values are outputs.
static SmallVector<Outcome> runPerturbed(ModuleOp module, const Comparison &comparison) {
  SmallVector<Outcome> outcomes;
  auto run = [&](ModuleOp program) {
    RunResults results = runModule(program, std::nullopt, comparison.trial, *comparison.given, comparison.options);
    llvm::append_range(outcomes, results.outcomes);
  };
  run(module);
  for (const Perturbation &perturbation : comparison.tolerance.getPerturbations()) {
    OwningOpRef<ModuleOp> copy = module.clone();
    perturb(*copy, perturbation);
    run(*copy);
  }
  return outcomes;
}

/// One output of an outcome by itself.
static Outcome selectOutput(const Outcome &outcome, size_t output) {
  Outcome selected;
  if (output < outcome.outputs.size())
    selected.outputs.push_back(outcome.outputs[output]);
  return selected;
}

std::optional<DifferingOp> checking::findDifferingOp(Comparison comparison, function_ref<bool(ModuleOp)> replay) {
  SmallVector<OpResult> before = getValues(comparison.before), after;
  // Below tensors there are no values that could be outputs, and in the LLVM dialect no entry that could have them.
  if (before.empty())
    return std::nullopt;
  size_t numOutputs = getEntry(comparison.before).getNumResults();
  OwningOpRef<ModuleOp> exposedBefore = comparison.before.clone();
  // Values of a copy stand in the same order.
  addOutputs(*exposedBefore, getValues(*exposedBefore));
  OwningOpRef<ModuleOp> exposedAfter;
  llvm::MapVector<unsigned, unsigned> matches;
  if (replay) {
    exposedAfter = exposedBefore->clone();
    // A pass that fails on the larger program tells nothing: equal programs have no difference.
    if (!replay(*exposedAfter))
      exposedAfter = exposedBefore->clone();
    for (unsigned i = 0; i < before.size(); ++i)
      matches[i] = i;
  } else {
    after = getValues(comparison.after);
    matches = matchValues(before, after);
    exposedAfter = comparison.after.clone();
    addOutputs(*exposedAfter, getValues(*exposedAfter));
  }

  std::optional<Interface> interface = readInterface(*exposedBefore);
  auto shapes = interface ? interface->getShapes(true, comparison.trial.symbols) : std::nullopt;
  for (const std::vector<int64_t> &shape : shapes.value_or(std::vector<std::vector<int64_t>>())) {
    uint64_t elements = 1;
    for (int64_t size : shape)
      elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
    if (elements > kMaxElements)
      matches.clear();
  }
  auto run = [&](ModuleOp module) {
    return runModule(module, std::nullopt, comparison.trial, *comparison.given, comparison.options);
  };
  RunResults beforeResults, afterResults;
  if (!matches.empty()) {
    beforeResults = run(*exposedBefore);
    afterResults = run(*exposedAfter);
  }
  // What could not run has no outputs.
  auto getOutcome = [](RunResults &results) {
    return results.outcomes.empty() ? Outcome() : std::move(results.outcomes.front());
  };
  Outcome expected = getOutcome(beforeResults), got = getOutcome(afterResults);
  if (expected.outputs.size() != numOutputs + before.size())
    return std::nullopt;

  std::optional<SmallVector<Outcome>> perturbed;
  llvm::MapVector<unsigned, Difference> differences;
  llvm::DenseMap<Value, bool> differs;
  for (auto [position, other] : matches) {
    Outcome want = selectOutput(expected, numOutputs + position), have = selectOutput(got, numOutputs + other);
    SmallVector<Outcome> selected;
    auto getPerturbed = [&, position = position]() -> ArrayRef<Outcome> {
      if (!perturbed)
        perturbed =
            runPerturbed(beforeResults.engine == Engine::interpreter ? *exposedAfter : *exposedBefore, comparison);
      size_t output = numOutputs + (beforeResults.engine == Engine::interpreter ? matches[position] : position);
      for (const Outcome &outcome : *perturbed)
        selected.push_back(selectOutput(outcome, output));
      return selected;
    };
    if (want.outputs.empty() || have.outputs.empty())
      continue;
    int64_t compared = 0;
    std::optional<Difference> difference = findDifference(want, have, comparison.tolerance, getPerturbed, compared);
    differs[before[position]] = difference.has_value();
    if (difference)
      differences[position] = *difference;
  }
  for (auto &[position, difference] : differences)
    if (explainsOthers(before[position], differs))
      return DifferingOp{before[position].getOwner(), difference};
  return std::nullopt;
}

/// Whether the values up to one, by themselves, cannot be computed.
static bool failsUpTo(Comparison comparison, size_t last) {
  OwningOpRef<ModuleOp> program = comparison.after.clone();
  func::FuncOp entry = getEntry(*program);
  unsigned numOutputs = entry.getNumResults();
  addOutputs(*program, ArrayRef(getValues(*program)).take_front(last + 1));
  Block &block = entry.getBody().front();
  block.getTerminator()->eraseOperands(0, numOutputs);
  for (unsigned output = 0; output < numOutputs; ++output)
    (void)entry.eraseResult(0);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
  RunResults results = runModule(*program, std::nullopt, comparison.trial, *comparison.given, comparison.options);
  return !results.outcomes.empty() && !results.outcomes.front().error.empty();
}

Operation *checking::findFailingOp(const Comparison &comparison) {
  SmallVector<OpResult> values = getValues(comparison.after);
  if (values.empty() || !failsUpTo(comparison, values.size() - 1))
    return nullptr;
  size_t first = 0, last = values.size() - 1;
  while (first < last) {
    size_t middle = (first + last) / 2;
    if (failsUpTo(comparison, middle))
      last = middle;
    else
      first = middle + 1;
  }
  return values[first].getOwner();
}

Operation *checking::findCounterpart(ModuleOp before, ModuleOp after, Operation *op) {
  SmallVector<OpResult> values = getValues(before), others = getValues(after);
  Operation *counterpart = nullptr;
  for (auto [position, other] : matchValues(values, others))
    if (values[position].getOwner() == op && !counterpart)
      counterpart = others[other].getOwner();
  return counterpart;
}

/// Whether two operations are the same but for their operands, regions and locations.
static bool areAlike(Operation *lhs, Operation *rhs) {
  return lhs->getName() == rhs->getName() && lhs->getAttrDictionary() == rhs->getAttrDictionary() &&
         lhs->getResultTypes() == rhs->getResultTypes() && lhs->getNumOperands() == rhs->getNumOperands();
}

Operation *checking::findChangedOp(Operation *before, Operation *after) {
  SmallVector<Operation *> lhs, rhs;
  before->walk<WalkOrder::PreOrder>([&](Operation *op) { lhs.push_back(op); });
  after->walk<WalkOrder::PreOrder>([&](Operation *op) { rhs.push_back(op); });
  // Operands are the same where their numbers in the order of definition are.
  llvm::DenseMap<Value, unsigned> lhsNumbers, rhsNumbers;
  auto number = [](Operation *op, llvm::DenseMap<Value, unsigned> &numbers) {
    for (Value result : op->getResults())
      numbers.try_emplace(result, numbers.size());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          numbers.try_emplace(argument, numbers.size());
  };
  for (auto [one, other] : llvm::zip(lhs, rhs)) {
    if (!areAlike(one, other))
      return one;
    for (auto [left, right] : llvm::zip_equal(one->getOperands(), other->getOperands()))
      // What is defined above both has no number.
      if (lhsNumbers.contains(left) != rhsNumbers.contains(right) ||
          (lhsNumbers.contains(left) && lhsNumbers[left] != rhsNumbers[right]))
        return one;
    number(one, lhsNumbers);
    number(other, rhsNumbers);
  }
  return lhs.size() > rhs.size() ? lhs[rhs.size()] : nullptr;
}
