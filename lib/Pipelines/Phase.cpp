// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phases of a compilation.

#include "Emmy/Pipelines/Phase.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace emmy;

static constexpr Phase phases[] = {Phase::framework, Phase::tensor, Phase::loop, Phase::tile, Phase::kernel};
static constexpr llvm::StringLiteral namespaces[] = {"emmy_framework", "emmy_tensor", "emmy_loop", "emmy_tile",
                                                     "emmy_kernel"};

ArrayRef<Phase> emmy::getPhases() { return phases; }

StringRef emmy::getDialectNamespace(Phase phase) { return namespaces[static_cast<unsigned>(phase)]; }

StringRef emmy::stringifyPhase(Phase phase) { return getDialectNamespace(phase).drop_front(StringRef("emmy_").size()); }

std::optional<Phase> emmy::symbolizePhase(StringRef name) {
  for (Phase phase : phases)
    if (stringifyPhase(phase) == name)
      return phase;
  return std::nullopt;
}

std::optional<Phase> emmy::getPhase(ModuleOp module) {
  std::optional<Phase> highest;
  module.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    for (Phase phase : phases)
      if (getDialectNamespace(phase) == dialect && (!highest || phase < *highest))
        highest = phase;
  });
  return highest;
}
