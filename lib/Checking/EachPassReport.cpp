// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is said of a pass that changes what the program computes.

#include "EachPassState.h"

#include "Emmy/Pipelines/Phase.h"
#include "Emmy/Support/Locations.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::checking;

static std::string describeOp(Operation *op) {
  StringRef name = getNameHint(op->getLoc());
  return (name.empty() ? "" : "%" + name.str() + " = ") + op->getName().getStringRef().str();
}

/// An operation without its regions.
static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.skipRegions().elideLargeElementsAttrs();
  // The local scope of an isolated operation does not know its operands.
  if (!op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    flags.useLocalScope();
  op->print(os, flags);
  return text;
}

void EachPassChecker::State::report(const PassCheck &check, Pass *pass, const Snapshot &current,
                                    const Interface &interface, size_t trial, const Difference &difference,
                                    const Tolerance &tolerance, bool isOtherEngine) {
  hasDifference = true;
  Comparison comparison{*last.module, *current.module, {}, &given, getRunOptions(false), tolerance};
  std::optional<DifferingOp> culprit;
  if (trial < trials.size()) {
    comparison.trial = trials[trial];
    culprit = findDifferingOp(comparison);
    std::string pipeline = "builtin.module(";
    llvm::raw_string_ostream os(pipeline);
    pass->printAsTextualPipeline(os);
    os << ')';
    bool isModulePass = !pass->getOpName() || *pass->getOpName() == ModuleOp::getOperationName();
    // Kernels have no values that could be matched; what is made of an entry with more outputs has them in its buffers.
    if (!culprit && isModulePass && difference.elsewhere.empty())
      culprit = findDifferingOp(comparison, [&](ModuleOp module) {
        ScopedDiagnosticHandler silence(module.getContext(), [](mlir::Diagnostic &) { return success(); });
        FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, llvm::nulls());
        PassManager manager(module.getContext());
        if (succeeded(parsed))
          static_cast<OpPassManager &>(manager) = std::move(*parsed);
        return succeeded(parsed) && succeeded(manager.run(module));
      });
  }
  std::string output =
      "output '" +
      (difference.output < interface.signature.outputs.size() ? interface.signature.outputs[difference.output].name
                                                              : std::to_string(difference.output)) +
      "'";
  // What cannot be computed has no value that could differ.
  Operation *failing =
      !culprit && trial < trials.size() && !difference.elsewhere.empty() ? findFailingOp(comparison) : nullptr;
  // Where no value tells, the first operation that is another one now does.
  Operation *changed = nullptr;
  bool isInside = false;
  if (culprit || failing) {
    Operation *before = culprit ? culprit->op : findCounterpart(*current.module, *last.module, failing);
    Operation *after = culprit ? findCounterpart(*last.module, *current.module, culprit->op) : failing;
    changed = before && after ? findChangedOp(before, after) : nullptr;
    isInside = changed != nullptr;
    if (changed == before)
      changed = nullptr;
  }
  // What the named operation uses may be what changed.
  if (!culprit && !isInside && getPhase(*last.module) == getPhase(*current.module))
    changed = findChangedOp(*last.module, *current.module);
  Operation *named = culprit ? culprit->op : failing ? failing : changed;
  Location loc = named ? named->getLoc() : (*last.module)->getLoc();
  InFlightDiagnostic error = emitError(loc);
  error << "pass " << check.pass << " (the " << checks.size() + 1 << llvm::getOrdinalSuffix(checks.size() + 1)
        << " that ran) changes what the program computes: " << describe(difference, output);
  if (trial < trials.size())
    error << ", with " << trials[trial].description << ", seed " << options.seed;
  if (tolerance.isExact && !tolerance.hasFreeZeros)
    error.attachNote(loc) << "the pass recorded no numeric effect, so every bit is expected to stay";
  else if (!check.effects.empty())
    error.attachNote(loc) << "the pass recorded that values are " << llvm::join(check.effects, ", ");
  // The executor of a level is made of passes as well, which another level's may not have in common with it.
  if (isOtherEngine)
    error.attachNote(loc) << "before and after the pass the program is executed in different ways, so the passes that "
                             "make it executable may be wrong instead; see docs/Testing.md";
  if (culprit)
    error.attachNote(loc) << "the first operation whose result differs is " << describeOp(culprit->op) << ": "
                          << describe(culprit->difference, "its result");
  if (failing)
    error.attachNote(loc) << "the first operation that cannot be computed is " << print(failing);
  if (changed)
    error.attachNote(changed->getLoc()) << "the first operation that the pass changed" << (isInside ? " in it: " : ": ")
                                        << print(changed);
}
