// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the levels that execute on a CPU to the LLVM dialect. Nothing is optimised here and no float operation is
// rewritten: LLVM does what keeps the bits.

#include "Registration.h"

#include "mlir/Pass/PassRegistry.h"

#include <mutex>

using namespace mlir;
using namespace emmy;

/// Functions become primitive operations and calls of the math library.
static constexpr char expandApply[] = "emmy-expand-apply";

/// From a host program in buffer form, with scf, to the LLVM dialect.
static constexpr llvm::StringLiteral toLlvm[] = {
    "emmy-add-packed-entry",           // emmy_main; all other functions become internal
    "cse",                             // index arithmetic that neighbouring accesses share
    "arith-expand{include-bf16=true}", // floor division; bf16 rounding that keeps subnormals on every machine
    "convert-vector-to-llvm",          // vectors before the scalars that they are made of
    "convert-scf-to-cf",               // loops become branches
    "finalize-memref-to-llvm",         // buffers become pointers
    "convert-math-to-llvm",            // fma, sqrt and the roundings become intrinsics
    "convert-func-to-llvm",            // functions last but arith, which casts between their types
    "convert-cf-to-llvm",              //
    "convert-arith-to-llvm",           //
    "reconcile-unrealized-casts",      // what the conversions left between each other
};

LogicalResult emmy::buildHostToLlvmPipeline(OpPassManager &manager, raw_ostream &diagnostics, bool addEntry) {
  for (StringRef pass : ArrayRef(toLlvm).drop_front(addEntry ? 0 : 1))
    if (failed(addPass(manager, pass, diagnostics)))
      return failure();
  return success();
}

LogicalResult emmy::lowerHostToLlvm(ModuleOp module) {
  PassManager manager(module.getContext());
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(buildHostToLlvmPipeline(manager, os)))
    return module.emitError(message);
  return manager.run(module);
}

/// Registers the pipeline of one level, which begins with the pass `first` and has no options.
static void registerToLlvm(StringRef name, StringRef description, StringRef first) {
  registerPassPipeline(
      name, description,
      [first](OpPassManager &manager, StringRef options, function_ref<LogicalResult(const Twine &)> emitError) {
        if (!options.empty())
          return emitError("expected no options, but got '" + options + "'");
        std::string message;
        llvm::raw_string_ostream os(message);
        if (failed(addPass(manager, first, os)) || failed(addPass(manager, expandApply, os)) ||
            failed(buildHostToLlvmPipeline(manager, os)))
          return emitError(message);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)>) {});
}

/// From any level above to the loop level, and from there as it is written.
static LogicalResult buildFromAnyLevel(OpPassManager &manager, const PipelineOptions &options,
                                       raw_ostream &diagnostics) {
  return buildCpuPipeline(manager, options, Phase::loop, diagnostics);
}

void emmy::registerCpuPipelines() {
  static std::once_flag once;
  std::call_once(once, [] {
    registerToLlvm("emmy-loop-to-llvm", "lowers kernels of the loop level to the LLVM dialect, as they are written",
                   "emmy-convert-loop-to-scf");
    registerToLlvm("emmy-tile-to-llvm", "lowers scheduled kernels to the LLVM dialect, all workers in order",
                   "emmy-convert-tile-to-scf");
  });
  static PipelineRegistration any(
      "emmy-lower-to-llvm",
      "lowers a module of the loop level or above to the LLVM dialect, as its kernels are written", buildFromAnyLevel);
}
