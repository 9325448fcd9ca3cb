// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instrumentation of a pass manager that compares the program before and after each pass.

#include "EachPassState.h"

#include "Emmy/Execution/Arguments.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;
using namespace emmy;
using namespace emmy::checking;

/// The program that an operation is a part of.
static ModuleOp getProgram(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  return dyn_cast<ModuleOp>(op);
}

static std::string printText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo(false));
  return text;
}

/// The name of a pass as it is written in pipelines, without its options.
static std::string getName(Pass *pass) {
  return pass->getArgument().empty() ? pass->getName().str() : pass->getArgument().str();
}

/// What runs the passes of a nested pipeline: it is a pass of its own, and its passes are checked by themselves.
static bool isAdaptor(Pass *pass) { return pass->getName().contains("OpToOpPassAdaptor"); }

Snapshot EachPassChecker::State::takeSnapshot(ModuleOp module) { return {module.clone(), printText(module), {}, {}}; }

/// Whether any trial of the form gave something.
static bool wasExecuted(const Snapshot &snapshot) {
  for (const auto *results : {&snapshot.written, &snapshot.reference})
    if (*results && llvm::any_of((*results)->outcomes, [](const Outcome &outcome) { return !outcome.outputs.empty(); }))
      return true;
  return false;
}

void EachPassChecker::State::before(Pass *pass, Operation *op) {
  ModuleOp module = getProgram(op);
  if (isAdaptor(pass) || !module || hasDifference)
    return;
  if (!recorder)
    recorder.emplace(*module.getContext());
  // What is between passes changed the program, or a run of another module began.
  if (!last.module || printText(module) != last.text) {
    last = takeSnapshot(module);
    effects.clear();
  }
  recorder->take();
}

void EachPassChecker::State::after(Pass *pass, Operation *op) {
  ModuleOp module = getProgram(op);
  if (isAdaptor(pass) || !module || hasDifference)
    return;
  PassCheck check;
  check.pass = getName(pass);
  llvm::append_range(effects, recorder->take());
  // Where a form before could not be compared, what its passes did to values is part of this comparison.
  std::set<std::string> names;
  for (const RecordedEffect &effect : effects)
    names.insert(stringifyEffect(effect.effect).str());
  check.effects.assign(names.begin(), names.end());
  if (printText(module) == last.text) {
    check.outcome = PassCheck::Outcome::unchanged;
  } else {
    Snapshot current = takeSnapshot(module);
    // Runs lower copies by passes that record effects of their own.
    compare(check, pass, current);
    recorder->take();
    // What could not be executed is compared with the last form that could. Where that could not, either, as a product
    // that the interpreter would take too long for, the first form that can is what later ones are compared with.
    if (check.outcome != PassCheck::Outcome::notCompared || (!wasExecuted(last) && wasExecuted(current))) {
      last = std::move(current);
      effects.clear();
    } else {
      last.text = current.text;
    }
  }
  checks.push_back(std::move(check));
}

void EachPassChecker::State::end() {
  recorder.reset();
  last = {};
  effects.clear();
  interface.reset();
  given = {};
  trials.clear();
  refused.clear();
  hasChosenInputs = false;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Chooses sizes and values once, for all passes. False, with a reason, where the program has no interface.
bool EachPassChecker::State::chooseInputs(Snapshot &first, PassCheck &check) {
  if (hasChosenInputs)
    return true;
  RunResults probe = runModule(*first.module, std::nullopt, {}, given, getRunOptions(false));
  if (!probe.reason.empty()) {
    check.detail = probe.reason;
    return false;
  }
  Diagnostics diagnostics;
  given.seed = options.seed;
  auto arrays = readInputs(options.inputs, probe.interface.signature, diagnostics);
  bool hasShapes = arrays && llvm::any_of(*arrays, [](const auto &array) { return array.has_value(); });
  if (arrays && (!options.sizes.empty() || hasShapes))
    given.symbols = bindSymbols(options.sizes, probe.interface.signature, *arrays, diagnostics);
  if (!arrays || !diagnostics.empty()) {
    check.detail = diagnostics.front().message;
    return false;
  }
  given.arrays = std::move(*arrays);
  interface = probe.interface;
  trials = chooseTrials(*interface, given, options.maxElements, refused);
  dropLongTrials(first);
  hasChosenInputs = true;
  return true;
}

/// Values for which a loop takes long, or never ends, are no trial: the run of the program as it is given says so.
void EachPassChecker::State::dropLongTrials(Snapshot &first) {
  RunResults results = runModule(*first.module, interface, trials, given, getRunOptions(false));
  bool isInterpreted = results.engine == Engine::interpreter;
  std::vector<Trial> kept;
  std::vector<Outcome> outcomes;
  for (auto [trial, outcome] : llvm::zip(trials, results.outcomes)) {
    const std::string &reason = outcome.endedLoop ? outcome.skipped : isInterpreted ? outcome.error : std::string();
    if (!reason.empty()) {
      refused.push_back(trial.description + ": " + reason);
      continue;
    }
    kept.push_back(trial);
    outcomes.push_back(std::move(outcome));
  }
  if (!results.reason.empty())
    return;
  trials = std::move(kept);
  results.outcomes = std::move(outcomes);
  first.written = std::move(results);
}

RunResults &EachPassChecker::State::run(Snapshot &snapshot, bool referenceAccumulate) {
  std::optional<RunResults> &results = referenceAccumulate ? snapshot.reference : snapshot.written;
  if (!results)
    results = runModule(*snapshot.module, interface, trials, given, getRunOptions(referenceAccumulate));
  return *results;
}

/// What is different about the arguments and results of two forms.
static std::string compareInterfaces(const Interface &expected, const Interface &got) {
  auto print = [](const std::vector<TensorInfo> &tensors) {
    return "(" +
           llvm::join(llvm::map_range(tensors,
                                      [](const TensorInfo &info) {
                                        return info.dtype + "[" + llvm::join(info.extents, ", ") + "]";
                                      }),
                      ", ") +
           ")";
  };
  auto printAll = [&](const Interface &interface) {
    return print(interface.signature.inputs) + " -> " + print(interface.signature.outputs);
  };
  std::string want = printAll(expected), have = printAll(got);
  return want == have ? "" : "expected arguments and results " + want + ", but got " + have;
}

/// What the effects that passes recorded do to values.
static Tolerance getTolerance(ArrayRef<RecordedEffect> effects) {
  Tolerance tolerance;
  for (const RecordedEffect &effect : effects) {
    if (effect.effect == NumericEffect::zeroSigns)
      tolerance.hasFreeZeros = true;
    else
      tolerance.isExact = false;
    tolerance.overflowsElsewhere |= effect.effect == NumericEffect::rescaled;
  }
  return tolerance;
}

/// Whether a loop takes too many steps for a trial, all of whose loops ended before.
static bool hasMoreSteps(const RunResults &before, const RunResults &after, size_t trial) {
  const Outcome &expected = before.outcomes[trial], &got = after.outcomes[trial];
  return expected.skipped.empty() && expected.error.empty() && got.endedLoop && before.countsLoopSteps &&
         after.countsLoopSteps;
}

void EachPassChecker::State::compare(PassCheck &check, Pass *pass, Snapshot &current) {
  check.outcome = PassCheck::Outcome::notCompared;
  if (!chooseInputs(last, check))
    return;
  // The interpreter sums in f64: what is compared with it does so too.
  bool hasInterpreter = false, hasLoop = false;
  for (ModuleOp module : {*last.module, *current.module}) {
    std::optional<Phase> phase = getExecutedPhase(module);
    hasInterpreter |= phase == Phase::tensor || phase == Phase::framework;
    hasLoop |= phase == Phase::loop;
  }
  bool referenceAccumulate = hasInterpreter && hasLoop;
  RunResults &before = run(last, referenceAccumulate), &after = run(current, referenceAccumulate);
  for (const RunResults *results : {&before, &after})
    if (!results->reason.empty()) {
      check.detail = (results == &before ? "before: " : "after: ") + results->reason;
      return;
    }
  interface = after.interface;

  Tolerance tolerance = getTolerance(effects);
  tolerance.isExact &=
      recorder->isRecording() && (before.engine == Engine::interpreter) == (after.engine == Engine::interpreter);
  ModuleOp perturbed = before.engine == Engine::interpreter ? *current.module : *last.module;
  std::set<std::string> skipped(refused.begin(), refused.end());
  if (std::string problem = compareInterfaces(before.interface, after.interface); !problem.empty()) {
    Difference difference;
    difference.elsewhere = problem;
    check.outcome = PassCheck::Outcome::differs;
    return report(check, pass, current, before.interface, 0, difference, tolerance, before.engine != after.engine);
  }
  bool wasRun = false;
  for (auto [i, trial] : llvm::enumerate(trials)) {
    const Outcome &expected = before.outcomes[i], &got = after.outcomes[i];
    bool hasMore = hasMoreSteps(before, after, i);
    if (!hasMore && (!expected.skipped.empty() || !got.skipped.empty() || !expected.error.empty())) {
      skipped.insert(trial.description + ": " +
                     (!expected.error.empty()     ? "before: " + expected.error
                      : !expected.skipped.empty() ? expected.skipped
                                                  : got.skipped));
      continue;
    }
    wasRun = true;
    std::optional<Difference> difference;
    if (hasMore)
      difference.emplace().elsewhere = "expected loops that end as before, but got: " + got.skipped;
    else
      difference = compareTrial(expected, got, trial, tolerance, perturbed, check.elements);
    if (difference) {
      check.outcome = PassCheck::Outcome::differs;
      check.detail = trial.description;
      return report(check, pass, current, before.interface, i, *difference, tolerance, before.engine != after.engine);
    }
  }
  if (wasRun)
    check.outcome =
        tolerance.isExact && !tolerance.hasFreeZeros ? PassCheck::Outcome::sameBits : PassCheck::Outcome::close;
  check.detail = llvm::join(skipped, "; ");
}

/// The outcomes of a trial, first of the program as it is, then with its roundings moved.
static std::vector<Outcome> runPerturbed(ModuleOp module, const std::optional<Interface> &interface, const Trial &trial,
                                         const GivenInputs &given, const RunOptions &options,
                                         const Tolerance &tolerance) {
  std::vector<Outcome> outcomes = runModule(module, interface, trial, given, options).outcomes;
  for (const Perturbation &perturbation : tolerance.getPerturbations()) {
    OwningOpRef<ModuleOp> copy = module.clone();
    perturb(*copy, perturbation);
    llvm::append_range(outcomes, runModule(*copy, interface, trial, given, options).outcomes);
  }
  return outcomes;
}

std::optional<Difference> EachPassChecker::State::compareTrial(const Outcome &expected, const Outcome &got,
                                                               const Trial &trial, const Tolerance &tolerance,
                                                               ModuleOp perturbed, int64_t &compared) {
  std::optional<std::vector<Outcome>> outcomes;
  return findDifference(
      expected, got, tolerance,
      [&]() -> ArrayRef<Outcome> {
        if (!outcomes)
          outcomes = runPerturbed(perturbed, interface, trial, given, getRunOptions(false), tolerance);
        return *outcomes;
      },
      compared);
}

//===----------------------------------------------------------------------===//
// The instrumentation
//===----------------------------------------------------------------------===//

namespace {
struct Instrumentation : public PassInstrumentation {
  explicit Instrumentation(std::shared_ptr<EachPassChecker::State> state) : state(std::move(state)) {}
  ~Instrumentation() override { state->end(); }
  void runBeforePass(Pass *pass, Operation *op) override {
    if (state->hasDifference)
      signalPassFailure(pass);
    else
      state->before(pass, op);
  }
  void runAfterPass(Pass *pass, Operation *op) override { state->after(pass, op); }
  std::shared_ptr<EachPassChecker::State> state;
};
} // namespace

EachPassChecker::EachPassChecker(EachPassOptions options) : state(std::make_shared<State>(std::move(options))) {}
EachPassChecker::~EachPassChecker() = default;

void EachPassChecker::attach(PassManager &manager) {
  // The passes of functions run one after the other, so that the module around them holds still.
  manager.getContext()->disableMultithreading();
  ModuleExecutor::loadDialects(*manager.getContext());
  manager.addInstrumentation(std::make_unique<Instrumentation>(state));
}

bool EachPassChecker::hasDifference() const { return state->hasDifference; }
const std::vector<PassCheck> &EachPassChecker::getChecks() const { return state->checks; }
