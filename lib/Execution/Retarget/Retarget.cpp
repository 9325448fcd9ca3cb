// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program around retargeted kernels: its host side calls the shim for launches, memory and copies, as the printed
// host code does.

#include "Emmy/Execution/Retarget.h"
#include "DeviceFunctions.h"
#include "RetargetModule.h"
#include "Steps.h"

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/Pipelines/Pipelines.h"
#include "Emmy/Runtime/Shim/emmy_shim/Abi.h"
#include "Emmy/Runtime/Simulate.h"
#include "Emmy/Target/Nvvm/Nvvm.h"

#include "../../Simulator/FunctionLowering.h"
#include "../../Simulator/HostLowering.h"
#include "../../Simulator/ProgramLowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <cstring>
#include <map>
#include <utility>

using namespace mlir;
using namespace emmy;
using namespace emmy::retarget;

namespace {
/// A kernel as it is launched.
struct LaunchedKernel {
  std::string name;
  void *entry = nullptr;
  /// Bytes of the parameters; 0 for a buffer.
  SmallVector<unsigned> parameters;
  uint32_t block[3] = {1, 1, 1};
  uint64_t sharedBytes = 0;  ///< in all
  uint64_t dynamicBytes = 0; ///< of them, what a launch provides
};
} // namespace

struct RetargetedProgram::Code {
  ~Code() { emmyShimReleaseModule(&shim); }

  OwningOpRef<mlir::ModuleOp> module;
  std::vector<LaunchedKernel> kernels;
  std::optional<JitProgram> program;
  EmmyShimModule shim = {EMMY_SHIM_ABI_VERSION, /*checked=*/0, emmyShimBlockMemory, nullptr};
};

RetargetedProgram::RetargetedProgram(std::unique_ptr<Code> code) : code(std::move(code)) {}
RetargetedProgram::RetargetedProgram(RetargetedProgram &&) = default;
RetargetedProgram &RetargetedProgram::operator=(RetargetedProgram &&) = default;
RetargetedProgram::~RetargetedProgram() = default;

//===----------------------------------------------------------------------===//
// What the host program calls
//===----------------------------------------------------------------------===//

namespace {
/// A run in flight.
struct Run {
  RetargetedProgram::Code &code;
  Steps steps;
  int status = 0; ///< the first error; nothing runs after it
  std::vector<void *> allocations;
};
} // namespace

static thread_local Run *current = nullptr;

/// The shim calls an entry with the addresses of the parameters.
static void invokeEntry(const void *function, void **arguments) {
  reinterpret_cast<void (*)(void **)>(const_cast<void *>(function))(arguments);
}

/// A dim of the grid; what does not fit is more than any GPU takes, and the shim says so.
static unsigned toGridDim(int64_t size) { return size < 0 || size > int64_t(UINT32_MAX) ? UINT32_MAX : unsigned(size); }

static void launchHook(int32_t, int32_t number, int64_t x, int64_t y, int64_t z, const int64_t *arguments) {
  if (current->status || x == 0 || y == 0 || z == 0)
    return;
  const LaunchedKernel &kernel = current->code.kernels[number];
  // Each parameter is a pair of numbers, the first of which holds its bits.
  std::vector<void *> parameters;
  for (unsigned i = 0; i < kernel.parameters.size(); ++i)
    parameters.push_back(const_cast<int64_t *>(arguments + 2 * i));
  EmmyShimLaunch request = {kernel.entry,
                            invokeEntry,
                            parameters.data(),
                            {toGridDim(x), toGridDim(y), toGridDim(z)},
                            {kernel.block[0], kernel.block[1], kernel.block[2]},
                            size_t(kernel.sharedBytes),
                            &current->code.shim};
  current->steps.addLaunch(kernel.name, request, kernel.dynamicBytes, kernel.parameters, arguments);
  current->status = emmyShimLaunch(&request);
}

static void *allocateHook(int32_t, int64_t bytes) {
  void *memory = nullptr;
  if (!current->status)
    current->status = emmyShimMalloc(&memory, size_t(bytes));
  if (!memory)
    return nullptr;
  // What nobody has written shows: as floats NaN, as integers -1.
  std::memset(memory, 0xff, size_t(bytes));
  current->allocations.push_back(memory);
  current->steps.addAllocation(memory, bytes);
  return memory;
}

static void copyHook(int32_t, void *target, const void *source, int64_t bytes) {
  if (current->status || bytes == 0)
    return;
  current->steps.addCopy(target, source, bytes);
  current->status = emmyShimCopy(target, source, size_t(bytes));
}

static int64_t readHook(int32_t, const void *source, int64_t bytes) {
  int64_t bits = 0;
  if (!current->status)
    current->status = emmyShimCopy(&bits, source, size_t(bytes));
  return bits;
}

/// What has failed goes no further round.
static bool goesOnHook() { return !current->status; }

/// The entry as the shim calls it.
static int runEntry(void **buffers, const int64_t *sizes, void *, void *) {
  current->steps.setBuffers(buffers);
  current->code.program->run(buffers, sizes);
  for (void *memory : current->allocations)
    emmyShimFree(memory);
  return current->status;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The host program as a module of the LLVM dialect; kernels are numbered in the order of `kernels`.
static OwningOpRef<mlir::ModuleOp> lowerHostProgram(mlir::ModuleOp module, ArrayRef<kernel::FuncOp> kernels) {
  IRMapping mapping;
  OwningOpRef<mlir::ModuleOp> lowered = cast<mlir::ModuleOp>(module->clone(mapping));
  DenseMap<Operation *, unsigned> numbers;
  for (auto [number, kernel] : llvm::enumerate(kernels))
    numbers[kernel] = number;
  simulator::ProgramInfo info;
  if (failed(simulator::lowerHost(module, *lowered, mapping, numbers, info)))
    return {};
  for (auto kernelModule : llvm::make_early_inc_range(lowered->getOps<kernel::ModuleOp>()))
    kernelModule.erase();
  if (failed(lowerHostToLlvm(*lowered)))
    return {};
  return lowered;
}

FailureOr<RetargetedProgram> RetargetedProgram::compile(mlir::ModuleOp module) {
  module->getContext()
      ->loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect, memref::MemRefDialect,
                    scf::SCFDialect>();
  auto code = std::make_unique<Code>();
  code->module = module.clone();
  // As for target code: functions are called by name.
  PassManager expand(module.getContext());
  expand.addPass(createExpandApplyPass());
  if (failed(expand.run(*code->module)))
    return failure();
  SmallVector<kernel::FuncOp> kernels;
  code->module->walk([&](kernel::FuncOp kernel) { kernels.push_back(kernel); });

  OwningOpRef<mlir::ModuleOp> host = lowerHostProgram(*code->module, kernels);
  if (!host)
    return failure();
  JitOptions jitOptions;
  // The kernels are optimized already, and the host program is a few calls.
  jitOptions.optLevel = 1;
  jitOptions.symbols = getDeviceSymbols();
  auto add = [&](StringRef name, auto *function) {
    jitOptions.symbols.push_back({simulator::getHookSymbol(name), reinterpret_cast<void *>(function)});
  };
  add("launch", launchHook);
  add("allocate", allocateHook);
  add("copy", copyHook);
  add("read", readHook);
  add("goesOn", goesOnHook);
  FailureOr<JitProgram> program = JitProgram::compile(*host, jitOptions);
  if (failed(program))
    return failure();
  code->program = std::move(*program);
  if (kernels.empty())
    return RetargetedProgram(std::move(code));

  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> device = buildPtxModule(*code->module, *context);
  FailureOr<std::vector<RetargetedKernel>> retargeted = failure();
  if (device)
    retargeted = retargetModule(*device, module.getLoc());
  if (failed(retargeted) || failed(code->program->add(std::move(device), std::move(context), module.getLoc())))
    return failure();
  std::map<std::string, const RetargetedKernel *> byName;
  for (const RetargetedKernel &kernel : *retargeted)
    byName[kernel.name] = &kernel;
  for (kernel::FuncOp source : kernels) {
    const RetargetedKernel &kernel = *byName.at(source.getSymName().str());
    LaunchedKernel &launched = code->kernels.emplace_back();
    launched.entry = code->program->lookup(kernel.entry);
    launched.name = kernel.name;
    for (Type type : source.getArgumentTypes())
      launched.parameters.push_back(isa<MemRefType>(type) ? 0 : type.isIndex() ? 8 : kernel::getElementBytes(type));
    launched.dynamicBytes = kernel.isDynamic ? kernel::getSharedBytes(source) : 0;
    launched.sharedBytes = kernel.sharedBytes + launched.dynamicBytes;
    llvm::copy(source.getBlock(), launched.block);
    emmyShimDescribeKernel(&code->shim, launched.entry, kernel.name.c_str(), kernel.numThreads);
    // As the printed host code does; what is too much is told at the launch.
    if (launched.dynamicBytes)
      emmyShimSetMaxDynamicShared(&code->shim, launched.entry, int(launched.sharedBytes));
  }
  return RetargetedProgram(std::move(code));
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

LogicalResult RetargetedProgram::run(ArrayRef<RetargetBuffer> buffers, ArrayRef<int64_t> symbols,
                                     std::string *steps) const {
  std::vector<EmmySimulateBuffer> arguments;
  for (const RetargetBuffer &buffer : buffers)
    arguments.push_back({buffer.base, int64_t(buffer.bytes), buffer.name.c_str()});
  Run run = {*code, Steps(buffers), 0, {}};
  Run *outer = std::exchange(current, &run);
  EmmySimulateProgram *program = emmySimulateCreate(runEntry);
  EmmySimulateReport *report =
      emmySimulateRun(program, arguments.data(), arguments.size(), symbols.data(), /*options=*/nullptr);
  current = outer;
  LogicalResult result = success();
  if (emmySimulateGetErrorCode(report))
    result = getEntry(*code->module).emitError(emmySimulateGetErrorText(report));
  emmySimulateDeleteReport(report);
  emmySimulateUnload(program);
  if (steps)
    *steps = run.steps.print();
  return result;
}
