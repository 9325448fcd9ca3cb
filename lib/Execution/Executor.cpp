// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade's executor.

#include "Emmy/Executor.h"
#include "Emmy/Execution/Jit.h"
#include "Emmy/Interpreter/Interpreter.h"

#include "../Compiler/State.h"

using namespace mlir;
using namespace emmy;

/// Machine code, or the program itself for the interpreter.
struct Executor::Code {
  std::optional<JitProgram> compiled;
  std::optional<Program> interpreted;
};

Executor::Executor(std::unique_ptr<Code> code) : code(std::move(code)) {}
Executor::Executor(Executor &&) = default;
Executor &Executor::operator=(Executor &&) = default;
Executor::~Executor() = default;

std::optional<Executor> Executor::create(const Program &program, const ExecutorOptions &options,
                                         Diagnostics &diagnostics) {
  if (options.level != "tensor" && options.level != "loop" && options.level != "tile") {
    emmy::Diagnostic diagnostic;
    diagnostic.message = "expected level tensor, loop or tile, but got '" + options.level + "'";
    diagnostics.push_back(diagnostic);
    return std::nullopt;
  }
  Program copy = program.clone();
  // Checked here, so that a program without signature fails before anything runs.
  if (!copy.getSignature(diagnostics) || !copy.lower(options.level, options.compile, diagnostics))
    return std::nullopt;
  if (options.level == "tensor")
    return Executor(std::make_unique<Code>(Code{std::nullopt, std::move(copy)}));
  if (!copy.runPipeline("builtin.module(emmy-" + options.level + "-to-llvm)", diagnostics))
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
    executor = Executor(std::make_unique<Code>(Code{std::move(*compiled), std::nullopt}));
    return true;
  });
  return executor;
}

/// Runs the interpreter on copies of the inputs.
static bool interpretProgram(const Program &program, void *const *buffers, const int64_t *symbols,
                             Diagnostics &diagnostics) {
  std::optional<Signature> signature = program.getSignature(diagnostics);
  std::vector<int64_t> values(symbols, symbols + signature->symbols.size());
  auto shapes = program.getInputShapes(values, diagnostics);
  if (!shapes)
    return false;
  ModuleOp module = *const_cast<Program::State &>(program.getState()).module;
  auto entry = *llvm::find_if(module.getOps<func::FuncOp>(), [](func::FuncOp function) { return function.isPublic(); });
  SmallVector<HostTensor> inputs;
  for (auto [index, shape] : llvm::enumerate(*shapes)) {
    Type elementType = cast<RankedTensorType>(entry.getArgumentTypes()[index]).getElementType();
    HostTensor &input = inputs.emplace_back(HostTensor::create(shape, elementType));
    llvm::copy(ArrayRef(static_cast<const char *>(buffers[index]), input.bytes.size()), input.bytes.begin());
  }
  llvm::StringMap<int64_t> sizes;
  for (auto [info, value] : llvm::zip_equal(signature->symbols, values))
    sizes[info.name] = value;
  return collectDiagnostics(*program.getState().context, diagnostics, [&] {
    FailureOr<SmallVector<HostTensor>> results = interpret(entry, inputs, sizes);
    if (failed(results))
      return false;
    for (auto [index, result] : llvm::enumerate(*results))
      llvm::copy(result.bytes, static_cast<char *>(buffers[inputs.size() + index]));
    return true;
  });
}

bool Executor::run(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics) const {
  if (code->interpreted)
    return interpretProgram(*code->interpreted, buffers, symbols, diagnostics);
  code->compiled->run(buffers, symbols);
  return true;
}
