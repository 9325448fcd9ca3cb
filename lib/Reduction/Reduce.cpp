// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search for a small program: edits are tried from coarse to fine, many places at once and then fewer, until none
// keeps what is of interest. Upstream's reduction tree asks a script in a process of its own about a file for every
// variant; here a variant is a module, and a question costs a fork.

#include "Emmy/Reduction/Reduce.h"

#include "Emmy/Reduction/Edits.h"

#include "Emmy/Support/Entry.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::reduction;

static std::string printText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo(false));
  return text;
}

static unsigned countOps(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

namespace {
class Reducer {
public:
  Reducer(OwningOpRef<ModuleOp> &module, const std::function<bool(ModuleOp)> &isInteresting, unsigned maxTests)
      : module(module), isInteresting(isInteresting), maxTests(maxTests) {}

  ReductionStatistics run() {
    bool hasChanged = true;
    fixSizes();
    while (hasChanged && !isOver()) {
      hasChanged = dropOutputs();
      hasChanged |= advanceOutputs();
      // What cuts most comes first.
      for (Edit edit : {replaceByArgument, eraseUnused, replaceByFirstOperand, replaceByLastOperand, unwrap,
                        replaceByConstant, dropGuard})
        hasChanged |= applyEverywhere(edit);
      hasChanged |= simplify();
      hasChanged |= shrink();
    }
    return statistics;
  }

private:
  bool isOver() const { return statistics.tests >= maxTests; }

  /// Takes the candidate where it is valid, no larger, and of interest.
  bool accept(OwningOpRef<ModuleOp> candidate) {
    if (isOver())
      return false;
    {
      ScopedDiagnosticHandler silence(candidate->getContext(), [](mlir::Diagnostic &) { return success(); });
      if (failed(verify(*candidate)))
        return false;
    }
    ++statistics.tests;
    if (!isInteresting(*candidate))
      return false;
    ++statistics.accepted;
    module = std::move(candidate);
    return true;
  }

  /// A program of one size, where the sizes play no part.
  void fixSizes() {
    for (int64_t size : {3, 7, 33}) {
      OwningOpRef<ModuleOp> candidate = module->clone();
      if (!makeStatic(*candidate, size))
        return;
      eraseDead(*candidate);
      if (accept(std::move(candidate)))
        return;
    }
  }

  bool dropOutputs() {
    bool hasChanged = false;
    func::FuncOp entry = getEntry(*module);
    for (unsigned output = entry ? entry.getNumResults() : 0; output-- > 0;) {
      OwningOpRef<ModuleOp> candidate = module->clone();
      if (!dropOutput(*candidate, output))
        continue;
      eraseDead(*candidate);
      hasChanged |= accept(std::move(candidate));
    }
    return hasChanged;
  }

  /// What stands behind the operation of interest goes: the last one of each output, and the one before it, and so on.
  bool advanceOutputs() {
    bool hasChanged = false;
    func::FuncOp entry = getEntry(*module);
    if (!entry || !entry.getBody().hasOneBlock())
      return false;
    for (unsigned output = entry.getNumResults(); output-- > 0;) {
      auto advance = [&] {
        Operation *op = getEntry(*module).getBody().front().getTerminator()->getOperand(output).getDefiningOp();
        for (unsigned operand = 0, e = op ? op->getNumOperands() : 0; operand < e; ++operand) {
          OwningOpRef<ModuleOp> candidate = module->clone();
          if (!advanceOutput(*candidate, output, operand))
            continue;
          eraseDead(*candidate);
          if (countOps(*candidate) < countOps(*module) && accept(std::move(candidate)))
            return true;
        }
        return false;
      };
      while (advance())
        hasChanged = true;
    }
    return hasChanged;
  }

  /// Applies an edit to operations `begin` to `end` in the order of a walk, from the last to the first.
  OwningOpRef<ModuleOp> applyTo(Edit edit, unsigned begin, unsigned end) {
    OwningOpRef<ModuleOp> candidate = module->clone();
    // Handles of what an edit erases, and what is inside of it, are not used again: inner operations come first.
    SmallVector<Operation *> ops;
    candidate->walk<WalkOrder::PostOrder>([&](Operation *op) { ops.push_back(op); });
    bool hasChanged = false;
    for (unsigned i = std::min<unsigned>(end, ops.size()); i-- > begin;) {
      if (ops[i] == candidate->getOperation())
        continue;
      // One that contains others is changed by itself.
      if (ops[i]->getNumRegions() > 0 && end - begin > 1)
        continue;
      hasChanged |= edit(ops[i]);
    }
    if (!hasChanged)
      return nullptr;
    eraseDead(*candidate);
    return candidate;
  }

  /// Everywhere at once, in halves, in quarters, …, one by one.
  bool applyEverywhere(Edit edit) {
    bool hasChanged = false;
    for (unsigned size = std::max(countOps(*module) / 2, 1u); size > 0 && !isOver(); size /= 2)
      for (unsigned end = countOps(*module); end > 0 && !isOver();) {
        unsigned begin = end > size ? end - size : 0;
        unsigned before = countOps(*module);
        std::string text = printText(*module);
        OwningOpRef<ModuleOp> candidate = applyTo(edit, begin, end);
        bool isSmaller = candidate && (countOps(*candidate) < before ||
                                       (countOps(*candidate) == before && printText(*candidate).size() < text.size()));
        if (isSmaller && accept(std::move(candidate))) {
          hasChanged = true;
          // What is left of the range has moved up.
          unsigned gone = before - countOps(*module);
          end = end > gone ? std::min(end - gone, countOps(*module)) : 0;
          if (gone == 0)
            end = begin;
        } else {
          end = begin;
        }
      }
    return hasChanged;
  }

  /// What the canonical form makes smaller: operands of kernels that nothing reads, loops over one element.
  bool simplify() {
    OwningOpRef<ModuleOp> candidate = module->clone();
    PassManager manager(candidate->getContext());
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
    ScopedDiagnosticHandler silence(candidate->getContext(), [](mlir::Diagnostic &) { return success(); });
    if (failed(manager.run(*candidate)))
      return false;
    eraseDead(*candidate);
    return printText(*candidate).size() < printText(*module).size() && accept(std::move(candidate));
  }

  /// Smaller extents, constants and counts.
  bool shrink() {
    bool hasChanged = false;
    for (bool again = true; again && !isOver();) {
      again = false;
      for (const std::string &text : shrinkNumbers(printText(*module))) {
        OwningOpRef<ModuleOp> candidate;
        {
          ScopedDiagnosticHandler silence(module->getContext(), [](mlir::Diagnostic &) { return success(); });
          ParserConfig config(module->getContext());
          candidate = parseSourceString<ModuleOp>(text, config, "<reduced>");
        }
        if (candidate && accept(std::move(candidate))) {
          hasChanged = again = true;
          break;
        }
      }
    }
    return hasChanged;
  }

  OwningOpRef<ModuleOp> &module;
  const std::function<bool(ModuleOp)> &isInteresting;
  unsigned maxTests;
  ReductionStatistics statistics;
};
} // namespace

ReductionStatistics emmy::reduceModule(OwningOpRef<ModuleOp> &module,
                                       const std::function<bool(ModuleOp)> &isInteresting, unsigned maxTests) {
  return Reducer(module, isInteresting, maxTests).run();
}
