// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a legal merge pays: the one cost function of fusion. Times are those of a large GPU; only their proportions
// count, and ties go to merging. Sizes that are not known are their symbol's hint.

#include "Fusion.h"

#include "Emmy/Analysis/Instructions.h"
#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

static constexpr double bytesPerSecond = 3e12;
static constexpr double flopsPerSecond = 3e13;
static constexpr double secondsPerLaunch = 4e-6;
/// Blocks that keep the machine busy.
static constexpr int64_t numProcessors = 132;
/// A row that stays on the chip between two sweeps over it.
static constexpr int64_t bytesOnChip = 160 * 1024;
/// How many times a tiled contraction uses an operand's element that it computed once.
static constexpr int64_t tileReuse = 64;
/// Tensors that one element of a contraction's operand is looked for in.
static constexpr size_t maxTileSources = 32;
/// A call of the math library, in flops.
static constexpr int64_t flopsPerCall = 16;
/// Operands of a kernel: pointers and sizes of eight bytes, of which a launch takes 4096 bytes on every target.
static constexpr int64_t maxOperands = 500;
/// An unknown size.
static constexpr int64_t defaultHint = 1024;

/// Names of the rules, as docs/Report.md lists them.
namespace rule {
static constexpr llvm::StringLiteral contractionBudget = "contraction_budget";
static constexpr llvm::StringLiteral contractionOperand = "contraction_operand";
static constexpr llvm::StringLiteral dataDependence = "data_dependence";
static constexpr llvm::StringLiteral epilogue = "epilogue";
static constexpr llvm::StringLiteral instructionBudget = "instruction_budget";
static constexpr llvm::StringLiteral operandBudget = "operand_budget";
static constexpr llvm::StringLiteral parallelism = "parallelism";
static constexpr llvm::StringLiteral recomputation = "recomputation";
static constexpr llvm::StringLiteral time = "time";
static constexpr llvm::StringLiteral traffic = "traffic";
} // namespace rule

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

CostModel::CostModel(ModuleOp module, FusionOptions options) : options(options) {
  for (SymbolOp symbol : module.getOps<SymbolOp>()) {
    int64_t hint = std::max<int64_t>(symbol.getMin(), defaultHint);
    if (std::optional<uint64_t> max = symbol.getMax())
      hint = std::min<int64_t>(hint, *max);
    hints[symbol.getSym()] = symbol.getHint() ? int64_t(*symbol.getHint()) : hint;
  }
  module.walk([&](ReductionOpInterface reduction) {
    hasContractions = isContraction(reduction);
    return hasContractions ? WalkResult::interrupt() : WalkResult::advance();
  });
}

int64_t CostModel::evaluate(ExtentAttr extent) {
  if (std::optional<int64_t> constant = extent.getConstantValue())
    return std::max<int64_t>(*constant, 0);
  std::optional<int64_t> value = extent.evaluate([&](StringRef symbol) -> std::optional<int64_t> {
    auto hint = hints.find(symbol);
    return hint == hints.end() ? defaultHint : hint->second;
  });
  return std::max<int64_t>(value.value_or(defaultHint), 0);
}

int64_t CostModel::getPoints(ArrayRef<OpFoldResult> extents) {
  int64_t points = 1;
  for (OpFoldResult extent : extents) {
    if (std::optional<int64_t> constant = getConstantIntValue(extent)) {
      points = llvm::SaturatingMultiply<uint64_t>(points, std::max<int64_t>(*constant, 0));
      continue;
    }
    std::optional<ExtentAttr> known = loop::getExtent(extent);
    points = llvm::SaturatingMultiply<uint64_t>(points, known ? evaluate(*known) : defaultHint);
  }
  return points;
}

int64_t CostModel::getBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t elements = 1;
  if (type.hasStaticShape()) {
    for (int64_t size : type.getShape())
      elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
  } else {
    SmallVector<ExtentAttr> extents = *getExtents(type);
    for (ExtentAttr extent : extents)
      elements = llvm::SaturatingMultiply<uint64_t>(elements, evaluate(extent));
  }
  return llvm::divideCeil(elements * type.getElementTypeBitWidth(), 8);
}

int64_t CostModel::getFlops(Block &block) {
  int64_t flops = 0;
  for (Operation &op : block) {
    int64_t here = 0;
    if (auto apply = dyn_cast<ApplyOp>(op))
      here = getLaws(apply.getFunction()).floatOp == "library" ? flopsPerCall : getLaws(apply.getFunction()).flops;
    else if (isa<math::FmaOp>(op))
      here = 2;
    else if (op.getNumResults() == 1 && isa<FloatType>(op.getResult(0).getType()) &&
             !isa<arith::ConstantOp, arith::SelectOp, AccessOpInterface>(op))
      here = isa<arith::DivFOp, math::SqrtOp>(op) ? 4 : 1;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        here += getFlops(inner);
    if (auto nest = dyn_cast<LoopNestOpInterface>(op))
      here = llvm::SaturatingMultiply<uint64_t>(here, getPoints(nest.getMixedExtents()));
    flops += here;
  }
  return flops;
}

//===----------------------------------------------------------------------===//
// Epilogues that wait
//===----------------------------------------------------------------------===//

/// Whether the kernel reads, at the coordinates of its nest, the result of a contraction that nobody else reads, itself
/// or through kernels of which the same is true: it will become the contraction's epilogue.
bool CostModel::isEpilogue(KernelOp kernel, unsigned depth) {
  if (depth == 0)
    return false;
  std::string ignored;
  FailureOr<Producer> self = getProducer(kernel, ignored);
  if (failed(self) || self->hasReduction)
    return false;
  for (auto [number, input] : llvm::enumerate(kernel.getInputs())) {
    auto other = input.getDefiningOp<KernelOp>();
    if (!other || other->getNumResults() != 1 || !input.hasOneUse() || !kernel.getInputArgument(number).hasOneUse())
      continue;
    FailureOr<Producer> producer = getProducer(other, ignored);
    if (failed(producer) || (producer->hasReduction && !producer->isContraction))
      continue;
    FailureOr<Edge> edge = getEdge(*producer, kernel, ignored);
    if (failed(edge) || edge->instances.size() != 1 || !edge->instances[0].canStore)
      continue;
    if (producer->isContraction || isEpilogue(other, depth - 1))
      return true;
  }
  return false;
}

bool CostModel::isLeftToItsProducer(Edge &edge) {
  // Looking for a contraction above every edge of a long chain would be most of the time of fusion.
  if (!hasContractions || edge.producer.hasReduction || !isEpilogue(edge.producer.kernel, 8))
    return false;
  // Unless the consumer continues the epilogue.
  bool continues = edge.kept.empty() && edge.isEliminated && edge.instances.size() == 1 && edge.instances[0].canStore;
  std::string ignored;
  FailureOr<Producer> consumer = getProducer(edge.consumer, ignored);
  return !(continues && succeeded(consumer) && !consumer->hasReduction);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// The operands and results of two kernels as one; a result of the first that goes is not one of them.
static int64_t countOperands(KernelOp first, KernelOp second, bool isEliminated) {
  llvm::SmallPtrSet<Value, 16> values(first->operand_begin(), first->operand_end());
  for (Value operand : second->getOperands())
    if (!isEliminated || operand.getDefiningOp() != first)
      values.insert(operand);
  return int64_t(values.size()) + first->getNumResults() + second->getNumResults() - isEliminated;
}

FusionCost CostModel::getCost(Edge &edge) {
  Producer &producer = edge.producer;
  KernelOp kernel = producer.kernel, consumer = edge.consumer;
  FusionCost cost;
  auto reject = [&](llvm::StringLiteral rule, const Twine &reason) {
    cost.rule = rule;
    cost.reason = reason.str();
    return cost;
  };

  // Bytes: results that are not written or read any more, operands that both read, operands that are read once more.
  for (OpResult result : kernel->getResults()) {
    int64_t bytes = getBytes(result);
    if (llvm::is_contained(consumer.getInputs(), result))
      cost.numbers.bytesSaved += bytes;
    if (edge.isEliminated && !llvm::is_contained(edge.kept, result.getResultNumber()))
      cost.numbers.bytesSaved += bytes;
  }
  int64_t shared = 0, again = 0;
  for (Value input : kernel.getInputs())
    (llvm::is_contained(consumer.getInputs(), input) ? shared : again) += getBytes(input);
  if (!edge.isEliminated) {
    // When every reader computes the value instead of reading it, it goes; each has its share of that.
    int64_t value = getBytes(kernel->getResult(0)), readers = 0;
    bool canAll = kernel.getNumResults() == 1 && again <= value + value / 16;
    for (Operation *user : kernel->getUsers()) {
      canAll &= isa<KernelOp>(user);
      ++readers;
    }
    cost.numbers.bytesSaved += (canAll ? (value + again) / readers : 0) - again;
  }

  // Flops: the producer's points now, less its points before.
  int64_t flopsPerPoint = getFlops(*producer.inner);
  int64_t before = edge.isEliminated && producer.loops ? getPoints(producer.loops.getMixedExtents()) : 0;
  int64_t after = 0;
  for (const Instance &instance : edge.instances) {
    int64_t points = getPoints(instance.extents);
    after += instance.isInContraction ? points / tileReuse : points;
  }
  if (!producer.loops)
    before = edge.isEliminated ? 1 : 0;
  cost.numbers.recomputedFlops =
      std::max<int64_t>(llvm::SaturatingMultiply<uint64_t>(flopsPerPoint, std::max<int64_t>(after - before, 0)), 0);

  cost.numbers.instructionBudget = options.maxInstructions;
  // Loads of the value go, and of the stores of it all but one of what others use.
  cost.numbers.instructions = edge.consumerInstructions + int64_t(edge.kept.size());
  for (const Instance &instance : edge.instances)
    cost.numbers.instructions +=
        producer.instructions - int64_t(producer.stores.size()) - int64_t(instance.loads.size());
  if (cost.numbers.instructions > options.maxInstructions)
    return reject(rule::instructionBudget, "the merged kernel has " + Twine(cost.numbers.instructions) +
                                               " instructions, more than " + Twine(options.maxInstructions));
  if (int64_t operands = countOperands(kernel, consumer, edge.isEliminated); operands > maxOperands)
    return reject(rule::operandBudget,
                  "the merged kernel has " + Twine(operands) + " operands, more than " + Twine(maxOperands));
  if (llvm::any_of(edge.instances, [](const Instance &i) { return i.isInContraction; })) {
    if (producer.hasReduction)
      return reject(rule::recomputation, "a reduction is computed once, not for every tile of a contraction");
    if (!options.allowContractionOperands)
      return reject(rule::contractionOperand, "operands of contractions are merged last");
    if (producer.isDataDependent)
      return reject(rule::dataDependence, "tiles of a contraction are not read at data-dependent coordinates");
    if (flopsPerPoint > 4 * flopsPerCall)
      return reject(rule::recomputation, "the operand is too expensive to compute for every tile");
    if (kernel.getInputs().size() > maxTileSources)
      return reject(rule::recomputation, "every tile would look for the operand in " +
                                             Twine(kernel.getInputs().size()) + " tensors, more than " +
                                             Twine(maxTileSources));
    // Every reader computes it: all of them must read less than they would of the value itself.
    if (!edge.isEliminated && cost.numbers.bytesSaved < 0)
      return reject(rule::traffic, "the operand is cheaper to read than to compute");
  }
  if (isLeftToItsProducer(edge))
    return reject(rule::epilogue, "it is the epilogue of its own producer");

  if (producer.hasReduction) {
    for (const Instance &instance : edge.instances) {
      if (instance.isInReduction)
        return reject(rule::parallelism, "a reduction inside of a reduction loses its parallelism");
      if (producer.isContraction && (instance.hasInnerLoops || instance.split))
        return reject(rule::parallelism, "loops inside of the contraction's would lose their parallelism");
      if (!producer.isContraction && instance.hasInnerContraction)
        return reject(rule::parallelism, "a row's reduction before a contraction takes away its tiles");
    }
    if (after > before)
      return reject(rule::recomputation,
                    "a reduction is computed once, not " + Twine(after) + " times for " + Twine(before) + " elements");
    if (producer.isContraction && countContractions(consumer) + countContractions(kernel) > options.maxContractions)
      return reject(rule::contractionBudget, "the kernel has a contraction already");
  }

  // Seconds. Rows run on as many processors as there are rows.
  double saved = cost.numbers.bytesSaved / bytesPerSecond - cost.numbers.recomputedFlops / flopsPerSecond;
  if (edge.isEliminated)
    saved += secondsPerLaunch;
  if (producer.hasReduction && !producer.isContraction && !edge.instances.empty() && edge.instances[0].hasInnerLoops) {
    llvm::SetVector<Value> operands;
    operands.insert(kernel.getInputs().begin(), kernel.getInputs().end());
    operands.insert(consumer.getInputs().begin(), consumer.getInputs().end());
    operands.insert(consumer.getResults().begin(), consumer.getResults().end());
    int64_t bytes = 0;
    for (Value operand : operands)
      bytes += getBytes(operand);
    int64_t rows = std::max<int64_t>(getPoints(edge.instances[0].extents), 1);
    if (bytes / rows <= bytesOnChip)
      saved += shared / bytesPerSecond;
    if (rows < numProcessors)
      saved -= bytes / bytesPerSecond * (double(numProcessors) / rows - 1);
  } else {
    saved += edge.isEliminated ? shared / bytesPerSecond : 0;
  }
  if (saved < 0)
    return reject(rule::time, Twine("it would take ") + Twine(int64_t(-saved * 1e9)) + " ns longer");
  cost.isProfitable = true;
  cost.rule = rule::time;
  cost.reason = (Twine("it saves ") + Twine(int64_t(saved * 1e9)) + " ns").str();
  return cost;
}

FusionCost CostModel::getHorizontalCost(KernelOp first, KernelOp second) {
  FusionCost cost;
  for (Value input : first.getInputs())
    if (llvm::is_contained(second.getInputs(), input))
      cost.numbers.bytesSaved += getBytes(input);
  cost.numbers.instructionBudget = options.maxInstructions;
  cost.numbers.instructions = countInstructions(first) + countInstructions(second);
  auto decide = [&](bool isProfitable, llvm::StringLiteral rule, const Twine &reason) {
    cost.isProfitable = isProfitable;
    cost.rule = rule;
    cost.reason = reason.str();
    return cost;
  };
  if (cost.numbers.bytesSaved == 0)
    return decide(false, rule::traffic, "they share no operand");
  if (cost.numbers.instructions > options.maxInstructions)
    return decide(false, rule::instructionBudget,
                  "the merged kernel has " + Twine(cost.numbers.instructions) + " instructions, more than " +
                      Twine(options.maxInstructions));
  if (int64_t operands = countOperands(first, second, false); operands > maxOperands)
    return decide(false, rule::operandBudget,
                  "the merged kernel has " + Twine(operands) + " operands, more than " + Twine(maxOperands));
  if (countContractions(first) + countContractions(second) > options.maxContractions)
    return decide(false, rule::contractionBudget, "they hold more contractions than a kernel may");
  return decide(true, rule::traffic, "they share operands");
}
