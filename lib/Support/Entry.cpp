// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function of a module is the program.

#include "Emmy/Support/Entry.h"

using namespace mlir;

/// The functions that others than the module itself can call, but for @prepare where it is beside others.
static SmallVector<func::FuncOp> getPrograms(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      functions.push_back(function);
  if (functions.size() > 1)
    llvm::erase_if(functions, [](func::FuncOp function) { return function.getSymName() == emmy::preparationName; });
  return functions;
}

func::FuncOp emmy::getEntry(ModuleOp module) {
  SmallVector<func::FuncOp> programs = getPrograms(module);
  return programs.size() == 1 ? programs.front() : func::FuncOp();
}

func::FuncOp emmy::expectEntry(ModuleOp module) {
  SmallVector<func::FuncOp> programs = getPrograms(module);
  if (programs.size() == 1)
    return programs.front();
  InFlightDiagnostic error = module.emitError("expected a public function with a body as the entry, ");
  if (programs.empty()) {
    error << "but got none";
  } else {
    error << "and no other, but got ";
    llvm::interleaveComma(programs, error, [&](func::FuncOp function) { error << '@' << function.getSymName(); });
    error << "; remove what is not the program";
  }
  return {};
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
