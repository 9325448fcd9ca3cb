// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM dialect -> LLVM IR -> optimised machine code in this process, by ORC.

#include "Emmy/Execution/Jit.h"
#include "Bf16Bits.h"

#include "Emmy/Support/FloatingPointEnvironment.h"

#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace mlir;
using namespace emmy;

struct JitProgram::Engine {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::unique_ptr<llvm::TargetMachine> machine;
  /// What the session finds out while it links comes before the error that it returns.
  std::shared_ptr<std::string> reported;
  void (*entry)(void *const *, const int64_t *) = nullptr;
};

JitProgram::JitProgram(std::unique_ptr<Engine> engine) : engine(std::move(engine)) {}
JitProgram::JitProgram(JitProgram &&) = default;
JitProgram &JitProgram::operator=(JitProgram &&) = default;
JitProgram::~JitProgram() = default;

static void initializeTargetOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

static llvm::CodeGenOptLevel getCodeGenLevel(unsigned optLevel) {
  return llvm::CodeGenOpt::getLevel(std::min(optLevel, 3u)).value_or(llvm::CodeGenOptLevel::Default);
}

/// f32 to bf16 by rounding to nearest even, subnormals kept. LLVM calls it by the name of the compilers' run-time
/// library, which not every process has. The result is in the low half of the register that a float is returned in.
static float truncateToBf16(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  bool isNan = (bits & 0x7fffffff) > 0x7f800000;
  return llvm::bit_cast<float>(isNan ? bits >> 16 | 0x40 : rounded);
}

/// This machine, with its instructions, and no contraction of multiplications with additions. x86's conversions from
/// f32 to bf16 are left out: they flush subnormals, whatever the floating-point environment says.
static llvm::Expected<llvm::orc::JITTargetMachineBuilder> describeHost(unsigned optLevel) {
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host.takeError();
  host->setCodeGenOptLevel(getCodeGenLevel(optLevel));
  host->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  if (host->getTargetTriple().isX86())
    host->addFeatures({"-avx512bf16", "-avxneconvert"});
  return host;
}

/// The first operation that is none of the LLVM dialect, but for casts, whose reason is another one; null where there
/// is none.
static Operation *findForeign(ModuleOp module) {
  Operation *foreign = nullptr;
  module.walk([&](Operation *op) {
    if (op == module || op->getName().getDialectNamespace() == "llvm")
      return WalkResult::advance();
    if (!isa<UnrealizedConversionCastOp>(op)) {
      foreign = op;
      return WalkResult::interrupt();
    }
    if (!foreign)
      foreign = op;
    return WalkResult::advance();
  });
  return foreign;
}

FailureOr<JitProgram> JitProgram::compile(ModuleOp module, const JitOptions &options) {
  initializeTargetOnce();
  auto fail = [&](llvm::Error error, StringRef before = "") -> LogicalResult {
    return module.emitError("expected a module that compiles for this machine, but got: ")
           << before << llvm::toString(std::move(error));
  };

  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  module->getContext()->appendDialectRegistry(registry);
  auto context = std::make_unique<llvm::LLVMContext>();
  // What no pass has lowered is told here: the translation would speak of itself.
  Operation *foreign = findForeign(module);
  replaceBf16ByBits(module);
  std::unique_ptr<llvm::Module> llvmModule = foreign ? nullptr : translateModuleToLLVMIR(module, *context);
  if (!llvmModule) {
    Operation *culprit = foreign ? foreign : module.getOperation();
    return culprit->emitError("expected operations of the LLVM dialect, but got '")
           << culprit->getName() << "' on (" << culprit->getOperandTypes() << ") -> (" << culprit->getResultTypes()
           << "), which does not become LLVM IR";
  }

  // LLVM has the target of the machine that it runs on; what can fail is in the options and in the module.
  llvm::orc::JITTargetMachineBuilder host = llvm::cantFail(describeHost(options.optLevel));
  std::unique_ptr<llvm::TargetMachine> machine = llvm::cantFail(host.createTargetMachine());
  llvmModule->setDataLayout(machine->createDataLayout());
  llvmModule->setTargetTriple(machine->getTargetTriple());
  if (llvm::Error error = makeOptimizingTransformer(options.optLevel, /*sizeLevel=*/0, machine.get())(llvmModule.get()))
    return fail(std::move(error));

  std::unique_ptr<llvm::orc::LLJIT> jit =
      llvm::cantFail(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(host)).create());
  auto reported = std::make_shared<std::string>();
  jit->getExecutionSession().setErrorReporter(
      [reported](llvm::Error error) { *reported += llvm::toString(std::move(error)) + "; "; });
  llvm::orc::SymbolMap own;
  own[jit->mangleAndIntern("__truncsfbf2")] = {llvm::orc::ExecutorAddr::fromPtr(&truncateToBf16),
                                               llvm::JITSymbolFlags::Exported};
  for (const JitSymbol &symbol : options.symbols)
    own[jit->mangleAndIntern(symbol.name)] = {llvm::orc::ExecutorAddr::fromPtr(symbol.address),
                                              llvm::JITSymbolFlags::Exported};
  llvm::cantFail(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(own)));
  // malloc, free and the library functions that LLVM itself calls come from this process.
  jit->getMainJITDylib().addGenerator(llvm::cantFail(
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit->getDataLayout().getGlobalPrefix())));
  // All of the module's functions but emmy_main are internal.
  llvm::cantFail(jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(llvmModule), std::move(context))));
  auto address = jit->lookup("emmy_main");
  if (!address)
    return fail(address.takeError(), *reported);

  auto engine = std::make_unique<Engine>();
  engine->entry = address->toPtr<void(void *const *, const int64_t *)>();
  engine->jit = std::move(jit);
  engine->machine = std::move(machine);
  engine->reported = std::move(reported);
  return JitProgram(std::move(engine));
}

LogicalResult JitProgram::add(std::unique_ptr<llvm::Module> module, std::unique_ptr<llvm::LLVMContext> context,
                              Location location) {
  module->setDataLayout(engine->machine->createDataLayout());
  module->setTargetTriple(engine->machine->getTargetTriple());
  std::vector<std::string> names;
  for (const llvm::Function &function : *module)
    if (!function.isDeclaration() && !function.hasLocalLinkage())
      names.push_back(function.getName().str());
  llvm::cantFail(engine->jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  // Looking a function up compiles and links it.
  for (StringRef name : names)
    if (auto address = engine->jit->lookup(name); !address)
      return emitError(location) << "expected functions that this machine has, but got: " << *engine->reported
                                 << llvm::toString(address.takeError());
  return success();
}

void JitProgram::run(void *const *buffers, const int64_t *sizes) const {
  FloatingPointEnvironment environment;
  engine->entry(buffers, sizes);
}

void *JitProgram::lookup(StringRef name) const {
  // The module was linked when its entry was looked up, so nothing of it is missing any more.
  return llvm::cantFail(engine->jit->lookup(name)).toPtr<void *>();
}
