// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-reduce: makes a program that something goes wrong with small, and prints it with the command that shows it.

#include "Emmy/InitAll.h"
#include "Emmy/Pipelines/Phase.h"
#include "Emmy/Reduction/Reduce.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

namespace cl = llvm::cl;
using namespace emmy;

namespace emmy::test {
/// Passes of test/lib.
void registerTestPasses();
} // namespace emmy::test

static cl::OptionCategory category("emmy-reduce options");
static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("where the small program goes"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> predicateName(
    "predicate",
    cl::desc("what goes wrong: crash, error (of a pass or verifier), value (a pass changes what the program computes), "
             "executors (two levels compute different values), finding (the simulator reports something), kernels"),
    cl::init("value"), cl::cat(category));
static cl::opt<std::string>
    pipeline("pass-pipeline",
             cl::desc("builtin.module(...), in which it goes wrong; predicate executors: what lowers to the "
                      "second level (default: emmy-lower-to-LEVEL)"),
             cl::cat(category));
static cl::opt<std::string> match("match", cl::desc("a part of the error or finding"), cl::cat(category));
static cl::opt<std::string> levels("levels", cl::desc("predicate executors: the two levels (default: tensor,loop)"),
                                   cl::init("tensor,loop"), cl::cat(category));
static cl::opt<unsigned> kernels("kernels", cl::desc("predicate kernels: at least so many"), cl::init(2),
                                 cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("seed of the numbers that the program is run on"), cl::init(0),
                              cl::cat(category));
static cl::list<std::string> sizes("size", cl::desc("predicate value: a symbol's value, NAME=N"), cl::cat(category));
static cl::opt<unsigned> maxTests("max-tests", cl::desc("programs that are tried at most"), cl::init(2000),
                                  cl::cat(category));
static cl::opt<unsigned> timeout("timeout-seconds", cl::desc("of the processor, for one test"), cl::init(60),
                                 cl::cat(category));
static cl::opt<bool> onlyTest("test", cl::desc("only say what goes wrong; exit status 1 where nothing does"),
                              cl::cat(category));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "error: " << message << '\n';
  return 1;
}

/// The command that shows what goes wrong with the file that it stands in.
static std::string getCommand(const Predicate &predicate) {
  std::string pipelineOption = " --pass-pipeline='" + predicate.pipeline + "'";
  std::string text;
  if (predicate.kind == Predicate::Kind::value) {
    text = "not emmy-opt --emmy-check-each-pass --emmy-check-seed=" + std::to_string(predicate.check.seed);
    for (const std::string &size : predicate.check.sizes)
      text += " --emmy-check-size=" + size;
    return text + pipelineOption + " %s";
  }
  text = "emmy-reduce --test --predicate=" + stringifyPredicate(predicate.kind).str() +
         " --seed=" + std::to_string(predicate.check.seed);
  if (!predicate.match.empty())
    text += " --match='" + predicate.match + "'";
  if (predicate.kind == Predicate::Kind::executors)
    text += " --levels=" + predicate.first + "," + predicate.second;
  if (!predicate.pipeline.empty())
    text += pipelineOption;
  if (predicate.kind == Predicate::Kind::kernels)
    text += " --kernels=" + std::to_string(predicate.kernels);
  return text + " %s";
}

/// What the options say; an error where they say nothing that can be asked.
static std::optional<Predicate> readPredicate(std::string &error) {
  Predicate predicate;
  std::optional<Predicate::Kind> kind = symbolizePredicate(predicateName);
  if (!kind) {
    error =
        "expected the predicate crash, error, value, executors, finding or kernels, but got '" + predicateName + "'";
    return std::nullopt;
  }
  predicate.kind = *kind;
  predicate.pipeline = pipeline;
  predicate.match = match;
  predicate.kernels = kernels;
  predicate.check.seed = seed;
  predicate.check.sizes.assign(sizes.begin(), sizes.end());
  predicate.timeoutSeconds = timeout;
  auto [first, second] = llvm::StringRef(levels).split(',');
  predicate.first = first.str();
  predicate.second = second.str();
  if (*kind == Predicate::Kind::executors) {
    for (llvm::StringRef level : {first, second})
      if (!symbolizePhase(level) || level == "framework") {
        error = "expected two of the levels tensor, loop, tile and kernel, but got '" + levels + "'";
        return std::nullopt;
      }
    if (pipeline.empty())
      return predicate;
  }
  std::string message;
  llvm::raw_string_ostream os(message);
  llvm::FailureOr<mlir::OpPassManager> parsed = mlir::parsePassPipeline(pipeline, os);
  if (llvm::failed(parsed) || parsed->getOpAnchorName() != mlir::ModuleOp::getOperationName()) {
    error = "expected a --pass-pipeline of the form builtin.module(...), but got '" + pipeline + "': " + message;
    return std::nullopt;
  }
  return predicate;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAllPasses();
  emmy::test::registerTestPasses();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Emmy's reducer: makes a program that something goes wrong with small\n");
  std::string error;
  std::optional<Predicate> predicate = readPredicate(error);
  if (!predicate)
    return fail(error);

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  std::unique_ptr<llvm::MemoryBuffer> input = mlir::openInputFile(file, &error);
  if (!input)
    return fail(error);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return 1;

  std::optional<std::string> failure = findFailure(*module, *predicate);
  if (!failure)
    return fail("expected a program of which '" + predicateName + "' holds, but got one of which it does not");
  if (onlyTest) {
    llvm::outs() << predicateName << ": " << *failure << '\n';
    return 0;
  }
  auto isInteresting = [&](mlir::ModuleOp candidate) { return findFailure(candidate, *predicate) == failure; };
  ReductionStatistics statistics = reduceModule(module, isInteresting, maxTests);
  llvm::errs() << "tried " << statistics.tests << " programs, " << statistics.accepted << " of them smaller\n";

  std::unique_ptr<llvm::ToolOutputFile> result = mlir::openOutputFile(output, &error);
  if (!result)
    return fail(error);
  result->os() << "// RUN: " << getCommand(*predicate) << '\n';
  module->print(result->os(), mlir::OpPrintingFlags().printNameLocAsPrefix());
  result->os() << '\n';
  result->keep();
  return 0;
}
