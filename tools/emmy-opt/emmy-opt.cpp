// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-opt: parses .mlir, runs passes and pipelines, prints .mlir.

#include "Emmy/InitAll.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

namespace emmy::test {
/// Passes of test/lib.
void registerTestPasses();
} // namespace emmy::test

/// Values are printed with the names that their locations carry, unless --mlir-use-nameloc-as-prefix=false.
static void printProgramNames() {
  mlir::registerAsmPrinterCLOptions();
  auto option = llvm::cl::getRegisteredOptions().find("mlir-use-nameloc-as-prefix");
  if (option != llvm::cl::getRegisteredOptions().end())
    static_cast<llvm::cl::opt<bool> *>(option->second)->setInitialValue(true);
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  emmy::registerAllDialects(registry);
  emmy::registerAllPasses();
  emmy::test::registerTestPasses();
  printProgramNames();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Emmy optimizer driver\n", registry));
}
