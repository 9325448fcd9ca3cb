// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-kernel-to-ptx: kernels -> LLVM dialect -> LLVM IR -> optimized -> PTX, all inside LLVM. Math functions are
// inlined; nothing is linked, so a function without a body is an error here and not a surprise in ptxas.

#include "Emmy/Target/Nvvm/Nvvm.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/InitAll.h"
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
    StringRef own = module.getTarget().value_or("sm_80");
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
  if (!target) {
    op->emitError("expected LLVM with the NVPTX target, but got: ") << error;
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, chip, "", options, std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
  if (!machine || !machine->getMCSubtargetInfo()->isCPUStringValid(chip)) {
    op->emitError("expected a target that LLVM knows, but got ") << chip;
    return nullptr;
  }
  return machine;
}

/// The kernels as LLVM IR for the machine.
static std::unique_ptr<llvm::Module> buildModule(Operation *op, llvm::TargetMachine &machine,
                                                 llvm::LLVMContext &context) {
  OwningOpRef<mlir::ModuleOp> converted = emmy::nvvm::convertKernelsToLlvm(op);
  if (!converted)
    return nullptr;
  registerBuiltinDialectTranslation(*op->getContext());
  registerLLVMDialectTranslation(*op->getContext());
  registerNVVMDialectTranslation(*op->getContext());
  std::unique_ptr<llvm::Module> module = translateModuleToLLVMIR(*converted, context, "kernels");
  if (!module)
    return nullptr;
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : *module) {
    if (function.isDeclaration() || function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return module;
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

LogicalResult emmy::translateKernelToPtx(Operation *op, raw_ostream &os) {
  FailureOr<std::string> target = getTarget(op);
  if (failed(target))
    return failure();
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(op, *target);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = buildModule(op, *machine, context);
  if (!module)
    return failure();
  optimize(*module, *machine);

  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager codegen;
  if (machine->addPassesToEmitFile(codegen, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return op->emitError("expected a target that emits PTX, but got ") << *target;
  codegen.run(*module);
  if (StringRef(text).contains(".extern .func"))
    return op->emitError("expected PTX without external functions, but LLVM made a call of one");
  os << text;
  return success();
}

LogicalResult emmy::translateKernelToLlvmIr(Operation *op, raw_ostream &os) {
  FailureOr<std::string> target = getTarget(op);
  if (failed(target))
    return failure();
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(op, *target);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = buildModule(op, *machine, context);
  if (!module)
    return failure();
  module->print(os, nullptr);
  return success();
}

void emmy::registerKernelToPtxTranslations() {
  auto registerDialects = [](DialectRegistry &registry) { registerAllDialects(registry); };
  static TranslateFromMLIRRegistration ptx(
      "emmy-kernel-to-ptx", "compiles kernels to PTX",
      [](Operation *op, raw_ostream &os) { return translateKernelToPtx(op, os); }, registerDialects);
  static TranslateFromMLIRRegistration llvmIr(
      "emmy-kernel-to-llvmir", "prints kernels as LLVM IR for NVPTX, not optimized",
      [](Operation *op, raw_ostream &os) { return translateKernelToLlvmIr(op, os); }, registerDialects);
}
