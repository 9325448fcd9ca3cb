// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-run: executes a program at one of its levels on arrays from .npy files or of random numbers.

#include "Emmy/Compiler.h"
#include "Emmy/Executor.h"
#include "Emmy/Support/HostArray.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace cl = llvm::cl;
using namespace emmy;

static cl::OptionCategory category("emmy-run options");
static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> level("level", cl::desc("level that is executed: tensor, loop or tile"), cl::init("loop"),
                                  cl::cat(category));
static cl::list<std::string> inputs("input", cl::desc("an argument: X.npy in order, or NAME=X.npy"),
                                    cl::cat(category));
static cl::list<std::string> sizes("size", cl::desc("a symbol's value: NAME=N; else taken from the inputs"),
                                   cl::cat(category));
static cl::opt<std::string> outputDir("output-dir", cl::desc("where results go as NAME.npy"), cl::cat(category));
static cl::opt<bool> print("print", cl::desc("print the results"), cl::cat(category));
static cl::opt<int64_t> seed("seed", cl::desc("arguments without an --input are random numbers of this seed"),
                             cl::init(-1), cl::cat(category));
static cl::opt<unsigned> optLevel("O", cl::Prefix, cl::desc("optimisation level, 0 to 3"), cl::init(2),
                                  cl::cat(category));
static cl::opt<std::string> target("target", cl::desc("target that schedules are chosen for"), cl::cat(category));
static cl::opt<std::string> schedule("schedule", cl::desc("schedule overrides"), cl::cat(category));
static cl::opt<std::string> numerics("numerics", cl::desc("eager, fused or fast"), cl::cat(category));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "emmy-run: error: " << message << '\n';
  return 1;
}

static int fail(const Diagnostics &diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics) {
    if (diagnostic.severity != Diagnostic::Severity::error)
      continue;
    if (diagnostic.line)
      llvm::errs() << diagnostic.file << ':' << diagnostic.line << ':' << diagnostic.column << ": ";
    llvm::errs() << "error: " << diagnostic.message << '\n';
  }
  return 1;
}

/// The symbol's values from --size, then from the shapes of the inputs where a dim is a symbol alone.
static bool bindSymbols(const Signature &signature, llvm::ArrayRef<std::optional<HostArray>> arrays,
                        std::vector<int64_t> &symbols, std::string &error) {
  std::map<std::string, int64_t> values;
  for (llvm::StringRef text : sizes) {
    auto [name, number] = text.split('=');
    if (number.getAsInteger(10, values[name.str()])) {
      error = ("expected --size NAME=N, but got '" + text + "'").str();
      return false;
    }
  }
  for (auto [info, array] : llvm::zip_equal(signature.inputs, arrays)) {
    if (!array)
      continue;
    if (array->shape.size() != info.extents.size()) {
      error = "expected argument '" + info.name + "' of rank " + std::to_string(info.extents.size()) + ", but got " +
              std::to_string(array->shape.size());
      return false;
    }
    for (auto [extent, size] : llvm::zip_equal(info.extents, array->shape))
      values.try_emplace(extent, size);
  }
  for (const SymbolInfo &symbol : signature.symbols) {
    auto found = values.find(symbol.name);
    if (found == values.end()) {
      error = "expected --size " + symbol.name + "=N, but got none";
      return false;
    }
    symbols.push_back(found->second);
  }
  return true;
}

/// The arguments that --input names: by name, or in order.
static bool readInputs(const Signature &signature, std::vector<std::optional<HostArray>> &arrays, std::string &error) {
  arrays.resize(signature.inputs.size());
  size_t next = 0;
  for (llvm::StringRef text : inputs) {
    auto [name, path] = text.split('=');
    size_t position = 0;
    if (path.empty()) {
      path = name;
      position = next++;
    } else {
      while (position < arrays.size() && signature.inputs[position].name != name)
        ++position;
    }
    if (position >= arrays.size()) {
      error = ("expected one of " + llvm::Twine(arrays.size()) + " arguments, but got --input " + text).str();
      return false;
    }
    arrays[position] = readNpy(path.str(), signature.inputs[position].dtype, error);
    if (!arrays[position])
      return false;
  }
  return true;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Emmy's executor\n");

  auto text = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!text)
    return fail(file + ": " + text.getError().message());
  Diagnostics diagnostics;
  std::optional<Program> program = Program::parse((*text)->getBuffer().str(), file, diagnostics);
  if (!program)
    return fail(diagnostics);
  ExecutorOptions options;
  options.level = level;
  options.optLevel = optLevel;
  options.compile.target = target;
  options.compile.schedule = schedule;
  options.compile.numerics = numerics;
  // The executed level's arguments are those to give: parameters have become arguments there.
  if (!program->lower(level, options.compile, diagnostics))
    return fail(diagnostics);
  std::optional<Signature> signature = program->getSignature(diagnostics);
  std::optional<Executor> executor = Executor::create(*program, options, diagnostics);
  if (!signature || !executor)
    return fail(diagnostics);

  std::string error;
  std::vector<std::optional<HostArray>> arrays;
  std::vector<int64_t> symbols;
  if (!readInputs(*signature, arrays, error) || !bindSymbols(*signature, arrays, symbols, error))
    return fail(error);
  auto inputShapes = program->getInputShapes(symbols, diagnostics);
  auto resultShapes = program->getResultShapes(symbols, diagnostics);
  if (!inputShapes || !resultShapes)
    return fail(diagnostics);

  std::vector<void *> buffers;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const TensorInfo &info = signature->inputs[i];
    if (!arrays[i]) {
      if (seed < 0)
        return fail("expected --input " + info.name + "=X.npy or --seed, but got neither");
      arrays[i] = HostArray::create(info.dtype, (*inputShapes)[i], error);
      if (!arrays[i])
        return fail(error);
      fillRandom(*arrays[i], static_cast<uint64_t>(seed) * 1000 + i);
    }
    if (arrays[i]->shape != (*inputShapes)[i])
      return fail("expected argument '" + info.name + "' of shape [" + llvm::join(llvm::map_range((*inputShapes)[i], [](int64_t n) { return std::to_string(n); }), ", ") +
                  "], but got " + arrays[i]->str().substr(0, arrays[i]->str().find(" =")));
    buffers.push_back(arrays[i]->bytes.data());
  }
  std::vector<HostArray> results;
  for (auto [info, shape] : llvm::zip_equal(signature->outputs, *resultShapes)) {
    std::optional<HostArray> result = HostArray::create(info.dtype, shape, error);
    if (!result)
      return fail(error);
    results.push_back(std::move(*result));
  }
  for (HostArray &result : results)
    buffers.push_back(result.bytes.data());

  if (!executor->run(buffers.data(), symbols.data(), diagnostics))
    return fail(diagnostics);

  if (!outputDir.empty())
    if (std::error_code code = llvm::sys::fs::create_directories(outputDir))
      return fail(outputDir + ": " + code.message());
  for (auto [info, result] : llvm::zip_equal(signature->outputs, results)) {
    if (print)
      llvm::outs() << info.name << " : " << result.str() << '\n';
    if (!outputDir.empty() && !writeNpy(outputDir + "/" + info.name + ".npy", result, error))
      return fail(error);
  }
  return 0;
}
