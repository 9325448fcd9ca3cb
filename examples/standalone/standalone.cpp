// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that embeds Emmy: reads a file, runs a pipeline given in the usual
// text form, and prints the result.
//
//   standalone program.mlir 'builtin.module(canonicalize)'

#include "Emmy/InitAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: standalone FILE.mlir PIPELINE\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  emmy::registerAllDialects(registry);
  emmy::registerAllPasses();
  mlir::MLIRContext context(registry);

  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  mlir::FailureOr<mlir::OpPassManager> pipeline = mlir::parsePassPipeline(argv[2]);
  if (failed(pipeline))
    return 1;
  mlir::PassManager manager(&context, pipeline->getOpAnchorName());
  static_cast<mlir::OpPassManager &>(manager) = *pipeline;
  if (failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
