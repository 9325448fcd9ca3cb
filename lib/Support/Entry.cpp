// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function of a module is the program.

#include "Emmy/Support/Entry.h"

using namespace mlir;

func::FuncOp emmy::getEntry(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      return function;
  return {};
}

func::FuncOp emmy::expectEntry(ModuleOp module) {
  func::FuncOp entry = getEntry(module);
  if (!entry)
    module.emitError("expected a public function with a body as the entry, but got none");
  return entry;
}

func::FuncOp emmy::getPreparation(ModuleOp module) {
  auto function = module.lookupSymbol<func::FuncOp>(preparationName);
  bool isBehind = function && function.isPublic() && !function.isDeclaration() && function != getEntry(module);
  return isBehind ? function : func::FuncOp();
}

SmallVector<func::FuncOp, 2> emmy::getEntries(ModuleOp module) {
  SmallVector<func::FuncOp, 2> entries;
  for (func::FuncOp function : {getEntry(module), getPreparation(module)})
    if (function)
      entries.push_back(function);
  return entries;
}

void emmy::keepPart(ModuleOp module, bool isPreparation) {
  func::FuncOp preparation = getPreparation(module);
  if (!preparation)
    return;
  func::FuncOp other = isPreparation ? getEntry(module) : preparation;
  other.erase();
}
