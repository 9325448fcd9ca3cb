// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-lsp-server: the language server for .mlir files with Emmy's dialects.

#include "Emmy/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  emmy::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
