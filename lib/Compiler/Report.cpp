// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade's report: makes the levels that the figures come from.

#include "State.h"

#include "Emmy/Analysis/Report.h"
#include "Emmy/Dialect/Base/IR/Base.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy;

/// Makes errors warnings: the report goes on without the level.
static void demote(Diagnostics &failures, const std::string &level, Diagnostics &diagnostics) {
  emmy::Diagnostic summary;
  summary.severity = emmy::Diagnostic::Severity::warning;
  summary.message = "the report has no figures of the " + level + " level, to which the program could not be lowered";
  for (emmy::Diagnostic &failure : failures)
    if (failure.severity == emmy::Diagnostic::Severity::error) {
      failure.severity = emmy::Diagnostic::Severity::note;
      summary.notes.push_back(failure);
    }
  diagnostics.push_back(std::move(summary));
}

std::optional<std::string> Program::report(const std::map<std::string, int64_t> &sizes, const CompileOptions &options,
                                           Diagnostics &diagnostics) const {
  llvm::StringMap<int64_t> values;
  auto symbols =
      llvm::map_to_vector(state->module->getOps<SymbolOp>(), [](SymbolOp symbol) { return symbol.getSym(); });
  for (const auto &[name, value] : sizes) {
    values[name] = value;
    if (llvm::is_contained(symbols, name))
      continue;
    emmy::Diagnostic error;
    error.message = "expected sizes of the symbols " + (symbols.empty() ? "(none)" : llvm::join(symbols, ", ")) +
                    ", but got one of " + name;
    diagnostics.push_back(error);
    return std::nullopt;
  }

  std::string entered = getPhase();
  ReportLevels levels;
  if (entered == "framework")
    levels.framework = *state->module;
  // Each level is lowered from the one above; those above the entered one are not there.
  std::vector<Program> programs;
  bool isBelow = entered != "tile" && entered != "kernel";
  Program current = clone();
  // Rewrites and fusion are on the way to the loop level.
  std::vector<loop::FusionDecision> fusion;
  std::vector<LicensedRewrite> rewrites;
  std::optional<remarks::Recorder> recorder;
  if (isBelow && entered != "loop")
    recorder.emplace(*state->context, std::vector{loop::listenToFusion(fusion), listenToRewrites(rewrites)});
  for (auto [level, module] : {std::pair("loop", &levels.loop), {"tile", &levels.tile}, {"kernel", &levels.kernel}}) {
    isBelow |= entered == level;
    if (!isBelow)
      continue;
    Diagnostics failures;
    if (entered != level && !current.lower(level, options, failures)) {
      if (level == std::string("loop")) {
        diagnostics.insert(diagnostics.end(), failures.begin(), failures.end());
        return std::nullopt;
      }
      demote(failures, level, diagnostics);
      break;
    }
    programs.push_back(current.clone());
    *module = *programs.back().state->module;
  }
  if (recorder) {
    levels.fusion = &fusion;
    levels.rewrites = &rewrites;
  }
  std::optional<std::string> text;
  collectDiagnostics(*state->context, diagnostics, [&] {
    FailureOr<ProgramReport> report = buildReport(levels, values);
    if (succeeded(report))
      text = printReport(*report);
    return text.has_value();
  });
  return text;
}
