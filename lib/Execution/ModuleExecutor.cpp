// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution of a module at its level: the interpreter for the tensor level, compiled code for the levels below, the
// simulator or the code that becomes PTX for kernels.

#include "Emmy/Execution/ModuleExecutor.h"

#include "GuardedMemory.h"
#include "LoopLimit.h"

#include "Emmy/Conversion/LoopToScf/Passes.h"
#include "Emmy/Conversion/TileToScf/Passes.h"
#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/Interpreter/Interpreter.h"
#include "Emmy/Pipelines/Pipelines.h"
#include "Emmy/Support/Entry.h"
#include "Emmy/Support/FloatingPointEnvironment.h"

#include "mlir/Pass/PassManager.h"

#include "llvm/Support/MemAlloc.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cstring>

using namespace mlir;
using namespace emmy;

/// What lowers a module of a level that machine code executes to a host program in buffer form.
static void addConversion(OpPassManager &manager, std::optional<Phase> phase, const ModuleExecutorOptions &options) {
  if (phase == Phase::loop) {
    ConvertLoopToScfPassOptions loopOptions;
    loopOptions.referenceAccumulate = options.referenceAccumulate;
    manager.addPass(createConvertLoopToScfPass(loopOptions));
  } else if (phase == Phase::tile) {
    manager.addPass(createConvertTileToScfPass());
  }
}

/// What lowers a host program, which may have its C entry already, to the LLVM dialect. Fails, with a message, where
/// the passes are not registered.
static LogicalResult buildLowering(OpPassManager &manager, bool hasEntry, raw_ostream &diagnostics) {
  manager.addPass(createExpandApplyPass());
  return buildHostToLlvmPipeline(manager, diagnostics, /*addEntry=*/!hasEntry);
}

void ModuleExecutor::loadDialects(MLIRContext &context) {
  DialectRegistry registry;
  for (Phase phase : {Phase::loop, Phase::tile}) {
    OpPassManager manager(ModuleOp::getOperationName());
    addConversion(manager, phase, {});
    // Without its passes nothing is executed, either; that is told there.
    if (succeeded(buildLowering(manager, /*hasEntry=*/false, llvm::nulls())))
      manager.getDependentDialects(registry);
  }
  context.appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context.getOrLoadDialect(name);
}

FailureOr<ModuleExecutor> ModuleExecutor::create(OwningOpRef<ModuleOp> module, std::optional<Phase> phase,
                                                 const ModuleExecutorOptions &options) {
  std::optional<CallPlan> plan = CallPlan::read(*module);
  bool isPacked = module->lookupSymbol(packedPreparationName) != nullptr;
  std::unique_ptr<ModuleExecutor> preparation;
  if (plan) {
    OwningOpRef<ModuleOp> part = module->clone();
    keepPart(*part, /*isPreparation=*/true);
    keepPart(*module, /*isPreparation=*/false);
    // What its kernels do is no part of a run, so it leaves no trace.
    ModuleExecutorOptions partOptions = options;
    partOptions.traceFile.clear();
    FailureOr<ModuleExecutor> created = createEntry(std::move(part), phase, partOptions);
    if (failed(created))
      return failure();
    preparation = std::make_unique<ModuleExecutor>(std::move(*created));
  } else if (isPacked) {
    plan = options.plan;
    assert(plan && "who makes C functions of entries says how they are called");
  }
  FailureOr<ModuleExecutor> executor = createEntry(std::move(module), phase, options);
  if (failed(executor))
    return failure();
  executor->plan = std::move(plan);
  executor->preparation = std::move(preparation);
  return executor;
}

FailureOr<ModuleExecutor> ModuleExecutor::createEntry(OwningOpRef<ModuleOp> module, std::optional<Phase> phase,
                                                      const ModuleExecutorOptions &options) {
  ModuleExecutor executor;
  if (phase == Phase::tensor) {
    if (!expectEntry(*module))
      return failure();
    executor.module = std::move(module);
    executor.maxLoopSteps = options.maxLoopSteps;
    return executor;
  }
  if (phase == Phase::kernel) {
    executor.module = std::move(module);
    if (options.maxLoopSteps) {
      executor.limit = std::make_shared<LoopLimit>(options.maxLoopSteps);
      executor.limit->limitLoops(*executor.module);
    }
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
  PassManager conversion(module->getContext());
  addConversion(conversion, phase, options);
  if (failed(conversion.run(*module)))
    return failure();
  // Where loops are branches already, they have no steps that could be told apart from those of kernels.
  bool hasBranches = llvm::any_of(module->getOps<FunctionOpInterface>(), [](FunctionOpInterface function) {
    return !function.isExternal() && !function.getFunctionBody().hasOneBlock();
  });
  if (options.maxLoopSteps) {
    executor.limit = std::make_shared<LoopLimit>(options.maxLoopSteps);
    executor.limit->limitLoops(*module);
  }
  PassManager manager(module->getContext());
  std::string message;
  llvm::raw_string_ostream os(message);
  bool hasEntry = module->lookupSymbol(packedEntryName) != nullptr;
  if (failed(buildLowering(manager, hasEntry, os))) {
    module->emitError() << message;
    return failure();
  }
  if (failed(manager.run(*module)))
    return failure();
  if (executor.limit && hasBranches)
    executor.limit->limitBranches(*module);
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

//===----------------------------------------------------------------------===//
// Prepared parameters
//===----------------------------------------------------------------------===//

namespace emmy {
class PreparedParameters {
public:
  explicit PreparedParameters(ArrayRef<CallPlan::Result> results) {
    for (const CallPlan::Result &result : results)
      memory.push_back({llvm::allocate_buffer(result.bytes, alignment), result.bytes});
  }
  PreparedParameters(const PreparedParameters &) = delete;
  PreparedParameters &operator=(const PreparedParameters &) = delete;
  ~PreparedParameters() {
    for (auto [base, bytes] : memory)
      llvm::deallocate_buffer(base, bytes, alignment);
  }
  void *getBase(size_t result) const { return memory[result].first; }

private:
  /// What kernels count on.
  static constexpr size_t alignment = 256;
  std::vector<std::pair<void *, size_t>> memory;
};
} // namespace emmy

/// The buffer of a parameter.
static RunBuffer findParameter(ArrayRef<RunBuffer> buffers, StringRef key) {
  const auto *buffer = llvm::find_if(buffers, [&](const RunBuffer &buffer) { return buffer.parameter == key; });
  assert(buffer != buffers.end() && "the caller gives every parameter of the signature");
  return *buffer;
}

FailureOr<std::shared_ptr<const PreparedParameters>> ModuleExecutor::prepare(ArrayRef<RunBuffer> buffers) const {
  assert(plan && "only a program with @prepare prepares anything");
  auto prepared = std::make_shared<PreparedParameters>(plan->results);
  SmallVector<RunBuffer> arguments;
  for (StringRef key : plan->parameters)
    arguments.push_back(findParameter(buffers, key));
  for (auto [i, result] : llvm::enumerate(plan->results))
    arguments.push_back({prepared->getBase(i), result.shape, result.bytes, result.name, /*isOutput=*/true});
  SmallVector<int64_t> symbols(plan->numSymbols);
  if (preparation) {
    if (failed(preparation->runEntry(arguments, symbols, nullptr)))
      return failure();
  } else {
    auto bases = llvm::map_to_vector(arguments, [](const RunBuffer &buffer) { return buffer.base; });
    auto *function = reinterpret_cast<void (*)(void *const *, const int64_t *)>(native->lookup(packedPreparationName));
    FloatingPointEnvironment environment;
    function(bases.data(), symbols.data());
  }
  return std::shared_ptr<const PreparedParameters>(std::move(prepared));
}

uint64_t ModuleExecutor::hashParameters(ArrayRef<RunBuffer> buffers) const {
  assert(plan && "who has nothing to prepare has nothing to compare");
  SmallVector<uint64_t> hashes;
  for (StringRef key : plan->parameters) {
    RunBuffer buffer = findParameter(buffers, key);
    hashes.push_back(llvm::xxh3_64bits(ArrayRef(static_cast<const uint8_t *>(buffer.base), buffer.bytes)));
  }
  return llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(hashes.data()), hashes.size() * sizeof(hashes[0])));
}

SmallVector<RunBuffer> ModuleExecutor::arrange(ArrayRef<RunBuffer> buffers, const PreparedParameters *prepared) const {
  if (!plan)
    return SmallVector<RunBuffer>(buffers);
  SmallVector<RunBuffer> inputs, outputs, arranged;
  for (const RunBuffer &buffer : buffers)
    if (buffer.isOutput)
      outputs.push_back(buffer);
    else if (buffer.parameter.empty())
      inputs.push_back(buffer);
  const auto *input = inputs.begin();
  for (const CallPlan::Argument &argument : plan->arguments) {
    if (!argument.parameter.empty()) {
      arranged.push_back(findParameter(buffers, argument.parameter));
    } else if (argument.prepared.empty()) {
      arranged.push_back(*input++);
    } else {
      auto result = llvm::find_if(plan->results,
                                  [&](const CallPlan::Result &result) { return result.name == argument.prepared; });
      assert(result != plan->results.end() && "what is prepared is a result of @prepare");
      arranged.push_back(
          {prepared->getBase(result - plan->results.begin()), result->shape, result->bytes, result->name});
    }
  }
  llvm::append_range(arranged, outputs);
  return arranged;
}

void ModuleExecutor::resetLimit() const {
  for (const std::shared_ptr<LoopLimit> &part : {limit, preparation ? preparation->limit : nullptr})
    if (part)
      part->reset();
}

std::string ModuleExecutor::getEndedLoop() const {
  std::string reason = limit ? limit->getReason() : "";
  return reason.empty() && preparation ? preparation->getEndedLoop() : reason;
}

bool ModuleExecutor::countsLoopSteps() const { return !limit || limit->countsSteps(); }

LogicalResult ModuleExecutor::run(ArrayRef<RunBuffer> buffers, ArrayRef<int64_t> symbols, std::string *launches,
                                  const PreparedParameters *prepared) const {
  resetLimit();
  std::shared_ptr<const PreparedParameters> own;
  if (plan && !prepared) {
    FailureOr<std::shared_ptr<const PreparedParameters>> made = prepare(buffers);
    if (failed(made))
      return failure();
    own = *made;
    prepared = own.get();
  }
  return runEntry(arrange(buffers, prepared), symbols, launches);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

LogicalResult ModuleExecutor::runEntry(ArrayRef<RunBuffer> buffers, ArrayRef<int64_t> symbols,
                                       std::string *launches) const {
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
  FailureOr<SmallVector<HostTensor>> results = emmy::interpret(entry, inputs, sizes, maxLoopSteps);
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
