// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade's Program: parsing, lowering, printing, and the collection of diagnostics.

#include "State.h"

#include "Emmy/Checking/EachPass.h"
#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Licences.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/InitAll.h"
#include "Emmy/Pipelines/Pipelines.h"
#include "Emmy/Support/Entry.h"
#include "Emmy/Target/Cuda/Cuda.h"
#include "Emmy/Target/Nvvm/Nvvm.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace mlir;
using namespace emmy;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static emmy::Diagnostic::Severity convertSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return emmy::Diagnostic::Severity::error;
  case DiagnosticSeverity::Warning:
    return emmy::Diagnostic::Severity::warning;
  case DiagnosticSeverity::Remark:
    return emmy::Diagnostic::Severity::remark;
  case DiagnosticSeverity::Note:
    return emmy::Diagnostic::Severity::note;
  }
  return emmy::Diagnostic::Severity::error;
}

static emmy::Diagnostic convertDiagnostic(mlir::Diagnostic &diagnostic) {
  emmy::Diagnostic result;
  result.severity = convertSeverity(diagnostic.getSeverity());
  result.message = diagnostic.str();
  if (auto line = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    result.file = line.getFilename().str();
    result.line = line.getLine();
    result.column = line.getColumn();
  }
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(convertDiagnostic(note));
  return result;
}

bool emmy::collectDiagnostics(MLIRContext &context, Diagnostics &diagnostics, const std::function<bool()> &action) {
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    diagnostics.push_back(convertDiagnostic(diagnostic));
    return success();
  });
  return action();
}

/// An error that is about no operation.
static void addError(Diagnostics &diagnostics, const std::string &message) {
  emmy::Diagnostic diagnostic;
  diagnostic.message = message;
  diagnostics.push_back(diagnostic);
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

std::vector<std::string> CompileOptions::getNumericsModes() {
  auto names = emmy::getNumericsModes();
  return std::vector<std::string>(names.begin(), names.end());
}

std::vector<std::string> CompileOptions::getLicences() {
  std::vector<std::string> names;
  for (Licence licence : getAllLicences())
    names.push_back(stringifyLicence(licence).str());
  return names;
}

/// Passes are registered once for the process, whoever asks first.
static void registerPassesOnce() {
  static std::once_flag once;
  std::call_once(once, [] { registerAllPasses(); });
}

Program::Program(std::unique_ptr<State> state) : state(std::move(state)) {}
Program::Program(Program &&) = default;
Program &Program::operator=(Program &&) = default;
// The module is destroyed before the context that owns its types.
Program::~Program() {
  if (state)
    state->module = nullptr;
}

void Program::State::updateSignature() {
  // In buffer form the entry tells less than it did, and so it does where parameters have moved to @prepare.
  if (signature && (isBufferForm(*module) || getPreparation(*module)))
    return;
  // Whose entry is already in buffer form keeps what it had; that it had none is told when one is asked for.
  Diagnostics ignored;
  collectDiagnostics(*context, ignored, [&] {
    SignatureExtents newExtents;
    std::optional<Signature> newSignature = readSignature(*module, newExtents);
    if (!newSignature)
      return false;
    signature = std::move(newSignature);
    extents = std::move(newExtents);
    return true;
  });
}

std::optional<Program> Program::parse(const std::string &text, const std::string &fileName, Diagnostics &diagnostics) {
  registerPassesOnce();
  DialectRegistry registry;
  registerAllDialects(registry);
  auto state = std::make_unique<State>();
  state->context = std::make_shared<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // A diagnostic says what is wrong with an operation by itself; the text of a whole module would hide it.
  state->context->printOpOnDiagnostic(false);
  // Signatures are made of its attributes, also for text that has none.
  state->context->loadDialect<EmmyDialect>();
  bool isParsed = collectDiagnostics(*state->context, diagnostics, [&] {
    ParserConfig config(state->context.get());
    state->module = parseSourceString<ModuleOp>(text, config, fileName);
    return static_cast<bool>(state->module);
  });
  if (!isParsed)
    return std::nullopt;
  state->updateSignature();
  return Program(std::move(state));
}

Program Program::clone() const {
  auto copy = std::make_unique<State>();
  copy->context = state->context;
  copy->module = state->module->clone();
  copy->signature = state->signature;
  copy->extents = state->extents;
  copy->passChecks = state->passChecks;
  return Program(std::move(copy));
}

std::string Program::getPhase() const {
  std::optional<Phase> phase = emmy::getPhase(*state->module);
  return phase ? stringifyPhase(*phase).str() : std::string();
}

bool Program::hasPreparation() const { return static_cast<bool>(getPreparation(*state->module)); }

bool Program::lower(const std::string &phase, const CompileOptions &options, Diagnostics &diagnostics) {
  std::optional<Phase> to = symbolizePhase(phase);
  if (!to) {
    addError(diagnostics, "expected a phase (framework, tensor, loop, tile, kernel), but got '" + phase + "'");
    return false;
  }
  std::optional<Phase> from = emmy::getPhase(*state->module);
  if (from && *from > *to) {
    addError(diagnostics, "expected a module at the " + phase + " level or above, but got one at the " +
                              stringifyPhase(*from).str() + " level");
    return false;
  }
  PipelineOptions pipelineOptions;
  pipelineOptions.target = options.target;
  pipelineOptions.numerics = options.numerics;
  pipelineOptions.licences = options.licences;
  pipelineOptions.schedule = options.schedule;
  pipelineOptions.fuse = options.fuse;
  pipelineOptions.prepare = options.prepare;
  return collectDiagnostics(*state->context, diagnostics, [&] {
    PassManager manager(state->context.get());
    std::string message;
    llvm::raw_string_ostream os(message);
    if (failed(buildPipeline(manager, pipelineOptions, from.value_or(Phase::framework), *to, os))) {
      addError(diagnostics, message);
      return false;
    }
    std::optional<EachPassChecker> checker;
    if (options.checkEachPass) {
      EachPassOptions checkOptions;
      checkOptions.seed = options.checkSeed;
      if (options.checkMaxElements)
        checkOptions.maxElements = options.checkMaxElements;
      if (options.checkMaxEvaluations)
        checkOptions.maxEvaluations = options.checkMaxEvaluations;
      checker.emplace(checkOptions).attach(manager);
    }
    LogicalResult hasRun = manager.run(*state->module);
    if (checker)
      llvm::append_range(state->passChecks, checker->getChecks());
    if (failed(hasRun) || (checker && checker->hasDifference()))
      return false;
    // Lowering adds the arguments of parameters.
    state->updateSignature();
    return true;
  });
}

bool Program::runPipeline(const std::string &pipeline, Diagnostics &diagnostics) {
  return collectDiagnostics(*state->context, diagnostics, [&] {
    std::string message;
    llvm::raw_string_ostream os(message);
    FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, os);
    if (failed(parsed) || parsed->getOpAnchorName() != ModuleOp::getOperationName()) {
      addError(diagnostics,
               "expected a pipeline of the form builtin.module(...), but got '" + pipeline + "': " + message);
      return false;
    }
    PassManager manager(state->context.get());
    static_cast<OpPassManager &>(manager) = std::move(*parsed);
    if (failed(manager.run(*state->module)))
      return false;
    state->updateSignature();
    return true;
  });
}

const std::vector<PassCheck> &Program::getPassChecks() const { return state->passChecks; }

std::string Program::print(bool withLocations) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.printNameLocAsPrefix();
  if (withLocations)
    flags.enableDebugInfo(/*enable=*/true, /*prettyForm=*/false);
  (*state->module)->print(os, flags);
  return text;
}

std::optional<std::string> Program::emit(const std::string &kind, Diagnostics &diagnostics) const {
  using Translation = LogicalResult (*)(Operation *, llvm::raw_ostream &);
  Translation translation = llvm::StringSwitch<Translation>(kind)
                                .Case("cuda", translateKernelToCuda)
                                .Case("ptx", translateKernelToPtx)
                                .Case("llvm", translateKernelToLlvmIr)
                                .Default(nullptr);
  if (!translation) {
    addError(diagnostics, "expected target code cuda, ptx or llvm, but got '" + kind + "'");
    return std::nullopt;
  }
  std::optional<Phase> phase = emmy::getPhase(*state->module);
  if (phase && *phase != Phase::kernel) {
    addError(diagnostics, "expected a program at the kernel level, but got one at the " + stringifyPhase(*phase).str() +
                              " level; lower it first");
    return std::nullopt;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  // Target code calls math functions by name; the program keeps its applications.
  OwningOpRef<ModuleOp> copy = state->module->clone();
  bool isEmitted = collectDiagnostics(*state->context, diagnostics, [&] {
    PassManager manager(state->context.get());
    manager.addPass(createExpandApplyPass());
    return succeeded(manager.run(*copy)) && succeeded(translation(*copy, os));
  });
  if (!isEmitted)
    return std::nullopt;
  return text;
}

std::optional<Signature> Program::getSignature(Diagnostics &diagnostics) const {
  // Where none could be read it is read again for what it says.
  if (!state->signature)
    collectDiagnostics(*state->context, diagnostics, [&] {
      SignatureExtents extents;
      return readSignature(*state->module, extents).has_value();
    });
  return state->signature;
}

/// The values of the extents of a program's arguments or results for symbol values in the order of its signature.
static std::optional<std::vector<std::vector<int64_t>>>
evaluateShapes(const Program &program, const std::vector<std::vector<Attribute>> &extentsOf, const char *role,
               const std::vector<int64_t> &symbols, Diagnostics &diagnostics) {
  std::optional<Signature> signature = program.getSignature(diagnostics);
  if (!signature)
    return std::nullopt;
  if (symbols.size() != signature->symbols.size()) {
    addError(diagnostics, "expected " + std::to_string(signature->symbols.size()) + " symbol values, but got " +
                              std::to_string(symbols.size()));
    return std::nullopt;
  }
  auto lookup = [&](StringRef name) -> std::optional<int64_t> {
    for (auto [info, value] : llvm::zip_equal(signature->symbols, symbols))
      if (info.name == name)
        return value;
    return std::nullopt;
  };
  std::vector<std::vector<int64_t>> shapes;
  for (const std::vector<Attribute> &extents : extentsOf) {
    std::vector<int64_t> &shape = shapes.emplace_back();
    for (Attribute attribute : extents) {
      auto extent = cast<ExtentAttr>(attribute);
      std::optional<int64_t> size = extent.evaluate(lookup);
      if (!size || *size < 0) {
        addError(diagnostics, "expected extent " + extent.str() + " of " + role + " to be a size, but got " +
                                  (size ? std::to_string(*size) : std::string("no value")));
        return std::nullopt;
      }
      shape.push_back(*size);
    }
  }
  return shapes;
}

std::optional<std::vector<std::vector<int64_t>>> Program::getInputShapes(const std::vector<int64_t> &symbols,
                                                                         Diagnostics &diagnostics) const {
  return evaluateShapes(*this, state->extents.inputs, "an argument", symbols, diagnostics);
}

std::optional<std::vector<std::vector<int64_t>>> Program::getResultShapes(const std::vector<int64_t> &symbols,
                                                                          Diagnostics &diagnostics) const {
  return evaluateShapes(*this, state->extents.results, "a result", symbols, diagnostics);
}
