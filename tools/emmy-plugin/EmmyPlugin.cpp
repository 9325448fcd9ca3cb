// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EmmyPlugin.so: Emmy's dialects, passes and pipelines for the stock mlir-opt.
//
//   mlir-opt --load-dialect-plugin=EmmyPlugin.so --load-pass-plugin=EmmyPlugin.so
//   --pass-pipeline='builtin.module(emmy-lower-to-loop)'

#include "Emmy/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Emmy", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) { emmy::registerEmmyDialects(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Emmy", LLVM_VERSION_STRING, [] { emmy::registerEmmyPasses(); }};
}
