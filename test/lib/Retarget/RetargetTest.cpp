// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-retarget: rewrites LLVM IR for NVPTX from a file and prints what it has become, or compiles it. So what no
// kernel of today has is tested, too.

#include "../../../lib/Execution/Retarget/DeviceFunctions.h"
#include "../../../lib/Execution/Retarget/RetargetModule.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace emmy;

static cl::opt<std::string> file(cl::Positional, cl::desc("FILE.ll"), cl::init("-"));
static cl::opt<bool> compile("compile", cl::desc("compile it for this machine instead of printing it"));

/// A program with nothing in it.
static constexpr llvm::StringLiteral kEmptyProgram = R"(
  llvm.func @emmy_main(%buffers: !llvm.ptr, %sizes: !llvm.ptr) {
    llvm.return
  }
)";

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "code for NVPTX on the CPU\n");
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, problem, *context);
  if (!module) {
    problem.print(argv[0], llvm::errs());
    return 1;
  }
  mlir::MLIRContext mlirContext;
  mlir::Location location = mlir::UnknownLoc::get(&mlirContext);
  auto kernels = retarget::retargetModule(*module, location);
  if (failed(kernels))
    return 1;
  if (!compile) {
    for (const retarget::RetargetedKernel &kernel : *kernels)
      llvm::outs() << "; " << kernel.name << ": " << kernel.entry << ", " << kernel.sharedBytes
                   << " bytes of shared memory, " << kernel.numThreads << " threads\n";
    module->print(llvm::outs(), nullptr);
    return 0;
  }
  mlirContext.loadDialect<mlir::LLVM::LLVMDialect>();
  auto program = mlir::parseSourceString<mlir::ModuleOp>(kEmptyProgram, &mlirContext);
  JitOptions options;
  options.symbols = retarget::getDeviceSymbols();
  auto compiled = JitProgram::compile(*program, options);
  return failed(compiled) || failed(compiled->add(std::move(module), std::move(context), location));
}
