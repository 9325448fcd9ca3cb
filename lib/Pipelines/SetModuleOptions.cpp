// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-set-module-options. In: a module. Out: the same module with its target, numerics mode and licences written down.

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Licences.h"
#include "Emmy/Dialect/Base/IR/Targets.h"
#include "Emmy/Pipelines/Passes.h"
#include "Emmy/Pipelines/Pipelines.h"

namespace emmy {
#define GEN_PASS_DEF_SETMODULEOPTIONSPASS
#include "Emmy/Pipelines/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

SmallVector<StringRef> emmy::getNumericsModes() {
  SmallVector<StringRef> names;
  for (uint32_t value = 0; value <= getMaxEnumValForNumerics(); ++value)
    names.push_back(stringifyNumerics(static_cast<Numerics>(value)));
  return names;
}

namespace {
struct SetModuleOptionsPass : public emmy::impl::SetModuleOptionsPassBase<SetModuleOptionsPass> {
  using SetModuleOptionsPassBase::SetModuleOptionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<Numerics> mode = symbolizeNumerics(numerics);
    if (!numerics.empty() && !mode) {
      module.emitError("expected option 'numerics' to be one of ")
          << llvm::join(getNumericsModes(), ", ") << ", but got '" << numerics << "'";
      return signalPassFailure();
    }
    if (!target.empty() && !lookupTarget(target)) {
      module.emitError("expected option 'target' to be one of ") << getTargetNames() << ", but got '" << target << "'";
      return signalPassFailure();
    }
    std::string unknown;
    std::optional<LicenceSet> granted = LicenceSet::parse(licences, unknown);
    if (!granted) {
      module.emitError("expected option 'licences' to name some of ")
          << getLicenceNames() << ", with commas between them, but got '" << unknown << "'";
      return signalPassFailure();
    }
    if (!granted->empty()) {
      if (mode.value_or(Numerics::fast) != Numerics::fast) {
        module.emitError("expected option 'numerics' to be fast with licences, but got '") << numerics << "'";
        return signalPassFailure();
      }
      mode = Numerics::fast;
    }
    if (mode || !module->hasAttr("emmy.numerics"))
      module->setAttr("emmy.numerics", NumericsAttr::get(&getContext(), mode.value_or(Numerics::fused)));
    if (!granted->empty())
      module->setAttr(LicenceSet::name, granted->getAttribute(&getContext()));
    else if (mode.value_or(Numerics::fast) != Numerics::fast)
      module->removeAttr(LicenceSet::name);
    if (!target.empty() || !module->hasAttr("emmy.target"))
      module->setAttr("emmy.target",
                      StringAttr::get(&getContext(), target.empty() ? defaultTarget.str() : target.getValue()));
  }
};
} // namespace
