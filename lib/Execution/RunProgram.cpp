// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a program file on arrays: reads the inputs, finds the symbols' values, executes.

#include "Emmy/Execution/RunProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

using namespace emmy;
using llvm::StringRef;
using llvm::Twine;

static std::nullopt_t fail(Diagnostics &diagnostics, const Twine &message) {
  Diagnostic diagnostic;
  diagnostic.message = message.str();
  diagnostics.push_back(diagnostic);
  return std::nullopt;
}

static std::string printShape(const std::vector<int64_t> &shape) {
  return "[" + llvm::join(llvm::map_range(shape, [](int64_t size) { return std::to_string(size); }), ", ") + "]";
}

using OptionalArrays = std::vector<std::optional<HostArray>>;

/// The arguments that have an input, by name or in order.
static std::optional<OptionalArrays> readInputs(const RunOptions &options, const Signature &signature,
                                                Diagnostics &diagnostics) {
  OptionalArrays arrays(signature.inputs.size());
  size_t next = 0;
  for (StringRef text : options.inputs) {
    auto [name, path] = text.split('=');
    size_t position = 0;
    if (path.empty()) {
      path = name;
      position = next++;
    } else {
      while (position < arrays.size() && signature.inputs[position].name != name)
        ++position;
    }
    if (position >= arrays.size())
      return fail(diagnostics, "expected an input for one of " + Twine(arrays.size()) + " arguments, but got " + text);
    std::string error;
    arrays[position] = readNpy(path.str(), signature.inputs[position].dtype, error);
    if (!arrays[position])
      return fail(diagnostics, error);
  }
  return arrays;
}

/// The symbols' values as they were given, or else from the shapes of inputs where a dim is a symbol alone.
static std::optional<std::vector<int64_t>> bindSymbols(const RunOptions &options, const Signature &signature,
                                                       const OptionalArrays &arrays, Diagnostics &diagnostics) {
  std::map<std::string, int64_t> values;
  for (StringRef text : options.sizes) {
    auto [name, number] = text.split('=');
    if (number.getAsInteger(10, values[name.str()]))
      return fail(diagnostics, "expected a size NAME=N, but got '" + text + "'");
    if (llvm::none_of(signature.symbols, [name = name](const SymbolInfo &symbol) { return symbol.name == name; }))
      return fail(diagnostics, "expected a size of a symbol of the program, but got '" + text + "'");
  }
  for (auto [info, array] : llvm::zip_equal(signature.inputs, arrays)) {
    if (!array)
      continue;
    if (array->shape.size() != info.extents.size())
      return fail(diagnostics, "expected argument '" + info.name + "' of rank " + Twine(info.extents.size()) +
                                   ", but got " + Twine(array->shape.size()));
    for (auto [extent, size] : llvm::zip_equal(info.extents, array->shape))
      values.try_emplace(extent, size);
  }
  std::vector<int64_t> symbols;
  for (const SymbolInfo &symbol : signature.symbols) {
    auto found = values.find(symbol.name);
    if (found == values.end())
      return fail(diagnostics, "expected a size " + symbol.name + "=N, but got none");
    int64_t value = found->second;
    if (value < symbol.min || (symbol.max && value > *symbol.max))
      return fail(diagnostics, "expected " + Twine(symbol.min) + " <= " + symbol.name +
                                   (symbol.max ? " <= " + std::to_string(*symbol.max) : "") + ", but got " +
                                   Twine(value));
    if (value % symbol.multiple != 0)
      return fail(diagnostics, "expected " + symbol.name + " to be a multiple of " + Twine(symbol.multiple) +
                                   ", but got " + Twine(value));
    symbols.push_back(value);
  }
  return symbols;
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
  auto arrays = readInputs(options, *signature, diagnostics);
  auto symbols = arrays ? bindSymbols(options, *signature, *arrays, diagnostics) : std::nullopt;
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
        return fail(diagnostics, "expected an input or a seed for argument '" + info.name + "', but got neither");
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
