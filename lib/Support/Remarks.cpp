// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remarks to listeners, and the fields of remarks.

#include "Emmy/Support/Remarks.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy;
using emmy::remarks::Remark;

namespace {
struct Streamer : public remark::detail::MLIRRemarkStreamerBase {
  explicit Streamer(std::vector<remarks::Listener> listeners) : listeners(std::move(listeners)) {}
  void streamOptimizationRemark(const Remark &remark) override {
    for (const remarks::Listener &listener : listeners)
      if (remark.getCategoryName() == listener.category)
        listener.listen(remark);
  }
  std::vector<remarks::Listener> listeners;
};
} // namespace

remarks::Recorder::Recorder(MLIRContext &context, std::vector<Listener> listeners) : context(context) {
  // A regular expression that matches each of the categories.
  std::string filter =
      llvm::join(llvm::map_range(listeners, [](const Listener &listener) { return listener.category.str(); }), "|");
  remark::RemarkCategories categories;
  categories.passed = categories.missed = filter;
  isInstalled =
      !context.getRemarkEngine() &&
      succeeded(remark::enableOptimizationRemarks(context, std::make_unique<Streamer>(std::move(listeners)),
                                                  std::make_unique<remark::RemarkEmittingPolicyAll>(), categories));
}

remarks::Recorder::~Recorder() {
  if (isInstalled)
    context.setRemarkEngine(nullptr);
}

bool remarks::isPassed(const Remark &remark) { return remark.getRemarkType() == llvm::remarks::Type::Passed; }

Remark::Arg remarks::getField(StringRef key, StringAttr text) {
  Remark::Arg field(key, text.str());
  field.attr = text;
  return field;
}

Remark::Arg remarks::getField(StringRef key, IntegerAttr number) {
  Remark::Arg field(key, std::to_string(number.getInt()));
  field.attr = number;
  return field;
}

static Attribute find(const Remark &remark, StringRef key) {
  for (const Remark::Arg &field : remark.getArgs())
    if (field.key == key)
      return field.getAttribute();
  return {};
}

StringRef remarks::getText(const Remark &remark, StringRef key) {
  auto text = dyn_cast_or_null<StringAttr>(find(remark, key));
  return text ? text.getValue() : StringRef();
}

std::optional<int64_t> remarks::getNumber(const Remark &remark, StringRef key) {
  if (auto number = dyn_cast_or_null<IntegerAttr>(find(remark, key)))
    return number.getInt();
  return std::nullopt;
}
