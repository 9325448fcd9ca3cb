// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade's executor: a program lowered to the level that is executed, and what executes its module.

#include "Emmy/Executor.h"

#include "State.h"

#include "Emmy/Execution/ModuleExecutor.h"
#include "Emmy/Pipelines/Phase.h"
#include "Emmy/Support/HostArray.h"

using namespace mlir;
using namespace emmy;

struct Executor::Code {
  Program program; ///< lowered to the level that is executed
  ModuleExecutor executor;
};

Executor::Executor(std::unique_ptr<Code> code) : code(std::move(code)) {}
Executor::Executor(Executor &&) = default;
Executor &Executor::operator=(Executor &&) = default;
Executor::~Executor() = default;

std::optional<Executor> Executor::create(const Program &program, const ExecutorOptions &options,
                                         Diagnostics &diagnostics) {
  if (!llvm::is_contained({"tensor", "loop", "tile", "kernel", "nvvm"}, options.level)) {
    emmy::Diagnostic diagnostic;
    diagnostic.message = "expected level tensor, loop, tile, kernel or nvvm, but got '" + options.level + "'";
    diagnostics.push_back(diagnostic);
    return std::nullopt;
  }
  // What is below the kernel level is made of it.
  bool isRetargeted = options.level == "nvvm";
  std::string level = isRetargeted ? "kernel" : options.level;
  Program lowered = program.clone();
  if (!lowered.lower(level, options.compile, diagnostics) || !lowered.getSignature(diagnostics))
    return std::nullopt;
  std::unique_ptr<Code> code;
  collectDiagnostics(*lowered.getState().context, diagnostics, [&] {
    ModuleExecutorOptions moduleOptions;
    moduleOptions.optLevel = options.optLevel;
    moduleOptions.check = options.check;
    moduleOptions.traceFile = options.traceFile;
    moduleOptions.retarget = isRetargeted;
    // Operations are only read, but MLIR's handles are not const.
    ModuleOp module = const_cast<Program::State &>(lowered.getState()).module.get();
    FailureOr<ModuleExecutor> executor = ModuleExecutor::create(module.clone(), symbolizePhase(level), moduleOptions);
    if (succeeded(executor))
      code = std::make_unique<Code>(Code{std::move(lowered), std::move(*executor)});
    return succeeded(executor);
  });
  if (!code)
    return std::nullopt;
  return Executor(std::move(code));
}

const Program &Executor::getProgram() const { return code->program; }

bool Executor::run(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics,
                   std::string *launches) const {
  // The signature was there when the executor was made. Reading it touches no context.
  std::optional<Signature> signature = code->program.getSignature(diagnostics);
  std::vector<int64_t> values(symbols, symbols + signature->symbols.size());
  SmallVector<RunBuffer> runBuffers;
  std::optional<std::vector<std::vector<int64_t>>> inputShapes, resultShapes;
  if (!code->executor.isMachineCode()) {
    inputShapes = code->program.getInputShapes(values, diagnostics);
    resultShapes = code->program.getResultShapes(values, diagnostics);
    if (!inputShapes || !resultShapes)
      return false;
  }
  auto add = [&](const TensorInfo &info, const auto &shapes, size_t index, bool isOutput) {
    RunBuffer &buffer = runBuffers.emplace_back();
    buffer.base = buffers[runBuffers.size() - 1];
    buffer.name = info.name;
    buffer.isOutput = isOutput;
    if (!shapes)
      return;
    buffer.shape = (*shapes)[index];
    buffer.bytes = getDtypeSize(info.dtype);
    for (int64_t size : buffer.shape)
      buffer.bytes *= size;
  };
  for (auto [i, info] : llvm::enumerate(signature->inputs))
    add(info, inputShapes, i, false);
  for (auto [i, info] : llvm::enumerate(signature->outputs))
    add(info, resultShapes, i, true);
  if (code->executor.isMachineCode())
    return succeeded(code->executor.run(runBuffers, values));
  return collectDiagnostics(*code->program.getState().context, diagnostics,
                            [&] { return succeeded(code->executor.run(runBuffers, values, launches)); });
}
