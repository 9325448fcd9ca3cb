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
