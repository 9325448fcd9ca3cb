// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade's executor: the interpreter for the tensor level, compiled code for the levels below, for kernels the
// simulator and the code that becomes PTX.

#include "Emmy/Executor.h"

#include "State.h"

#include "Emmy/Execution/Jit.h"
#include "Emmy/Execution/Retarget.h"
#include "Emmy/Interpreter/Interpreter.h"
#include "Emmy/Simulator/Simulator.h"
#include "Emmy/Support/Entry.h"
#include "Emmy/Support/FloatingPointEnvironment.h"
#include "Emmy/Support/HostArray.h"

#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir;
using namespace emmy;

struct Executor::Code {
  Program program;                  ///< lowered to the level that is executed
  std::optional<JitProgram> native; ///< nothing where the program is interpreted or simulated
  std::optional<simulator::Simulator> simulator = std::nullopt;
  std::optional<RetargetedProgram> retargeted = std::nullopt;
  std::string traceFile = {};

  std::optional<std::vector<simulator::HostBuffer>> getHostBuffers(void *const *buffers, ArrayRef<int64_t> symbols,
                                                                   Diagnostics &diagnostics) const;
  bool runRetargeted(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics,
                     std::string *launches) const;
  bool simulate(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics, std::string *launches) const;
  bool interpret(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics) const;
};

Executor::Executor(std::unique_ptr<Code> code) : code(std::move(code)) {}
Executor::Executor(Executor &&) = default;
Executor &Executor::operator=(Executor &&) = default;
Executor::~Executor() = default;

/// The module behind a program; operations are only read, but MLIR's handles are not const.
static ModuleOp getModule(const Program &program) {
  return const_cast<Program::State &>(program.getState()).module.get();
}

std::optional<Executor> Executor::create(const Program &program, const ExecutorOptions &options,
                                         Diagnostics &diagnostics) {
  if (!llvm::is_contained({"tensor", "loop", "tile", "kernel", "nvvm"}, options.level)) {
    emmy::Diagnostic diagnostic;
    diagnostic.message = "expected level tensor, loop, tile, kernel or nvvm, but got '" + options.level + "'";
    diagnostics.push_back(diagnostic);
    return std::nullopt;
  }
  Program lowered = program.clone();
  // What is below the kernel level is made of it.
  if (!lowered.lower(options.level == "nvvm" ? "kernel" : options.level, options.compile, diagnostics) ||
      !lowered.getSignature(diagnostics))
    return std::nullopt;
  if (options.level == "tensor")
    return Executor(std::make_unique<Code>(Code{std::move(lowered), std::nullopt}));

  if (options.level == "kernel" || options.level == "nvvm") {
    auto code = std::make_unique<Code>(Code{std::move(lowered), std::nullopt});
    bool isCompiled = collectDiagnostics(*code->program.getState().context, diagnostics, [&] {
      if (options.level == "nvvm") {
        FailureOr<RetargetedProgram> compiled = RetargetedProgram::compile(getModule(code->program));
        if (failed(compiled))
          return false;
        code->retargeted = std::move(*compiled);
        return true;
      }
      simulator::Options simulatorOptions;
      simulatorOptions.checked = options.check;
      simulatorOptions.optLevel = options.optLevel.value_or(simulatorOptions.optLevel);
      simulatorOptions.traced = !options.traceFile.empty();
      code->traceFile = options.traceFile;
      FailureOr<simulator::Simulator> compiled =
          simulator::Simulator::compile(getModule(code->program), simulatorOptions);
      if (failed(compiled))
        return false;
      code->simulator = std::move(*compiled);
      return true;
    });
    if (!isCompiled)
      return std::nullopt;
    return Executor(std::move(code));
  }

  Program native = lowered.clone();
  if (!native.runPipeline("builtin.module(emmy-" + options.level + "-to-llvm)", diagnostics))
    return std::nullopt;
  std::optional<JitProgram> compiled;
  collectDiagnostics(*native.getState().context, diagnostics, [&] {
    JitOptions jitOptions;
    jitOptions.optLevel = options.optLevel.value_or(jitOptions.optLevel);
    FailureOr<JitProgram> result = JitProgram::compile(getModule(native), jitOptions);
    if (succeeded(result))
      compiled = std::move(*result);
    return succeeded(result);
  });
  if (!compiled)
    return std::nullopt;
  return Executor(std::make_unique<Code>(Code{std::move(lowered), std::move(compiled)}));
}

const Program &Executor::getProgram() const { return code->program; }

bool Executor::run(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics,
                   std::string *launches) const {
  if (code->simulator)
    return code->simulate(buffers, symbols, diagnostics, launches);
  if (code->retargeted)
    return code->runRetargeted(buffers, symbols, diagnostics, launches);
  if (!code->native)
    return code->interpret(buffers, symbols, diagnostics);
  code->native->run(buffers, symbols);
  return true;
}

/// Copies the inputs to tensors of the interpreter, and its results out.
bool Executor::Code::interpret(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics) const {
  std::optional<Signature> signature = program.getSignature(diagnostics);
  if (!signature)
    return false;
  std::vector<int64_t> values(symbols, symbols + signature->symbols.size());
  auto shapes = program.getInputShapes(values, diagnostics);
  if (!shapes)
    return false;
  llvm::StringMap<int64_t> sizes;
  for (auto [symbol, value] : llvm::zip_equal(signature->symbols, values))
    sizes[symbol.name] = value;
  return collectDiagnostics(*program.getState().context, diagnostics, [&] {
    func::FuncOp entry = getEntry(getModule(program));
    SmallVector<HostTensor> inputs;
    for (auto [shape, type] : llvm::zip_equal(*shapes, entry.getArgumentTypes())) {
      HostTensor &input = inputs.emplace_back(HostTensor::create(shape, cast<ShapedType>(type).getElementType()));
      std::memcpy(input.bytes.data(), buffers[inputs.size() - 1], input.bytes.size());
    }
    FloatingPointEnvironment environment;
    FailureOr<SmallVector<HostTensor>> results = emmy::interpret(entry, inputs, sizes);
    if (failed(results))
      return false;
    for (auto [i, result] : llvm::enumerate(*results))
      std::memcpy(buffers[inputs.size() + i], result.bytes.data(), result.bytes.size());
    return true;
  });
}

/// The buffers of inputs and results with their sizes and names.
std::optional<std::vector<simulator::HostBuffer>>
Executor::Code::getHostBuffers(void *const *buffers, ArrayRef<int64_t> symbols, Diagnostics &diagnostics) const {
  std::optional<Signature> signature = program.getSignature(diagnostics);
  auto inputShapes = program.getInputShapes(symbols.vec(), diagnostics);
  auto resultShapes = program.getResultShapes(symbols.vec(), diagnostics);
  if (!signature || !inputShapes || !resultShapes)
    return std::nullopt;
  std::vector<simulator::HostBuffer> hostBuffers;
  auto add = [&](const TensorInfo &info, ArrayRef<int64_t> shape, bool isOutput) {
    size_t bytes = getDtypeSize(info.dtype);
    for (int64_t size : shape)
      bytes *= size;
    hostBuffers.push_back({buffers[hostBuffers.size()], bytes, info.name, isOutput});
  };
  for (auto [info, shape] : llvm::zip_equal(signature->inputs, *inputShapes))
    add(info, shape, false);
  for (auto [info, shape] : llvm::zip_equal(signature->outputs, *resultShapes))
    add(info, shape, true);
  return hostBuffers;
}

/// Runs the kernels on the simulator; what it finds are errors.
bool Executor::Code::simulate(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics,
                              std::string *launches) const {
  std::optional<Signature> signature = program.getSignature(diagnostics);
  if (!signature)
    return false;
  ArrayRef<int64_t> values(symbols, signature->symbols.size());
  auto hostBuffers = getHostBuffers(buffers, values, diagnostics);
  if (!hostBuffers)
    return false;
  simulator::RunRecord record = simulator->run(*hostBuffers, values);
  if (!traceFile.empty()) {
    std::error_code error;
    llvm::raw_fd_ostream os(traceFile, error);
    if (error) {
      emmy::Diagnostic diagnostic;
      diagnostic.message = traceFile + ": expected a file that can be written, but got: " + error.message();
      diagnostics.push_back(diagnostic);
      return false;
    }
    printEvents(record, os);
  }
  if (launches)
    *launches = printLaunches(record);
  return collectDiagnostics(*program.getState().context, diagnostics, [&] {
    simulator::Simulator::emit(record);
    return record.findings.empty();
  });
}

/// Runs the code that becomes PTX.
bool Executor::Code::runRetargeted(void *const *buffers, const int64_t *symbols, Diagnostics &diagnostics,
                                   std::string *launches) const {
  std::optional<Signature> signature = program.getSignature(diagnostics);
  if (!signature)
    return false;
  ArrayRef<int64_t> values(symbols, signature->symbols.size());
  auto hostBuffers = getHostBuffers(buffers, values, diagnostics);
  if (!hostBuffers)
    return false;
  std::vector<RetargetBuffer> arguments;
  for (const simulator::HostBuffer &buffer : *hostBuffers)
    arguments.push_back({buffer.base, buffer.bytes, buffer.name});
  return collectDiagnostics(*program.getState().context, diagnostics,
                            [&] { return succeeded(retargeted->run(arguments, values, launches)); });
}
