// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects on values as optimization remarks: written here, and read here.

#include "Emmy/Support/NumericEffects.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace emmy;
using mlir::remark::detail::Remark;

static constexpr llvm::StringLiteral category = "numerics";

/// In the order of the enumeration.
static constexpr llvm::StringLiteral names[] = {"reordered", "contracted", "unrounded", "widened"};

StringRef emmy::stringifyEffect(NumericEffect effect) { return names[static_cast<unsigned>(effect)]; }

void emmy::recordEffect(Location loc, NumericEffect effect) {
  remark::passed(loc, remark::RemarkOpts::name(stringifyEffect(effect)).category(category));
}

namespace {
struct Streamer : public remark::detail::MLIRRemarkStreamerBase {
  explicit Streamer(std::shared_ptr<std::vector<RecordedEffect>> effects) : effects(std::move(effects)) {}
  void streamOptimizationRemark(const Remark &remark) override {
    if (remark.getCategoryName() != category)
      return;
    const auto *name = llvm::find(names, remark.getRemarkName());
    effects->push_back({static_cast<NumericEffect>(name - std::begin(names)), remark.getLocation()});
  }
  std::shared_ptr<std::vector<RecordedEffect>> effects;
};
} // namespace

EffectRecorder::EffectRecorder(MLIRContext &context)
    : context(context), effects(std::make_shared<std::vector<RecordedEffect>>()) {
  remark::RemarkCategories categories;
  categories.passed = category.str();
  isInstalled =
      !context.getRemarkEngine() &&
      succeeded(remark::enableOptimizationRemarks(context, std::make_unique<Streamer>(effects),
                                                  std::make_unique<remark::RemarkEmittingPolicyAll>(), categories));
}

EffectRecorder::~EffectRecorder() {
  if (isInstalled)
    context.setRemarkEngine(nullptr);
}
