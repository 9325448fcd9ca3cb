// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes wrong with a program, asked in a child process.

#include "Emmy/Reduction/Reduce.h"

#include "../Checking/Differences.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"
#include "Emmy/Dialect/Tile/IR/Tile.h"
#include "Emmy/Pipelines/Pipelines.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace emmy;
using namespace emmy::checking;

static constexpr std::pair<llvm::StringLiteral, Predicate::Kind> kinds[] = {
    {"crash", Predicate::Kind::crash},     {"error", Predicate::Kind::error},
    {"value", Predicate::Kind::value},     {"executors", Predicate::Kind::executors},
    {"finding", Predicate::Kind::finding}, {"kernels", Predicate::Kind::kernels}};

std::optional<Predicate::Kind> emmy::symbolizePredicate(StringRef name) {
  for (auto [text, kind] : kinds)
    if (text == name)
      return kind;
  return std::nullopt;
}

/// There in builds that measure coverage.
extern "C" int __llvm_profile_write_file(void) __attribute__((weak));

StringRef emmy::stringifyPredicate(Predicate::Kind kind) {
  for (auto [text, other] : kinds)
    if (other == kind)
      return text;
  return "";
}

/// A message without what depends on the size of the program: numbers, and what stands between quotes.
static std::string generalize(StringRef message) {
  std::string text;
  bool isQuoted = false;
  for (char c : message.split('\n').first) {
    if (c == '\'')
      isQuoted = !isQuoted;
    if (!isQuoted && !llvm::isDigit(c))
      text += c;
  }
  return text;
}

/// Runs the predicate's pipeline in place; the errors that it reports.
static LogicalResult runPipeline(ModuleOp module, const Predicate &predicate, EachPassChecker *checker,
                                 SmallVectorImpl<std::string> &errors) {
  MLIRContext *context = module.getContext();
  ScopedDiagnosticHandler handler(context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors.push_back(diagnostic.str());
    return success();
  });
  FailureOr<OpPassManager> parsed = parsePassPipeline(predicate.pipeline);
  assert(succeeded(parsed) && "predicates are made with pipelines that can be read");
  PassManager manager(context);
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  if (checker)
    checker->attach(manager);
  return manager.run(module);
}

/// The first of the messages that the predicate asks for.
static std::optional<std::string> select(ArrayRef<std::string> messages, const Predicate &predicate) {
  for (const std::string &message : messages)
    if (StringRef(message).contains(predicate.match))
      return generalize(message);
  return std::nullopt;
}

static unsigned countKernels(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *op) {
    count += isa<loop::KernelOp, tile::KernelOp>(op) || op->getName().getStringRef() == "emmy_kernel.launch";
  });
  return count;
}

/// The pipeline that lowers to a level.
static std::string getLowering(StringRef level) { return ("builtin.module(emmy-lower-to-" + level + ")").str(); }

/// Whether two executors differ, by the same rules as two passes.
static std::optional<std::string> compareExecutors(ModuleOp module, const Predicate &predicate) {
  OwningOpRef<ModuleOp> first = module.clone(), second = module.clone();
  SmallVector<std::string> errors;
  Predicate toFirst = predicate, toSecond = predicate;
  toFirst.pipeline = getLowering(predicate.first);
  if (predicate.pipeline.empty())
    toSecond.pipeline = getLowering(predicate.second);
  if (failed(runPipeline(*first, toFirst, nullptr, errors)) || failed(runPipeline(*second, toSecond, nullptr, errors)))
    return std::nullopt;
  GivenInputs given;
  given.seed = predicate.check.seed;
  RunOptions options{true, predicate.check.maxEvaluations};
  RunResults probe = runModule(*first, std::nullopt, {}, given, options);
  std::vector<std::string> refused;
  std::vector<Trial> trials = chooseTrials(probe.interface, given, predicate.check.maxElements, refused);
  RunResults expected = runModule(*first, std::nullopt, trials, given, options),
             got = runModule(*second, probe.interface, trials, given, options);
  // What cannot be executed has no outcomes.
  for (auto [trial, want, have] : llvm::zip(trials, expected.outcomes, got.outcomes)) {
    if (want.outputs.empty() || !have.skipped.empty())
      continue;
    SmallVector<Outcome> perturbed;
    int64_t compared = 0;
    Tolerance tolerance;
    tolerance.isExact = false;
    auto getPerturbed = [&, trial = trial]() -> ArrayRef<Outcome> {
      auto run = [&](ModuleOp program) {
        perturbed.push_back(runModule(program, probe.interface, trial, given, options).outcomes.front());
      };
      if (!perturbed.empty())
        return perturbed;
      run(*second);
      for (const Perturbation &perturbation : tolerance.getPerturbations()) {
        OwningOpRef<ModuleOp> copy = second->clone();
        perturb(*copy, perturbation);
        run(*copy);
      }
      return perturbed;
    };
    if (findDifference(want, have, tolerance, getPerturbed, compared))
      return "executors";
  }
  return std::nullopt;
}

/// What the simulator says of the kernels that the pipeline makes.
static std::optional<std::string> simulate(ModuleOp module, const Predicate &predicate) {
  GivenInputs given;
  given.seed = predicate.check.seed;
  RunOptions options;
  RunResults probe = runModule(module, std::nullopt, {}, given, options);
  if (probe.engine != Engine::simulator)
    return std::nullopt;
  std::vector<std::string> refused;
  std::vector<Trial> trials = chooseTrials(probe.interface, given, predicate.check.maxElements, refused);
  SmallVector<std::string> findings;
  for (Outcome &outcome : runModule(module, std::nullopt, trials, given, options).outcomes)
    if (!outcome.error.empty())
      findings.push_back(outcome.error);
  std::optional<std::string> finding = select(findings, predicate);
  // data race, access out of bounds, …: who and where are others in a smaller program.
  return finding && predicate.match.empty() ? StringRef(*finding).split(':').first.str() : finding;
}

/// In the child.
static std::optional<std::string> ask(ModuleOp module, const Predicate &predicate) {
  SmallVector<std::string> errors;
  switch (predicate.kind) {
  case Predicate::Kind::crash:
    (void)runPipeline(module, predicate, nullptr, errors);
    return std::nullopt;
  case Predicate::Kind::error:
    (void)runPipeline(module, predicate, nullptr, errors);
    return select(errors, predicate);
  case Predicate::Kind::value: {
    EachPassChecker checker(predicate.check);
    (void)runPipeline(module, predicate, &checker, errors);
    if (!checker.hasDifference())
      return std::nullopt;
    return checker.getChecks().back().pass;
  }
  case Predicate::Kind::executors:
    return compareExecutors(module, predicate);
  case Predicate::Kind::finding:
    return succeeded(runPipeline(module, predicate, nullptr, errors)) ? simulate(module, predicate) : std::nullopt;
  case Predicate::Kind::kernels:
    if (failed(runPipeline(module, predicate, nullptr, errors)) || countKernels(module) < predicate.kernels)
      return std::nullopt;
    return "kernels";
  }
  llvm_unreachable("every kind is asked above");
}

std::optional<std::string> emmy::findFailure(ModuleOp module, const Predicate &predicate) {
  module.getContext()->disableMultithreading();
  llvm::outs().flush();
  llvm::errs().flush();
  int ends[2];
  pid_t child = pipe(ends) == 0 ? fork() : -1;
  if (child < 0) {
    module.emitError("expected to start a process, but got: ") << std::strerror(errno);
    return std::nullopt;
  }
  if (child == 0) {
    close(ends[0]);
    // A crash is the answer, not news: the handlers that print stacks are the parent's.
    for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGXCPU})
      std::signal(signal, SIG_DFL);
    if (FILE *null = std::freopen("/dev/null", "w", stderr); !null)
      _exit(1);
    rlimit seconds = {predicate.timeoutSeconds, predicate.timeoutSeconds};
    setrlimit(RLIMIT_CPU, &seconds);
    OwningOpRef<ModuleOp> copy = module.clone();
    std::optional<std::string> answer = ask(*copy, predicate);
    std::string text = answer ? "+" + *answer : "-";
    [[maybe_unused]] ssize_t written = write(ends[1], text.data(), text.size());
    // Nothing is flushed twice, but what was reached counts (utils/check-coverage).
    if (__llvm_profile_write_file)
      __llvm_profile_write_file();
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, count);
  close(ends[0]);
  int status = 0;
  [[maybe_unused]] pid_t ended = waitpid(child, &status, 0);
  assert(ended == child && "the process is nobody else's");
  // What takes too long is ended by one of these.
  bool hasCrashed = WIFSIGNALED(status) && WTERMSIG(status) != SIGXCPU && WTERMSIG(status) != SIGKILL;
  if (predicate.kind == Predicate::Kind::crash)
    return hasCrashed ? std::optional("signal " + std::to_string(WTERMSIG(status))) : std::nullopt;
  if (!WIFEXITED(status) || text.empty() || text[0] != '+')
    return std::nullopt;
  return text.substr(1);
}
