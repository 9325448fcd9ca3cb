// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-translate: prints Emmy IR in the languages of its targets.

#include "Emmy/InitAll.h"

#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  emmy::registerAllTranslations();
  return mlir::failed(mlir::mlirTranslateMain(argc, argv, "Emmy translation driver\n"));
}
