// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-kernel-to-ptx: kernels -> LLVM dialect -> LLVM IR -> optimized -> PTX, all inside LLVM. Math functions are
// inlined; nothing is linked, so a function without a body is an error here and not a surprise in ptxas.

#include "Emmy/Target/Nvvm/Nvvm.h"

#include "Emmy/Dialect/Base/IR/Targets.h"
#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "KernelToLlvm.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace mlir;

/// The target that the kernel modules below `op` name; they must agree.
static FailureOr<std::string> getTarget(Operation *op) {
  std::string target;
  WalkResult result = op->walk([&](emmy::kernel::ModuleOp module) {
    StringRef own = module.getTarget().value_or(emmy::defaultTarget);
    if (!target.empty() && target != own) {
      module.emitOpError("expected all kernel modules to have one target, but got ") << target << " and " << own;
      return WalkResult::interrupt();
    }
    target = own.str();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!StringRef(target).starts_with("sm_")) {
    op->emitError("expected a kernel module whose target is a GPU such as sm_90, but got '") << target << "'";
    return failure();
  }
  return target;
}

/// A target machine that contracts nothing. Null, with a diagnostic, for a target that LLVM does not know.
static std::unique_ptr<llvm::TargetMachine> createTargetMachine(Operation *op, StringRef chip) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  std::string error;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  assert(target && "the initializers that are linked in register NVPTX");
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  // The oldest PTX that knows sm_75 does not know its matrix instructions.
  StringRef features = chip == "sm_75" ? "+ptx65" : "";
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, chip, features, options, std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  if (!machine || !machine->getMCSubtargetInfo()->isCPUStringValid(chip)) {
    op->emitError("expected a target that LLVM knows, but got ") << chip;
    return nullptr;
  }
  return machine;
}

namespace {
/// Kernels as LLVM IR, and the machine that it is for.
struct DeviceCode {
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};
} // namespace

/// The kernels below `op` as LLVM IR, not optimized.
static FailureOr<DeviceCode> buildDeviceCode(Operation *op, llvm::LLVMContext &context) {
  FailureOr<std::string> target = getTarget(op);
  if (failed(target))
    return failure();
  DeviceCode code;
  code.machine = createTargetMachine(op, *target);
  if (!code.machine)
    return failure();
  OwningOpRef<mlir::ModuleOp> converted = emmy::nvvm::convertKernelsToLlvm(op);
  if (!converted)
    return failure();
  registerBuiltinDialectTranslation(*op->getContext());
  registerLLVMDialectTranslation(*op->getContext());
  registerNVVMDialectTranslation(*op->getContext());
  code.module = translateModuleToLLVMIR(*converted, context, "kernels");
  assert(code.module && "what was checked has LLVM IR");
  code.module->setTargetTriple(code.machine->getTargetTriple());
  code.module->setDataLayout(code.machine->createDataLayout());
  for (llvm::Function &function : *code.module) {
    if (function.isDeclaration() || function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return code;
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(module, modules);
}

namespace {
/// Code generation without straight-line strength reduction: it compares all multiplications and shifts of a function
/// with each other, so that it takes most of the time of a large kernel, and ptxas does what it would do.
class CodegenPassManager : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override {
    if (pass->getPassName() == "Straight line strength reduction") {
      delete pass;
      return;
    }
    llvm::legacy::PassManager::add(pass);
  }
};
} // namespace

LogicalResult emmy::translateKernelToPtx(Operation *op, raw_ostream &os) {
  llvm::LLVMContext context;
  FailureOr<DeviceCode> code = buildDeviceCode(op, context);
  if (failed(code))
    return failure();
  optimize(*code->module, *code->machine);

  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  CodegenPassManager codegen;
  [[maybe_unused]] bool hasNoAssembly =
      code->machine->addPassesToEmitFile(codegen, stream, nullptr, llvm::CodeGenFileType::AssemblyFile);
  assert(!hasNoAssembly && "NVPTX emits assembly");
  codegen.run(*code->module);
  // Only operations with a PTX form of their own got here.
  assert(!StringRef(text).contains(".extern .func") && "LLVM made no call of a function without a body");
  os << text;
  return success();
}

std::unique_ptr<llvm::Module> emmy::buildPtxModule(Operation *op, llvm::LLVMContext &context) {
  FailureOr<DeviceCode> code = buildDeviceCode(op, context);
  if (failed(code))
    return nullptr;
  optimize(*code->module, *code->machine);
  return std::move(code->module);
}

LogicalResult emmy::translateKernelToLlvmIr(Operation *op, raw_ostream &os) {
  llvm::LLVMContext context;
  FailureOr<DeviceCode> code = buildDeviceCode(op, context);
  if (failed(code))
    return failure();
  code->module->print(os, nullptr);
  return success();
}

void emmy::registerKernelToPtxTranslations(const std::function<void(DialectRegistry &)> &registerDialects) {
  static TranslateFromMLIRRegistration ptx(
      "emmy-kernel-to-ptx", "compiles kernels to PTX",
      [](Operation *op, raw_ostream &os) { return translateKernelToPtx(op, os); }, registerDialects);
  static TranslateFromMLIRRegistration llvmIr(
      "emmy-kernel-to-llvmir", "prints kernels as LLVM IR for NVPTX, not optimized",
      [](Operation *op, raw_ostream &os) { return translateKernelToLlvmIr(op, os); }, registerDialects);
}
