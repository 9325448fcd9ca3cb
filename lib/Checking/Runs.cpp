// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of a module on trials. Nothing that a wrong program does may end the process or go unseen: its buffers stand
// between guards, what it reports is kept, and a crash is an outcome.

#include "Runs.h"

#include "../Execution/GuardedMemory.h"

#include "Emmy/Conversion/FrameworkToTensor/Passes.h"
#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"
#include "Emmy/Support/Entry.h"
#include "Emmy/Support/FloatingPointEnvironment.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace emmy;
using namespace emmy::checking;

std::optional<Phase> checking::getExecutedPhase(ModuleOp module) {
  std::optional<Phase> phase = getPhase(module);
  if (phase)
    return phase;
  func::FuncOp entry = getEntry(module);
  bool hasTensors = entry && (llvm::any_of(entry.getArgumentTypes(), llvm::IsaPred<TensorType>) ||
                              llvm::any_of(entry.getResultTypes(), llvm::IsaPred<TensorType>));
  return hasTensors ? std::optional(Phase::tensor) : std::nullopt;
}

/// Runs `action` without letting diagnostics out; the errors among them, one a line.
static std::string collectErrors(MLIRContext *context, llvm::function_ref<void()> action) {
  std::string errors;
  ScopedDiagnosticHandler handler(context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      errors += errors.empty() ? "" : "; ";
      if (auto line = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>(); line && line.getLine())
        errors += (line.getFilename().getValue() + ":" + Twine(line.getLine()) + ": ").str();
      errors += diagnostic.str();
    }
    return success();
  });
  action();
  return errors;
}

std::optional<Interface> checking::readInterface(ModuleOp module) {
  Interface interface;
  std::optional<Signature> signature;
  collectErrors(module.getContext(), [&] { signature = readSignature(module, interface.extents); });
  if (!signature)
    return std::nullopt;
  interface.signature = std::move(*signature);
  interface.plan = CallPlan::read(module);
  return interface;
}

/// In memory integers have no sign of their own, and a bool is a byte: the tensors are what they were at the levels
/// above.
static void keepDtypes(std::vector<TensorInfo> &tensors, const std::vector<TensorInfo> &known) {
  for (auto [tensor, other] : llvm::zip(tensors, known))
    if (other.dtype == "u" + tensor.dtype || (other.dtype == "i1" && tensor.dtype == "i8"))
      tensor.dtype = other.dtype;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What is wrong with the memory of a run that is over.
static std::string checkMemory(ArrayRef<GuardedMemory> memory, ArrayRef<RunBuffer> buffers,
                               ArrayRef<HostArray> inputs) {
  for (auto [array, buffer] : llvm::zip_equal(memory, buffers)) {
    if (!array.isIntact())
      return ("the program writes outside of '" + buffer.name + "'").str();
  }
  for (auto [input, buffer] : llvm::zip(inputs, buffers))
    if (!input.bytes.empty() && std::memcmp(buffer.base, input.bytes.data(), input.bytes.size()) != 0)
      return ("the program writes to its input '" + buffer.name + "'").str();
  return "";
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The elements that the interpreter evaluates, to the order of magnitude: those of every result, and of what is
/// reduced.
static int64_t countEvaluations(ModuleOp module, const Interface &interface, const Trial &trial) {
  auto count = [&](Value value) -> uint64_t {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return 0;
    FailureOr<SmallVector<ExtentAttr>> extents = getExtents(type);
    if (failed(extents))
      return 0;
    uint64_t elements = 1;
    for (ExtentAttr extent : *extents) {
      std::optional<int64_t> size = extent.evaluate([&](StringRef name) -> std::optional<int64_t> {
        auto &symbols = interface.signature.symbols;
        auto info = llvm::find_if(symbols, [&](const SymbolInfo &symbol) { return symbol.name == name; });
        assert(info != symbols.end() && "a verified extent names declared symbols");
        return trial.symbols[info - symbols.begin()];
      });
      elements = llvm::SaturatingMultiply<uint64_t>(elements, size ? *size : 0);
    }
    return elements;
  };
  uint64_t total = 0;
  module.walk([&](Operation *op) {
    if (isa<tensor::ReduceOp, tensor::ScanOp>(op))
      total = llvm::SaturatingAdd(total, count(op->getOperand(0)));
    // What is virtual is evaluated where it is read.
    bool isReturned = llvm::any_of(op->getUsers(), llvm::IsaPred<func::ReturnOp>);
    for (Value result : op->getResults())
      if (isReturned || !isa<tensor::IndexMapOp, tensor::ElementwiseOp>(op))
        total = llvm::SaturatingAdd(total, count(result));
  });
  return std::min<uint64_t>(total, std::numeric_limits<int64_t>::max());
}

static std::optional<HostArray> makeArray(const TensorInfo &info, const std::vector<int64_t> &shape, Outcome &outcome) {
  std::string error;
  std::optional<HostArray> array = HostArray::create(info.dtype, shape, error);
  if (!array)
    outcome.skipped = error;
  return array;
}

static Outcome runTrial(const ModuleExecutor &executor, MLIRContext *context, const Interface &interface,
                        const Trial &trial, const GivenInputs &given) {
  Outcome outcome;
  auto inputShapes = interface.getShapes(false, trial.symbols), outputShapes = interface.getShapes(true, trial.symbols);
  if (!inputShapes || !outputShapes) {
    outcome.skipped = "the sizes make an extent negative";
    return outcome;
  }
  std::vector<HostArray> inputs, outputs;
  for (auto [i, info, shape] : llvm::enumerate(interface.signature.inputs, *inputShapes)) {
    if (i < given.arrays.size() && given.arrays[i] && given.arrays[i]->shape == shape) {
      inputs.push_back(*given.arrays[i]);
      continue;
    }
    std::optional<HostArray> array = makeArray(info, shape, outcome);
    if (!array)
      return outcome;
    fillInput(*array, trial, i);
    inputs.push_back(std::move(*array));
  }
  for (auto [info, shape] : llvm::zip_equal(interface.signature.outputs, *outputShapes)) {
    std::optional<HostArray> array = makeArray(info, shape, outcome);
    if (!array)
      return outcome;
    outputs.push_back(std::move(*array));
  }

  std::vector<GuardedMemory> memory;
  SmallVector<RunBuffer> buffers;
  memory.reserve(inputs.size() + outputs.size());
  auto add = [&](const HostArray &array, const TensorInfo &info, bool isOutput) {
    // What goes beyond an end shows in one trial or the other.
    auto side = trial.seed % 2 ? GuardedMemory::Side::begin : GuardedMemory::Side::end;
    GuardedMemory &guarded = memory.emplace_back(array.bytes.size(), side, getDtypeSize(array.dtype));
    buffers.push_back({guarded.getBase(), array.shape, array.bytes.size(), info.name, isOutput, info.parameter});
    return guarded.getBase() != nullptr;
  };
  bool hasMemory = true;
  for (auto [array, info] : llvm::zip_equal(inputs, interface.signature.inputs))
    if (hasMemory &= add(array, info, false); hasMemory)
      llvm::copy(array.bytes, memory.back().getBase());
  for (auto [array, info] : llvm::zip_equal(outputs, interface.signature.outputs))
    hasMemory &= add(array, info, true);
  if (!hasMemory) {
    outcome.skipped = "the system has no memory for the arguments";
    return outcome;
  }

  // What crashes does not restore the environment.
  FloatingPointEnvironment environment;
  outcome.error = collectErrors(context, [&] {
    llvm::CrashRecoveryContext::Enable();
    llvm::CrashRecoveryContext recovery;
    LogicalResult ran = success();
    bool hasEnded = recovery.RunSafely([&] { ran = executor.run(buffers, trial.symbols); });
    llvm::CrashRecoveryContext::Disable();
    if (!hasEnded)
      emitError(UnknownLoc::get(context))
          << "expected accesses of the program's own memory, but got one beyond it (signal " << recovery.RetCode - 128
          << ")";
  });
  // What a program does whose loop ended too early, it does not do by itself.
  outcome.skipped = executor.getEndedLoop();
  if (!outcome.skipped.empty()) {
    outcome.error.clear();
    outcome.endedLoop = true;
    return outcome;
  }
  if (outcome.error.empty())
    outcome.error = checkMemory(memory, buffers, inputs);
  if (!outcome.error.empty())
    return outcome;
  for (auto [i, array] : llvm::enumerate(outputs))
    std::memcpy(array.bytes.data(), buffers[inputs.size() + i].base, array.bytes.size());
  outcome.outputs = std::move(outputs);
  return outcome;
}

RunResults checking::runModule(ModuleOp module, const std::optional<Interface> &interface, ArrayRef<Trial> trials,
                               const GivenInputs &given, const RunOptions &options) {
  MLIRContext *context = module.getContext();
  RunResults results;
  OwningOpRef<ModuleOp> copy = module.clone();
  std::optional<Phase> phase = getExecutedPhase(*copy);
  FailureOr<ModuleExecutor> executor = failure();
  ModuleOp interpreted;
  results.reason = collectErrors(context, [&] {
    if (phase == Phase::framework) {
      PassManager manager(context);
      manager.addPass(createConvertFrameworkToTensorPass());
      if (failed(manager.run(*copy)))
        return;
      phase = Phase::tensor;
    }
    std::optional<Interface> own = readInterface(*copy);
    if (own && interface) {
      keepDtypes(own->signature.inputs, interface->signature.inputs);
      keepDtypes(own->signature.outputs, interface->signature.outputs);
    }
    if (own || interface)
      results.interface = own ? *own : *interface;
    // Where parameters have moved to @prepare, callers give them in the order that they had.
    if (own && own->plan && interface) {
      results.interface = *interface;
      results.interface.plan = own->plan;
    }
    if (!own && !interface)
      copy->emitError("expected a program whose arguments and results are known, but got none");
    results.engine = phase == Phase::tensor   ? Engine::interpreter
                     : phase == Phase::kernel ? Engine::simulator
                                              : Engine::machineCode;
    ModuleExecutorOptions executorOptions;
    // Code is run a few times on small inputs.
    executorOptions.optLevel = 0;
    executorOptions.referenceAccumulate = options.referenceAccumulate;
    executorOptions.guardAllocations = true;
    executorOptions.maxLoopSteps = options.maxLoopSteps;
    executorOptions.plan = results.interface.plan;
    interpreted = *copy;
    if (own || interface)
      executor = ModuleExecutor::create(std::move(copy), phase, executorOptions);
  });
  if (failed(executor)) {
    if (results.reason.empty())
      results.reason = "the module cannot be executed";
    return results;
  }
  results.countsLoopSteps = executor->countsLoopSteps();
  int64_t spent = 0;
  for (const Trial &trial : trials) {
    int64_t evaluations =
        results.engine == Engine::interpreter ? countEvaluations(interpreted, results.interface, trial) : 0;
    if (evaluations > options.maxEvaluations - spent) {
      Outcome &outcome = results.outcomes.emplace_back();
      outcome.skipped = "the interpreter evaluates " + std::to_string(evaluations) + " elements, and " +
                        std::to_string(options.maxEvaluations - spent) + " are left of its budget";
      continue;
    }
    spent += evaluations;
    results.outcomes.push_back(runTrial(*executor, context, results.interface, trial, given));
  }
  return results;
}
