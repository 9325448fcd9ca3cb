// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade's executor.

#include "Emmy/Executor.h"
#include "Emmy/Execution/Jit.h"

#include "../Compiler/State.h"

using namespace mlir;
using namespace emmy;

struct Executor::Code {
  JitProgram program;
};

Executor::Executor(std::unique_ptr<Code> code) : code(std::move(code)) {}
Executor::Executor(Executor &&) = default;
Executor &Executor::operator=(Executor &&) = default;
Executor::~Executor() = default;

std::optional<Executor> Executor::create(const Program &program, const ExecutorOptions &options,
                                         Diagnostics &diagnostics) {
  if (options.level != "loop" && options.level != "tile") {
    emmy::Diagnostic diagnostic;
    diagnostic.message = "expected level loop or tile, but got '" + options.level + "'";
    diagnostics.push_back(diagnostic);
    return std::nullopt;
  }
  Program copy = program.clone();
  // Checked here, so that a program without signature fails before anything runs.
  if (!copy.getSignature(diagnostics) || !copy.lower(options.level, options.compile, diagnostics) ||
      !copy.runPipeline("builtin.module(emmy-" + options.level + "-to-llvm)", diagnostics))
    return std::nullopt;
  std::optional<Executor> executor;
  const Program::State &state = copy.getState();
  ModuleOp module = *const_cast<Program::State &>(state).module;
  collectDiagnostics(*state.context, diagnostics, [&] {
    JitOptions jitOptions;
    jitOptions.optLevel = options.optLevel;
    FailureOr<JitProgram> compiled = JitProgram::compile(module, jitOptions);
    if (failed(compiled))
      return false;
    executor = Executor(std::make_unique<Code>(Code{std::move(*compiled)}));
    return true;
  });
  return executor;
}

void Executor::run(void *const *buffers, const int64_t *symbols) const { code->program.run(buffers, symbols); }
