// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects on values as optimization remarks: written here, and read here.

#include "Emmy/Support/NumericEffects.h"

using namespace mlir;
using namespace emmy;
using emmy::remarks::Remark;

/// In the order of the enumeration.
static constexpr llvm::StringLiteral names[] = {"reordered", "contracted", "unrounded",
                                                "widened",   "zero_signs", "rescaled"};

StringRef emmy::stringifyEffect(NumericEffect effect) { return names[static_cast<unsigned>(effect)]; }

void emmy::recordEffect(Location loc, NumericEffect effect) {
  remark::passed(loc, remark::RemarkOpts::name(stringifyEffect(effect)).category(numericsCategory));
}

EffectRecorder::EffectRecorder(MLIRContext &context)
    : effects(std::make_shared<std::vector<RecordedEffect>>()),
      recorder(context,
               {{numericsCategory, [effects = effects](const Remark &remark) {
                   if (!remarks::isPassed(remark))
                     return;
                   const auto *name = llvm::find(names, remark.getRemarkName());
                   effects->push_back({static_cast<NumericEffect>(name - std::begin(names)), remark.getLocation()});
                 }}}) {}
