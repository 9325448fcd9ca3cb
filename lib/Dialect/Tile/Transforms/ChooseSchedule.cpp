// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that chooses schedules.
//
// Input: unscheduled kernels. Output: the same kernels with a schedule attribute. A kernel that has one keeps it.
// Failures: an unknown target, overrides that cannot be read, or a family that does not fit a kernel.

#include "Emmy/Dialect/Tile/Transforms/Passes.h"
#include "ScheduleApplier.h"
#include "ScheduleChooser.h"

#include "llvm/ADT/StringSet.h"

namespace emmy::tile {
#define GEN_PASS_DEF_CHOOSESCHEDULEPASS
#include "Emmy/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace emmy::tile

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

namespace {
/// What a number that is overridden may be.
struct NumberRule {
  llvm::StringLiteral key;
  int64_t ScheduleOverrides::*field;
  bool (*isLegal)(int64_t);
  llvm::StringLiteral expected;
};
} // namespace

static constexpr NumberRule numberRules[] = {
    // A last warp of a few threads is never what anyone wants; a block of a few threads is for tests.
    {"threads", &ScheduleOverrides::threads,
     [](int64_t n) { return n >= 1 && (n <= TargetFacts::warpSize || (n % TargetFacts::warpSize == 0 && n <= 1024)); },
     "1 to 32, or a multiple of 32 up to 1024"},
    {"vector", &ScheduleOverrides::vector,
     [](int64_t n) { return n >= 1 && llvm::isPowerOf2_64(n) && n <= TargetFacts::vectorBytes; }, "1, 2, 4, 8 or 16"},
    {"rows", &ScheduleOverrides::rows, [](int64_t n) { return n >= 1 && n <= 1024; }, "1 to 1024"},
};

FailureOr<ScheduleOverrides> ScheduleOverrides::parse(StringRef text, function_ref<InFlightDiagnostic()> emitError) {
  ScheduleOverrides overrides;
  SmallVector<StringRef> items;
  llvm::StringSet<> seen;
  text = text.trim('"').trim();
  if (!text.empty())
    text.split(items, ',');
  for (StringRef item : items) {
    auto [key, value] = item.trim().split('=');
    if (!item.contains('='))
      return emitError() << "expected overrides of the form threads=256,vector=4, but got '" << item << "' in '" << text
                         << "'";
    if (!seen.insert(key).second)
      return emitError() << "expected each override once, but got '" << key << "' again";
    if (key == "family") {
      if (!llvm::is_contained({"plain", "pointwise", "rows", "contraction", "transpose"}, value))
        return emitError()
               << "expected a family of schedules (plain, pointwise, rows, contraction, transpose), but got '" << value
               << "'";
      overrides.family = value;
      continue;
    }
    const auto *rule = llvm::find_if(numberRules, [key = key](const NumberRule &rule) { return rule.key == key; });
    if (rule == std::end(numberRules))
      return emitError() << "expected overrides of threads, vector, rows or family, but got '" << key << "'";
    int64_t &field = overrides.*rule->field;
    if (value.getAsInteger(10, field) || !rule->isLegal(field))
      return emitError() << "expected " << rule->expected << " for '" << key << "', but got '" << value << "'";
  }
  return overrides;
}

//===----------------------------------------------------------------------===//
// ScheduleBuilder
//===----------------------------------------------------------------------===//

void ScheduleBuilder::set(Operation *loop, const Splits &splits) {
  SmallVector<unsigned> numbers = structure.getAxes(loop);
  entries[numbers.front()] = {static_cast<unsigned>(numbers.size()), splits};
}

void ScheduleBuilder::setAxis(unsigned axis, const Splits &splits) { entries[axis] = {1, splits}; }

/// Terms of one thread's reduction that are combined by themselves first: a sum in one accumulator is less exact with
/// every term, and waits for each load.
static constexpr int64_t termsTogether = 8;

/// The factors of an axis that one thread runs in order.
static ScheduleBuilder::Splits getSplitsInOrder(const KernelStructure &structure, const KernelAxis &axis) {
  ScheduleBuilder::Splits splits = {{Binding::sequential, 0}};
  LoopNestOpInterface loop = axis.getLoop();
  bool isInnermost = axis.position + 1 == loop.getNumAxes() && KernelStructure::getLoops(loop).empty();
  if (axis.kind != AxisKind::reduction || axis.inOrder || !isInnermost)
    return splits;
  int64_t together = KernelStructure::limitUnrolling(loop, termsTogether);
  if (together > 1 && structure.getExpectedExtent(axis) >= 2 * together)
    splits.push_back({Binding::unroll, together});
  return splits;
}

void ScheduleBuilder::setSequential(Operation *parent) {
  for (unsigned number = 0; number < structure.axes.size(); ++number) {
    if (auto it = entries.find(number); it != entries.end()) {
      number += it->second.numAxes - 1;
      continue;
    }
    if (parent->isProperAncestor(structure.axes[number].getLoop()))
      entries[number] = {1, getSplitsInOrder(structure, structure.axes[number])};
  }
}

void ScheduleBuilder::stage(ArrayRef<int64_t> operands, unsigned axis, StagingSpace space) {
  KernelOp kernel = structure.kernel;
  stagings.push_back(StagingAttr::get(kernel.getContext(), operands, axis, space));
}

ScheduleAttr ScheduleBuilder::build(int64_t threads) const {
  KernelOp kernel = structure.kernel;
  MLIRContext *context = kernel.getContext();
  SmallVector<AxisAttr> axes;
  for (const auto &[first, entry] : entries) {
    SmallVector<AxisKind> kinds(entry.numAxes, structure.axes[first].kind);
    SmallVector<SplitAttr> splits;
    for (auto [binding, size] : entry.splits)
      splits.push_back(SplitAttr::get(context, binding, splits.empty() ? 0 : size));
    axes.push_back(AxisAttr::get(context, kinds, splits));
  }
  return ScheduleAttr::get(context, threads, axes, stagings);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether the schedule can be applied: that is not for those to judge who choose what is fast.
static bool isLegal(KernelOp kernel, ScheduleAttr schedule) {
  ScopedDiagnosticHandler quiet(kernel.getContext(), [](Diagnostic &) { return success(); });
  return succeeded(verifySchedule(kernel, schedule)) && succeeded(ScheduleApplier(kernel, schedule).check());
}

/// The first family's schedule that can be applied. The plain one fits every kernel that the level describes; what it
/// cannot be applied to, nothing can, and who applies it says why.
static ScheduleAttr choose(const ChooserContext &context) {
  StringRef family = context.overrides.family;
  using Chooser = ScheduleAttr (*)(const ChooserContext &);
  std::pair<StringRef, Chooser> choosers[] = {{"transpose", chooseTranspose},
                                              {"pointwise", choosePointwise},
                                              {"contraction", chooseContraction},
                                              {"rows", chooseRows},
                                              {"plain", choosePlain}};
  for (auto [name, chooser] : choosers)
    if (family.empty() || family == name)
      if (ScheduleAttr schedule = chooser(context);
          schedule && (chooser == choosePlain || isLegal(context.structure.kernel, schedule)))
        return schedule;
  return {};
}

namespace {
struct ChooseSchedulePass : public emmy::tile::impl::ChooseSchedulePassBase<ChooseSchedulePass> {
  using ChooseSchedulePassBase::ChooseSchedulePassBase;

  void runOnOperation() override {
    Operation *root = getOperation();
    std::string name = target;
    if (name.empty())
      if (auto attr = root->getAttrOfType<StringAttr>("emmy.target"))
        name = attr.getValue();
    if (name.empty())
      name = defaultTarget;
    const TargetFacts *facts = lookupTarget(name);
    if (!facts) {
      root->emitError("expected a target of ") << getTargetNames() << ", but got '" << name << "'";
      return signalPassFailure();
    }
    FailureOr<ScheduleOverrides> parsed = ScheduleOverrides::parse(overrides, [&] { return root->emitError(); });
    if (failed(parsed))
      return signalPassFailure();
    bool allFit = true;
    SmallVector<std::pair<KernelOp, ScheduleAttr>> chosen;
    root->walk([&](KernelOp kernel) {
      if (kernel.getSchedule() || kernel.getThreads())
        return;
      KernelStructure structure(kernel);
      ScheduleAttr schedule = choose({structure, *facts, *parsed});
      if (!schedule) {
        kernel.emitOpError("expected a kernel that the family of schedules '")
            << parsed->family << "' fits; leave the family out to choose one";
        allFit = false;
        return;
      }
      chosen.push_back({kernel, schedule});
    });
    if (!allFit)
      return signalPassFailure();
    for (auto [kernel, schedule] : chosen)
      kernel.setScheduleAttr(schedule);
  }
};
} // namespace
