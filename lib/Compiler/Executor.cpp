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

/// The buffers of a run, in the order of the signature. Machine code needs no shapes: reading the signature alone
/// touches no context.
static bool makeBuffers(const Program &program, bool withShapes, void *const *buffers,
                        const std::vector<int64_t> &symbols, Signature &signature,
                        std::vector<std::vector<int64_t>> &shapes, SmallVectorImpl<RunBuffer> &runBuffers,
                        Diagnostics &diagnostics) {
  if (withShapes) {
    auto inputShapes = program.getInputShapes(symbols, diagnostics);
    auto resultShapes = program.getResultShapes(symbols, diagnostics);
    if (!inputShapes || !resultShapes)
      return false;
    shapes = std::move(*inputShapes);
    llvm::append_range(shapes, *resultShapes);
  }
  auto add = [&](const TensorInfo &info, bool isOutput) {
    RunBuffer &buffer = runBuffers.emplace_back();
    buffer.base = buffers[runBuffers.size() - 1];
    buffer.name = info.name;
    buffer.isOutput = isOutput;
    buffer.parameter = info.parameter;
    if (!withShapes)
      return;
    buffer.shape = shapes[runBuffers.size() - 1];
    buffer.bytes = getDtypeSize(info.dtype);
    for (int64_t size : buffer.shape)
      buffer.bytes *= size;
  };
  for (const TensorInfo &info : signature.inputs)
    add(info, false);
  for (const TensorInfo &info : signature.outputs)
    add(info, true);
  return true;
}

bool Executor::run(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics, std::string *launches,
                   const PreparedParameters *prepared) const {
  // The signature was there when the executor was made.
  std::optional<Signature> signature = code->program.getSignature(diagnostics);
  std::vector<int64_t> values(symbols, symbols + signature->symbols.size());
  std::vector<std::vector<int64_t>> shapes;
  SmallVector<RunBuffer> runBuffers;
  bool isMachineCode = code->executor.isMachineCode();
  if (!makeBuffers(code->program, !isMachineCode, buffers, values, *signature, shapes, runBuffers, diagnostics))
    return false;
  if (isMachineCode)
    return succeeded(code->executor.run(runBuffers, values, /*launches=*/nullptr, prepared));
  return collectDiagnostics(*code->program.getState().context, diagnostics,
                            [&] { return succeeded(code->executor.run(runBuffers, values, launches, prepared)); });
}

std::shared_ptr<const PreparedParameters> Executor::prepare(void *const *buffers, const int64_t *symbols,
                                                            Diagnostics &diagnostics) const {
  std::optional<Signature> signature = code->program.getSignature(diagnostics);
  std::vector<int64_t> values(symbols, symbols + signature->symbols.size());
  std::vector<std::vector<int64_t>> shapes;
  SmallVector<RunBuffer> runBuffers;
  std::shared_ptr<const PreparedParameters> prepared;
  if (!code->executor.hasPreparation() ||
      !makeBuffers(code->program, /*withShapes=*/true, buffers, values, *signature, shapes, runBuffers, diagnostics))
    return prepared;
  collectDiagnostics(*code->program.getState().context, diagnostics, [&] {
    FailureOr<std::shared_ptr<const PreparedParameters>> made = code->executor.prepare(runBuffers);
    if (succeeded(made))
      prepared = *made;
    return succeeded(made);
  });
  return prepared;
}

std::optional<uint64_t> Executor::hashParameters(void *const *buffers, const int64_t *symbols,
                                                 Diagnostics &diagnostics) const {
  std::optional<Signature> signature = code->program.getSignature(diagnostics);
  std::vector<int64_t> values(symbols, symbols + signature->symbols.size());
  std::vector<std::vector<int64_t>> shapes;
  SmallVector<RunBuffer> runBuffers;
  std::optional<uint64_t> hash;
  if (code->executor.hasPreparation() &&
      makeBuffers(code->program, /*withShapes=*/true, buffers, values, *signature, shapes, runBuffers, diagnostics))
    hash = code->executor.hashParameters(runBuffers);
  return hash;
}

std::vector<ArgumentBuffer> Executor::arrange(void *const *buffers, const int64_t *symbols,
                                              const PreparedParameters *prepared, Diagnostics &diagnostics) const {
  std::optional<Signature> signature = code->program.getSignature(diagnostics);
  std::vector<int64_t> values(symbols, symbols + signature->symbols.size());
  std::vector<std::vector<int64_t>> shapes;
  SmallVector<RunBuffer> runBuffers;
  std::vector<ArgumentBuffer> arranged;
  if (makeBuffers(code->program, /*withShapes=*/true, buffers, values, *signature, shapes, runBuffers, diagnostics))
    for (const RunBuffer &buffer : code->executor.arrange(runBuffers, prepared))
      arranged.push_back({buffer.base, buffer.bytes, buffer.name.str()});
  return arranged;
}
