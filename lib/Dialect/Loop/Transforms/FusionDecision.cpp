// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decisions of fusion as optimization remarks: written here, and read here.

#include "Emmy/Dialect/Loop/Transforms/FusionDecision.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace emmy::loop;
using mlir::remark::detail::InFlightRemark;
using mlir::remark::detail::Remark;

static constexpr llvm::StringLiteral category = "fusion";

/// A field as the text that tools write and as the attribute that is read back.
static Remark::Arg getField(StringRef key, std::string text, Attribute value) {
  Remark::Arg field(key, std::move(text));
  field.attr = value;
  return field;
}

void emmy::loop::emitRemark(const FusionDecision &decision) {
  Builder builder(decision.location.getContext());
  auto options = remark::RemarkOpts::name(decision.rule).category(category);
  InFlightRemark stream =
      decision.isMerged ? remark::passed(decision.location, options) : remark::missed(decision.location, options);
  if (!stream)
    return;
  auto addText = [&](StringRef key, const std::string &text) {
    stream << getField(key, text, builder.getStringAttr(text));
  };
  auto addNumber = [&](StringRef key, int64_t number) {
    stream << getField(key, std::to_string(number), builder.getI64IntegerAttr(number));
  };
  addText("producer", decision.producer);
  addText("consumer", decision.consumer);
  addText("kind", decision.isBeside ? "beside" : "into");
  addText("reason", decision.reason);
  if (!decision.numbers)
    return;
  addNumber("bytes_saved", decision.numbers->bytesSaved);
  addNumber("recomputed_flops", decision.numbers->recomputedFlops);
  addNumber("instructions", decision.numbers->instructions);
  addNumber("instruction_budget", decision.numbers->instructionBudget);
}

/// The decision that a remark of the category is about.
static FusionDecision readRemark(const Remark &remark) {
  FusionDecision decision{"", "", remark.getLocation()};
  decision.isMerged = remark.getRemarkType() == llvm::remarks::Type::Passed;
  decision.rule = remark.getRemarkName();
  auto getText = [&](StringRef key) {
    for (const Remark::Arg &field : remark.getArgs())
      if (auto text = dyn_cast_or_null<StringAttr>(field.getAttribute()); text && field.key == key)
        return text.str();
    return std::string();
  };
  auto getNumber = [&](StringRef key) -> std::optional<int64_t> {
    for (const Remark::Arg &field : remark.getArgs())
      if (auto number = dyn_cast_or_null<IntegerAttr>(field.getAttribute()); number && field.key == key)
        return number.getInt();
    return std::nullopt;
  };
  decision.producer = getText("producer");
  decision.consumer = getText("consumer");
  decision.isBeside = getText("kind") == "beside";
  decision.reason = getText("reason");
  if (std::optional<int64_t> bytes = getNumber("bytes_saved"))
    decision.numbers = {*bytes, *getNumber("recomputed_flops"), *getNumber("instructions"),
                        *getNumber("instruction_budget")};
  return decision;
}

namespace {
struct Streamer : public remark::detail::MLIRRemarkStreamerBase {
  explicit Streamer(std::vector<FusionDecision> &decisions) : decisions(decisions) {}
  void streamOptimizationRemark(const Remark &remark) override {
    if (remark.getCategoryName() == category)
      decisions.push_back(readRemark(remark));
  }
  std::vector<FusionDecision> &decisions;
};
} // namespace

FusionRecorder::FusionRecorder(MLIRContext &context) : context(context) {
  remark::RemarkCategories categories;
  categories.passed = categories.missed = category.str();
  // Fails only where the context has an engine already, whose remarks are then its own.
  (void)remark::enableOptimizationRemarks(context, std::make_unique<Streamer>(decisions),
                                          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

FusionRecorder::~FusionRecorder() { context.setRemarkEngine(nullptr); }
