// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a program file on arrays: reads the inputs, finds the symbols' values, executes.

#include "Emmy/Execution/RunProgram.h"
#include "Emmy/Execution/Arguments.h"

#include "Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace emmy;
using llvm::StringRef;
using llvm::Twine;

static std::string printShape(const std::vector<int64_t> &shape) {
  return "[" + llvm::join(llvm::map_range(shape, [](int64_t size) { return std::to_string(size); }), ", ") + "]";
}

std::optional<std::vector<RunResult>> emmy::runProgram(const RunOptions &options, Diagnostics &diagnostics) {
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(options.file);
  if (!text)
    return fail(diagnostics, options.file + ": expected a readable file, but got: " + text.getError().message());
  std::optional<Program> program = Program::parse((*text)->getBuffer().str(), options.file, diagnostics);
  if (!program)
    return std::nullopt;
  std::optional<Executor> executor = Executor::create(*program, options.executor, diagnostics);
  if (!executor)
    return std::nullopt;
  // Parameters have become arguments at the level that is executed.
  const Program &lowered = executor->getProgram();
  // The executor could not have been made without one.
  std::optional<Signature> signature = lowered.getSignature(diagnostics);
  auto arrays = readInputs(options.inputs, *signature, diagnostics);
  auto symbols = arrays ? bindSymbols(options.sizes, *signature, *arrays, diagnostics) : std::nullopt;
  auto inputShapes = symbols ? lowered.getInputShapes(*symbols, diagnostics) : std::nullopt;
  auto resultShapes = symbols ? lowered.getResultShapes(*symbols, diagnostics) : std::nullopt;
  if (!inputShapes || !resultShapes)
    return std::nullopt;

  std::string error;
  std::vector<void *> buffers;
  for (auto [i, info, shape] : llvm::enumerate(signature->inputs, *inputShapes)) {
    std::optional<HostArray> &array = (*arrays)[i];
    if (!array) {
      if (!options.seed)
        return fail(diagnostics,
                    "expected --input=" + info.name + "=X.npy, or --seed=N for random numbers, but got neither");
      array = HostArray::create(info.dtype, shape, error);
      if (!array)
        return fail(diagnostics, error);
      fillRandom(*array, *options.seed * 1000 + i);
    }
    if (array->shape != shape)
      return fail(diagnostics, "expected argument '" + info.name + "' of shape " + printShape(shape) + ", but got " +
                                   printShape(array->shape));
    buffers.push_back(array->bytes.data());
  }
  std::vector<RunResult> results;
  for (auto [info, shape] : llvm::zip_equal(signature->outputs, *resultShapes)) {
    std::optional<HostArray> array = HostArray::create(info.dtype, shape, error);
    if (!array)
      return fail(diagnostics, error);
    results.push_back({info.name, std::move(*array)});
  }
  for (RunResult &result : results)
    buffers.push_back(result.array.bytes.data());
  if (!executor->run(buffers.data(), symbols->data(), diagnostics, options.launches))
    return std::nullopt;
  return results;
}
