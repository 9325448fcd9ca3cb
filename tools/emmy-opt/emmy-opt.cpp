// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-opt: parses .mlir, runs passes and pipelines, prints .mlir.

#include "Emmy/InitAll.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  emmy::registerAllDialects(registry);
  emmy::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Emmy optimizer driver\n", registry));
}
