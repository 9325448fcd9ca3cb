// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-run: executes a program at one of its levels on arrays from .npy files or of random numbers.

#include "Emmy/Execution/RunProgram.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cl = llvm::cl;
using namespace emmy;

static cl::OptionCategory category("emmy-run options");
static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> level("level",
                                  cl::desc("level that is executed: tensor, loop (default), tile, kernel, "
                                           "or nvvm: the code that becomes PTX"),
                                  cl::init("loop"), cl::cat(category));
static cl::list<std::string> inputs("input", cl::desc("an argument: X.npy in order, or NAME=X.npy"), cl::cat(category));
static cl::list<std::string> sizes("size", cl::desc("a symbol's value: NAME=N; else taken from the inputs"),
                                   cl::cat(category));
static cl::opt<std::string> outputDir("output-dir", cl::desc("where results go as NAME.npy"), cl::cat(category));
static cl::opt<bool> printResults("print", cl::desc("print the results"), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("arguments without an --input are random numbers of this seed"),
                              cl::cat(category));
static cl::opt<unsigned> optLevel("O", cl::Prefix,
                                  cl::desc("optimisation level, 0 to 3 (default: 2, for --level=kernel 1)"),
                                  cl::cat(category));
static cl::opt<std::string> target("target", cl::desc("target that schedules are chosen for"), cl::cat(category));
static cl::opt<std::string> schedule("schedule", cl::desc("schedule overrides"), cl::cat(category));
static cl::opt<std::string> numerics("numerics", cl::desc("eager, fused or fast"), cl::cat(category));
static cl::opt<std::string> licences("licences", cl::desc("what fast may do: no_signed_zeros,reciprocal,reassociate"),
                                     cl::cat(category));
static cl::opt<bool> check("check", cl::desc("level kernel: look for races and other mistakes, and count accesses"),
                           cl::init(true), cl::cat(category));
static cl::opt<bool> printLaunches("print-launches", cl::desc("level kernel: print what was launched, as JSON"),
                                   cl::cat(category));
static cl::opt<std::string> traceAccesses("trace-accesses", cl::value_desc("FILE"),
                                          cl::desc("level kernel: write every access and barrier to a file"),
                                          cl::cat(category));
static cl::opt<bool> fuse("fuse", cl::desc("merge kernels"), cl::init(true), cl::cat(category));
static cl::opt<bool>
    presetFlushToZero("preset-flush-to-zero",
                      cl::desc("run with subnormals switched off in the caller, which changes nothing"), cl::Hidden,
                      cl::cat(category));

static void print(const Diagnostic &diagnostic, llvm::StringRef severity) {
  if (diagnostic.line)
    llvm::errs() << diagnostic.file << ':' << diagnostic.line << ':' << diagnostic.column << ": ";
  llvm::errs() << severity << ": " << diagnostic.message << '\n';
  for (const Diagnostic &note : diagnostic.notes)
    print(note, "note");
}

static int fail(const Diagnostics &diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics)
    if (diagnostic.severity == Diagnostic::Severity::error)
      print(diagnostic, "error");
  return 1;
}

static int fail(const llvm::Twine &message) {
  llvm::errs() << "error: " << message << '\n';
  return 1;
}

/// As some libraries leave the thread: subnormal operands and results are zeros.
static void flushToZero() {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Emmy's executor\n");

  RunOptions options;
  options.file = file;
  options.inputs.assign(inputs.begin(), inputs.end());
  options.sizes.assign(sizes.begin(), sizes.end());
  if (seed.getNumOccurrences())
    options.seed = seed;
  options.executor.level = level;
  if (optLevel.getNumOccurrences())
    options.executor.optLevel = optLevel;
  options.executor.compile.target = target;
  options.executor.compile.schedule = schedule;
  options.executor.compile.numerics = numerics;
  options.executor.compile.licences = licences;
  options.executor.compile.fuse = fuse;
  options.executor.check = check;
  options.executor.traceFile = traceAccesses;
  std::string launches;
  if (printLaunches)
    options.launches = &launches;
  if (presetFlushToZero)
    flushToZero();
  Diagnostics diagnostics;
  std::optional<std::vector<RunResult>> results = runProgram(options, diagnostics);
  if (!launches.empty())
    llvm::outs() << launches << '\n';
  if (!results)
    return fail(diagnostics);

  if (!outputDir.empty())
    if (std::error_code code = llvm::sys::fs::create_directories(outputDir))
      return fail(outputDir + ": expected a folder that can be made, but got: " + code.message());
  for (const RunResult &result : *results) {
    if (printResults)
      llvm::outs() << result.name << " : " << result.array.str() << '\n';
    std::string error;
    if (!outputDir.empty() && !writeNpy(outputDir + "/" + result.name + ".npy", result.array, error))
      return fail(error);
  }
  return 0;
}
