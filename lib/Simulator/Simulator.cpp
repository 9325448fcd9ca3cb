// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a module of the kernel level to code of this process that executes it.

#include "Emmy/Simulator/Simulator.h"
#include "FunctionLowering.h"
#include "ProgramLowering.h"
#include "Session.h"

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/Execution/Jit.h"
#include "Emmy/Pipelines/Pipelines.h"

#include "mlir/Pass/PassManager.h"

#include <cstring>

using namespace mlir;
using namespace emmy;
using namespace emmy::simulator;

struct Simulator::Code {
  OwningOpRef<ModuleOp> module;
  Options options;
  ProgramInfo info;
  std::optional<JitProgram> program;
};

Simulator::Simulator(std::unique_ptr<Code> code) : code(std::move(code)) {}
Simulator::Simulator(Simulator &&) = default;
Simulator &Simulator::operator=(Simulator &&) = default;
Simulator::~Simulator() = default;

/// The runtime's functions under the names that generated code has for them.
static std::vector<JitSymbol> getRuntimeSymbols(bool checked) {
  const Hooks &hooks = getHooks(checked);
  const HostHooks &host = getHostHooks();
  std::vector<JitSymbol> symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols.push_back({getHookSymbol(name), reinterpret_cast<void *>(function)});
  };
  add("load", hooks.load);
  add("store", hooks.store);
  add("atomic", hooks.atomic);
  add("shuffle", hooks.shuffle);
  add("loadMatrix", hooks.loadMatrix);
  add("multiplyMatrix", hooks.multiplyMatrix);
  add("barrier", hooks.barrier);
  add("local", hooks.local);
  add("enter", hooks.enter);
  add("fault", hooks.fault);
  add("async_copy", hooks.asyncCopy);
  add("async_commit", hooks.asyncCommit);
  add("async_wait", hooks.asyncWait);
  add("launch", host.launch);
  add("allocate", host.allocate);
  add("copy", host.copy);
  add("read", host.read);
  add("goesOn", host.goesOn);
  return symbols;
}

FailureOr<Simulator> Simulator::compile(ModuleOp module, const Options &options) {
  auto code = std::make_unique<Code>();
  code->options = options;
  code->module = module.clone();
  // Executors compute a function with the same primitive operations, so that all of them give the same bits.
  PassManager expand(module.getContext());
  expand.addPass(createExpandApplyPass());
  if (failed(expand.run(*code->module)))
    return failure();
  eraseDeadOperations(*code->module);
  OwningOpRef<ModuleOp> lowered = lowerProgram(*code->module, options.checked, code->info);
  if (!lowered)
    return failure();
  if (failed(lowerHostToLlvm(*lowered)))
    return failure();
  JitOptions jitOptions;
  jitOptions.optLevel = options.optLevel;
  jitOptions.symbols = getRuntimeSymbols(options.checked);
  FailureOr<JitProgram> program = JitProgram::compile(*lowered, jitOptions);
  if (failed(program))
    return failure();
  for (KernelInfo &kernel : code->info.kernels)
    kernel.function = reinterpret_cast<WarpFunction>(program->lookup(kernel.symbol));
  code->program = std::move(*program);
  return Simulator(std::move(code));
}

RunRecord Simulator::run(ArrayRef<HostBuffer> buffers, ArrayRef<int64_t> symbols) const {
  Session session(code->info, code->options);
  Operation *entry = getEntry(*code->module);
  std::vector<Allocation *> allocations;
  std::vector<void *> pointers;
  for (const HostBuffer &buffer : buffers) {
    Allocation &allocation = session.memory.allocate(buffer.bytes, buffer.name, entry);
    allocation.isOutput = buffer.isOutput;
    if (!buffer.isOutput) {
      if (buffer.bytes)
        std::memcpy(allocation.base, buffer.base, buffer.bytes);
      allocation.markAllWritten();
    }
    allocations.push_back(&allocation);
    pointers.push_back(allocation.base);
  }
  Session *outer = Session::current();
  Session::setCurrent(&session);
  code->program->run(pointers.data(), symbols.data());
  Session::setCurrent(outer);
  session.checkOutputs(allocations);
  // As the caller would copy them from a device; a program may write to its inputs.
  for (auto [buffer, allocation] : llvm::zip_equal(buffers, allocations))
    if (buffer.bytes)
      std::memcpy(buffer.base, allocation->base, buffer.bytes);
  return std::move(session.record);
}
