// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-opt: parses .mlir, runs passes and pipelines, prints .mlir. With --emmy-check-each-pass it runs the program
// before and after every pass.

#include "Emmy/Checking/EachPass.h"
#include "Emmy/InitAll.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

namespace cl = llvm::cl;

namespace emmy::test {
/// Passes of test/lib, whose names all begin with emmy-test-.
void registerTestPasses();
} // namespace emmy::test

static cl::OptionCategory category("Check of each pass");
static cl::opt<bool> checkEachPass("emmy-check-each-pass",
                                   cl::desc("run the program before and after every pass that changes it, and name the "
                                            "first pass, operation and element that differ; see docs/Testing.md"),
                                   cl::cat(category));
static cl::opt<uint64_t> checkSeed("emmy-check-seed", cl::desc("seed of the numbers that it is run on"), cl::init(0),
                                   cl::cat(category));
static cl::list<std::string>
    checkInputs("emmy-check-input", cl::desc("an argument instead: X.npy in order, or NAME=X.npy"), cl::cat(category));
static cl::list<std::string> checkSizes("emmy-check-size",
                                        cl::desc("a symbol's value, NAME=N; without any, several are tried"),
                                        cl::cat(category));

/// Values are printed with the names that their locations carry, unless --mlir-use-nameloc-as-prefix=false.
static void printProgramNames() {
  mlir::registerAsmPrinterCLOptions();
  auto option = llvm::cl::getRegisteredOptions().find("mlir-use-nameloc-as-prefix");
  if (option != llvm::cl::getRegisteredOptions().end())
    static_cast<llvm::cl::opt<bool> *>(option->second)->setInitialValue(true);
}

/// Reads, runs and prints as every tool of MLIR does, with the checker on the pass manager.
static llvm::LogicalResult run(llvm::StringRef inputName, llvm::StringRef outputName, mlir::DialectRegistry &registry,
                               mlir::MlirOptMainConfig config, emmy::EachPassChecker &checker) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = mlir::openInputFile(inputName, &message);
  std::unique_ptr<llvm::ToolOutputFile> output = input ? mlir::openOutputFile(outputName, &message) : nullptr;
  if (!output) {
    llvm::errs() << message << '\n';
    return llvm::failure();
  }
  if (config.shouldEmitRemarks()) {
    llvm::errs() << "error: expected no filter of remarks with --emmy-check-each-pass, which reads remarks itself\n";
    return llvm::failure();
  }
  config.setPassPipelineSetupFn([config, &checker](mlir::PassManager &manager) {
    // The driver has an engine for remarks that nobody asked for.
    manager.getContext()->setRemarkEngine(nullptr);
    checker.attach(manager);
    return config.setupPassPipeline(manager);
  });
  // What a wrong pass made is not printed, and whether the last pass is wrong is known when everything else is done.
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::failed(mlir::MlirOptMain(os, std::move(input), registry, config)) || checker.hasDifference())
    return llvm::failure();
  output->os() << text;
  output->keep();
  return llvm::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  emmy::registerAllDialects(registry);
  emmy::registerAllPasses();
  // Those who ask for help are not shown what is for tests.
  if (llvm::any_of(llvm::ArrayRef(argv, argc), [](llvm::StringRef text) { return text.contains("emmy-test-"); }))
    emmy::test::registerTestPasses();
  printProgramNames();
  auto [input, output] = mlir::registerAndParseCLIOptions(argc, argv, "Emmy optimizer driver\n", registry);
  mlir::MlirOptMainConfig config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (!checkEachPass || config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));

  emmy::EachPassOptions options;
  options.seed = checkSeed;
  options.inputs.assign(checkInputs.begin(), checkInputs.end());
  options.sizes.assign(checkSizes.begin(), checkSizes.end());
  emmy::EachPassChecker checker(options);
  llvm::LogicalResult result = run(input, output, registry, config, checker);
  llvm::errs() << "emmy-check-each-pass:\n";
  emmy::printChecks(checker.getChecks(), llvm::errs());
  if (llvm::succeeded(result) && emmy::countCompared(checker.getChecks()) == 0) {
    llvm::errs() << "error: expected elements to compare, but got none\n";
    return 1;
  }
  return mlir::asMainReturnCode(result);
}
