// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-unregistered FILE.mlir: a process that embeds the compiler and has registered its dialects, but no pass.
// Prints what building pipelines says, and what executors do.

#include "Emmy/Execution/ModuleExecutor.h"
#include "Emmy/InitAll.h"
#include "Emmy/Pipelines/Passes.h"
#include "Emmy/Pipelines/Pipelines.h"
#include "Emmy/Simulator/Simulator.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace emmy;

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  PassManager manager(&context);
  PipelineOptions options;
  if (succeeded(buildPipeline(manager, options, Phase::framework, Phase::kernel, llvm::outs())))
    llvm::outs() << "built a pipeline\n";
  llvm::outs() << '\n';
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[argc - 1], &context);
  if (module && succeeded(simulator::Simulator::compile(*module)))
    llvm::outs() << "compiled a module\n";
  ModuleExecutorOptions retarget;
  retarget.retarget = true;
  for (const ModuleExecutorOptions &executorOptions : {ModuleExecutorOptions(), retarget})
    for (std::optional<Phase> phase : {std::optional<Phase>(), std::optional(Phase::kernel)})
      if (module && succeeded(ModuleExecutor::create(module->clone(), phase, executorOptions)))
        llvm::outs() << "compiled a module\n";

  // A step is missing: the first pass alone is known.
  registerPipelinesPasses();
  PassManager some(&context);
  if (succeeded(buildPipeline(some, options, Phase::loop, Phase::kernel, llvm::outs())))
    llvm::outs() << "built a pipeline\n";
  llvm::outs() << '\n';
  // Pipelines are known, but not all of their passes.
  registerCpuPipelines();
  for (StringRef name : {"emmy-loop-to-llvm", "emmy-loop-to-llvm{fast=1}"}) {
    PassManager cpu(&context);
    if (succeeded(parsePassPipeline(name, cpu, llvm::outs())))
      llvm::outs() << "built a pipeline\n";
  }
  return 0;
}
