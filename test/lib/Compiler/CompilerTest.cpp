// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-compiler: the facade from the command line, so that its answers and messages are tested as text. The
// options that are given are carried out in the order in which they stand in main.

#include "Emmy/Compiler.h"
#include "Emmy/Executor.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace emmy;

static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::init("-"));
static cl::opt<std::string> lower("lower", cl::desc("lower to this phase"));
static cl::opt<std::string> pipeline("pipeline", cl::desc("run this pipeline"));
static cl::opt<std::string> emit("emit", cl::desc("print target code of this kind"));
static cl::opt<bool> print("print", cl::desc("print the phase and the module"));
static cl::opt<bool> withLocations("locations", cl::desc("print it with locations"));
static cl::opt<bool> signature("signature", cl::desc("print the entry as its caller sees it"));
static cl::list<int64_t> shapes("shapes", cl::desc("print the shapes for these values of the symbols"),
                                cl::CommaSeparated);
static cl::opt<std::string> executor("executor", cl::desc("make an executor of this level"));
static cl::opt<bool> report("report", cl::desc("print the report"));
static cl::list<std::string> sizes("size", cl::desc("a symbol's value in the report: NAME=N"));
static cl::opt<std::string> target("target", cl::desc("the target"));
static cl::opt<std::string> numerics("numerics", cl::desc("the numerics mode"));
static cl::opt<std::string> schedule("schedule", cl::desc("schedule overrides"));

static void printDiagnostic(const Diagnostic &diagnostic) {
  static const char *const severities[] = {"error", "warning", "remark", "note"};
  if (diagnostic.line)
    llvm::errs() << diagnostic.file << ':' << diagnostic.line << ':' << diagnostic.column << ": ";
  llvm::errs() << severities[int(diagnostic.severity)] << ": " << diagnostic.message << '\n';
  for (const Diagnostic &note : diagnostic.notes)
    printDiagnostic(note);
}

static void printTensor(const char *role, const TensorInfo &info) {
  llvm::outs() << role << ' ' << info.name << " : " << info.dtype << '[';
  llvm::interleaveComma(info.extents, llvm::outs());
  llvm::outs() << ']';
  if (!info.parameter.empty())
    llvm::outs() << " parameter " << info.parameter;
  if (!info.updates.empty())
    llvm::outs() << " updates " << info.updates;
  llvm::outs() << '\n';
}

static bool printSignature(const Program &program, Diagnostics &diagnostics) {
  std::optional<Signature> entry = program.getSignature(diagnostics);
  if (!entry)
    return false;
  llvm::outs() << "entry " << entry->name << '\n';
  for (const SymbolInfo &symbol : entry->symbols) {
    llvm::outs() << "symbol " << symbol.name << " min " << symbol.min;
    if (symbol.max)
      llvm::outs() << " max " << *symbol.max;
    llvm::outs() << " multiple " << symbol.multiple << '\n';
  }
  for (const TensorInfo &input : entry->inputs)
    printTensor("input", input);
  for (const TensorInfo &output : entry->outputs)
    printTensor("output", output);
  return true;
}

static void printShapes(const char *role, const std::vector<std::vector<int64_t>> &shapes) {
  for (const std::vector<int64_t> &shape : shapes) {
    llvm::outs() << role << " [";
    llvm::interleaveComma(shape, llvm::outs());
    llvm::outs() << "]\n";
  }
}

static bool printShapes(const Program &program, Diagnostics &diagnostics) {
  std::vector<int64_t> symbols(shapes.begin(), shapes.end());
  auto inputs = program.getInputShapes(symbols, diagnostics);
  if (!inputs)
    return false;
  printShapes("input", *inputs);
  auto results = program.getResultShapes(symbols, diagnostics);
  if (!results)
    return false;
  printShapes("result", *results);
  return true;
}

static bool printText(const std::optional<std::string> &text) {
  if (text)
    llvm::outs() << *text << '\n';
  return text.has_value();
}

static bool run(const std::string &text, Diagnostics &diagnostics) {
  std::optional<Program> program = Program::parse(text, file, diagnostics);
  if (!program)
    return false;
  CompileOptions options;
  options.target = target;
  options.numerics = numerics;
  options.schedule = schedule;
  if (!lower.empty() && !program->lower(lower, options, diagnostics))
    return false;
  if (!pipeline.empty() && !program->runPipeline(pipeline, diagnostics))
    return false;
  if (print)
    llvm::outs() << "phase '" << program->getPhase() << "'\n" << program->print(withLocations);
  if (signature && !printSignature(*program, diagnostics))
    return false;
  if (shapes.getNumOccurrences() && !printShapes(*program, diagnostics))
    return false;
  if (!emit.empty() && !printText(program->emit(emit, diagnostics)))
    return false;
  if (!executor.empty()) {
    ExecutorOptions executorOptions;
    executorOptions.level = executor;
    executorOptions.compile = options;
    if (!Executor::create(*program, executorOptions, diagnostics))
      return false;
  }
  if (!report)
    return true;
  std::map<std::string, int64_t> values;
  for (const std::string &size : sizes) {
    auto [name, value] = llvm::StringRef(size).split('=');
    values[name.str()] = std::stoll(value.str());
  }
  return printText(program->report(values, options, diagnostics));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "The facade from the command line\n");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!buffer) {
    llvm::errs() << file << ": " << buffer.getError().message() << '\n';
    return 1;
  }
  Diagnostics diagnostics;
  bool isDone = run((*buffer)->getBuffer().str(), diagnostics);
  llvm::outs().flush();
  for (const Diagnostic &diagnostic : diagnostics)
    printDiagnostic(diagnostic);
  return isDone ? 0 : 1;
}
