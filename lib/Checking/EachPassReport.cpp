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

void EachPassChecker::State::report(const PassCheck &check, Pass *pass, const Snapshot &current,
                                    const Interface &interface, size_t trial, const Difference &difference,
                                    const Tolerance &tolerance) {
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
  // Where no value tells, the first operation that is another one now does.
  Operation *changed = nullptr;
  if (culprit) {
    Operation *counterpart = findCounterpart(*last.module, *current.module, culprit->op);
    changed = counterpart ? findChangedOp(culprit->op, counterpart) : nullptr;
    if (changed == culprit->op)
      changed = nullptr;
  } else if (getPhase(*last.module) == getPhase(*current.module)) {
    changed = findChangedOp(*last.module, *current.module);
  }
  Location loc = culprit ? culprit->op->getLoc() : changed ? changed->getLoc() : (*last.module)->getLoc();
  InFlightDiagnostic error = emitError(loc);
  error << "pass " << check.pass << " (the " << checks.size() + 1 << llvm::getOrdinalSuffix(checks.size() + 1)
        << " that ran) changes what the program computes: " << describe(difference, output);
  if (trial < trials.size())
    error << ", with " << trials[trial].description << ", seed " << options.seed;
  if (tolerance.isExact && !tolerance.hasFreeZeros)
    error.attachNote(loc) << "the pass recorded no numeric effect, so every bit is expected to stay";
  else if (!check.effects.empty())
    error.attachNote(loc) << "the pass recorded that values are " << llvm::join(check.effects, ", ");
  if (culprit)
    error.attachNote(loc) << "the first operation whose result differs is " << describeOp(culprit->op) << ": "
                          << describe(culprit->difference, "its result");
  if (changed)
    (error.attachNote(changed->getLoc()) << "the first operation that the pass changed"
                                         << (culprit ? " in it: " : ": "))
        .appendOp(*changed, OpPrintingFlags().skipRegions());
}
