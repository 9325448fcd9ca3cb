// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution of a module at its level: the interpreter for the tensor level, compiled code for the levels below, the
// simulator or the code that becomes PTX for kernels.

#include "Emmy/Execution/ModuleExecutor.h"

#include "GuardedMemory.h"

#include "Emmy/Conversion/LoopToScf/Passes.h"
#include "Emmy/Conversion/TileToScf/Passes.h"
#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/Interpreter/Interpreter.h"
#include "Emmy/Pipelines/Pipelines.h"
#include "Emmy/Support/Entry.h"
#include "Emmy/Support/FloatingPointEnvironment.h"

#include "mlir/Pass/PassManager.h"

#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir;
using namespace emmy;

/// What lowers a module of a level that machine code executes, or a host program, to the LLVM dialect. A host program
/// may have its C entry already. Fails, with a message, where the passes are not registered.
static LogicalResult buildLowering(OpPassManager &manager, std::optional<Phase> phase, bool hasEntry,
                                   const ModuleExecutorOptions &options, raw_ostream &diagnostics) {
  if (phase == Phase::loop) {
    ConvertLoopToScfPassOptions loopOptions;
    loopOptions.referenceAccumulate = options.referenceAccumulate;
    manager.addPass(createConvertLoopToScfPass(loopOptions));
  } else if (phase == Phase::tile) {
    manager.addPass(createConvertTileToScfPass());
  }
  manager.addPass(createExpandApplyPass());
  return buildHostToLlvmPipeline(manager, diagnostics, /*addEntry=*/!hasEntry);
}

void ModuleExecutor::loadDialects(MLIRContext &context) {
  DialectRegistry registry;
  for (Phase phase : {Phase::loop, Phase::tile}) {
    OpPassManager manager(ModuleOp::getOperationName());
    // Without its passes nothing is executed, either; that is told there.
    if (succeeded(buildLowering(manager, phase, /*hasEntry=*/false, {}, llvm::nulls())))
      manager.getDependentDialects(registry);
  }
  context.appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context.getOrLoadDialect(name);
}

FailureOr<ModuleExecutor> ModuleExecutor::create(OwningOpRef<ModuleOp> module, std::optional<Phase> phase,
                                                 const ModuleExecutorOptions &options) {
  ModuleExecutor executor;
  if (phase == Phase::tensor) {
    if (!expectEntry(*module))
      return failure();
    executor.module = std::move(module);
    return executor;
  }
  if (phase == Phase::kernel) {
    executor.module = std::move(module);
    if (options.retarget) {
      FailureOr<RetargetedProgram> compiled = RetargetedProgram::compile(*executor.module);
      if (failed(compiled))
        return failure();
      executor.retargeted = std::move(*compiled);
      return executor;
    }
    executor.traceFile = options.traceFile;
    simulator::Options simulatorOptions;
    simulatorOptions.checked = options.check;
    simulatorOptions.traced = !options.traceFile.empty();
    simulatorOptions.optLevel = options.optLevel.value_or(simulatorOptions.optLevel);
    FailureOr<simulator::Simulator> compiled = simulator::Simulator::compile(*executor.module, simulatorOptions);
    if (failed(compiled))
      return failure();
    executor.simulator = std::move(*compiled);
    return executor;
  }
  assert(phase != Phase::framework && "nothing executes the framework level");
  PassManager manager(module->getContext());
  std::string message;
  llvm::raw_string_ostream os(message);
  bool hasEntry = module->lookupSymbol("emmy_main") != nullptr;
  if (failed(buildLowering(manager, phase, hasEntry, options, os))) {
    module->emitError() << message;
    return failure();
  }
  if (failed(manager.run(*module)))
    return failure();
  JitOptions jitOptions;
  jitOptions.optLevel = options.optLevel.value_or(jitOptions.optLevel);
  if (options.guardAllocations)
    jitOptions.symbols = {{"malloc", reinterpret_cast<void *>(&GuardedMemory::allocate)},
                          {"free", reinterpret_cast<void *>(&GuardedMemory::release)}};
  FailureOr<JitProgram> compiled = JitProgram::compile(*module, jitOptions);
  if (failed(compiled))
    return failure();
  executor.native = std::move(*compiled);
  return executor;
}

LogicalResult ModuleExecutor::run(ArrayRef<RunBuffer> buffers, ArrayRef<int64_t> symbols, std::string *launches) const {
  if (simulator)
    return simulate(buffers, symbols, launches);
  if (retargeted) {
    auto arguments = llvm::map_to_vector(
        buffers, [](const RunBuffer &buffer) { return RetargetBuffer{buffer.base, buffer.bytes, buffer.name.str()}; });
    return retargeted->run(arguments, symbols, launches);
  }
  if (!native)
    return interpret(buffers, symbols);
  auto bases = llvm::map_to_vector(buffers, [](const RunBuffer &buffer) { return buffer.base; });
  native->run(bases.data(), symbols.data());
  return success();
}

/// Copies the inputs to tensors of the interpreter, and its results out.
LogicalResult ModuleExecutor::interpret(ArrayRef<RunBuffer> buffers, ArrayRef<int64_t> symbols) const {
  ModuleOp program = const_cast<OwningOpRef<ModuleOp> &>(module).get();
  llvm::StringMap<int64_t> sizes;
  for (auto [symbol, value] : llvm::zip(program.getOps<SymbolOp>(), symbols))
    sizes[symbol.getSym()] = value;
  func::FuncOp entry = getEntry(program);
  SmallVector<HostTensor> inputs;
  for (auto [buffer, type] : llvm::zip(buffers, entry.getArgumentTypes())) {
    HostTensor &input = inputs.emplace_back(HostTensor::create(buffer.shape, cast<ShapedType>(type).getElementType()));
    std::memcpy(input.bytes.data(), buffer.base, input.bytes.size());
  }
  FloatingPointEnvironment environment;
  FailureOr<SmallVector<HostTensor>> results = emmy::interpret(entry, inputs, sizes);
  if (failed(results))
    return failure();
  for (auto [buffer, result] : llvm::zip(buffers.drop_front(inputs.size()), *results))
    std::memcpy(buffer.base, result.bytes.data(), result.bytes.size());
  return success();
}

/// Runs the kernels on the simulator; what it finds are errors.
LogicalResult ModuleExecutor::simulate(ArrayRef<RunBuffer> buffers, ArrayRef<int64_t> symbols,
                                       std::string *launches) const {
  auto hostBuffers = llvm::map_to_vector(buffers, [](const RunBuffer &buffer) {
    return simulator::HostBuffer{buffer.base, buffer.bytes, buffer.name.str(), buffer.isOutput};
  });
  simulator::RunRecord record = simulator->run(hostBuffers, symbols);
  if (!traceFile.empty()) {
    std::error_code error;
    llvm::raw_fd_ostream os(traceFile, error);
    if (error)
      return const_cast<OwningOpRef<ModuleOp> &>(module)->emitError()
             << traceFile << ": expected a file that can be written, but got: " << error.message();
    printEvents(record, os);
  }
  if (launches)
    *launches = printLaunches(record);
  simulator::Simulator::emit(record);
  return success(record.findings.empty());
}
