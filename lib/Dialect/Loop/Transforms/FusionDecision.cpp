// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decisions of fusion as optimization remarks: written here, and read here.

#include "Emmy/Dialect/Loop/Transforms/FusionDecision.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy::loop;
using mlir::remark::detail::InFlightRemark;
using mlir::remark::detail::Remark;
namespace remarks = emmy::remarks;

static constexpr llvm::StringLiteral category = "fusion";

void emmy::loop::emitRemark(const FusionDecision &decision) {
  Builder builder(decision.location.getContext());
  auto options = remark::RemarkOpts::name(decision.rule).category(category);
  InFlightRemark stream =
      decision.isMerged ? remark::passed(decision.location, options) : remark::missed(decision.location, options);
  if (!stream)
    return;
  auto addText = [&](StringRef key, const std::string &text) {
    stream << remarks::getField(key, builder.getStringAttr(text));
  };
  auto addNumber = [&](StringRef key, int64_t number) {
    stream << remarks::getField(key, builder.getI64IntegerAttr(number));
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
  decision.isMerged = remarks::isPassed(remark);
  decision.rule = remark.getRemarkName();
  decision.producer = remarks::getText(remark, "producer");
  decision.consumer = remarks::getText(remark, "consumer");
  decision.isBeside = remarks::getText(remark, "kind") == "beside";
  decision.reason = remarks::getText(remark, "reason");
  auto getNumber = [&](StringRef key) { return remarks::getNumber(remark, key); };
  if (std::optional<int64_t> bytes = getNumber("bytes_saved"))
    decision.numbers = {*bytes, *getNumber("recomputed_flops"), *getNumber("instructions"),
                        *getNumber("instruction_budget")};
  return decision;
}

remarks::Listener emmy::loop::listenToFusion(std::vector<FusionDecision> &decisions) {
  return {category, [&](const Remark &remark) { decisions.push_back(readRemark(remark)); }};
}
