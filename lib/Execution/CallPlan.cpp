// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of calls, read from the arguments and results of both functions, over tensors or over buffers.

#include "Emmy/Execution/CallPlan.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Support/Entry.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;

static std::string getText(DictionaryAttr attributes, StringRef name) {
  auto text = attributes ? attributes.getAs<StringAttr>(name) : StringAttr();
  return text ? text.str() : std::string();
}

/// Adds a result of @prepare, whose shape is static.
static void addResult(CallPlan &plan, Type type, DictionaryAttr attributes) {
  auto shaped = cast<ShapedType>(type);
  CallPlan::Result &result = plan.results.emplace_back();
  result.name = getText(attributes, "emmy.name");
  result.shape.assign(shaped.getShape().begin(), shaped.getShape().end());
  result.bytes = shaped.getNumElements() * llvm::divideCeil(shaped.getElementTypeBitWidth(), 8);
}

std::optional<CallPlan> CallPlan::read(ModuleOp module) {
  func::FuncOp entry = getEntry(module), preparation = getPreparation(module);
  if (!preparation)
    return std::nullopt;
  CallPlan plan;
  plan.numSymbols = llvm::range_size(module.getOps<SymbolOp>());
  // In buffer form sizes and results are arguments, too.
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (!type.isIndex() && !entry.getArgAttr(i, "emmy.result"))
      plan.arguments.push_back(
          {getText(entry.getArgAttrDict(i), "emmy.parameter"), getText(entry.getArgAttrDict(i), "emmy.prepared")});
  for (auto [i, type] : llvm::enumerate(preparation.getArgumentTypes())) {
    DictionaryAttr attributes = preparation.getArgAttrDict(i);
    if (preparation.getArgAttr(i, "emmy.result"))
      addResult(plan, type, attributes);
    else if (!type.isIndex())
      plan.parameters.push_back(getText(attributes, "emmy.parameter"));
  }
  for (auto [i, type] : llvm::enumerate(preparation.getResultTypes()))
    addResult(plan, type, preparation.getResultAttrDict(i));
  return plan;
}
