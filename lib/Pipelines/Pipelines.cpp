// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipelines between the levels, as a table of passes.

#include "Emmy/Pipelines/Pipelines.h"

#include "Registration.h"

#include "Emmy/Pipelines/Passes.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace emmy;

namespace {
/// One step of a pipeline: the level that it starts from, a textual pass, and why it stands here.
struct Step {
  Phase from;
  llvm::StringLiteral pass;
  llvm::StringLiteral reason;
};
} // namespace

/// $schedule stands for the option of that name. The target is read from the module, where the first pass writes it.
static constexpr Step steps[] = {
    {Phase::framework, "emmy-convert-framework-to-tensor", "operators become elementwise, reduce and index_map"},
    {Phase::framework, "canonicalize", "constant scalars and identity maps that decomposition made"},
    {Phase::framework, "cse", "operators share their conversions and broadcasts"},
    {Phase::tensor, "emmy-tensor-expand-sort", "what the levels below have no word for"},
    {Phase::tensor, "emmy-tensor-compose-index-maps", "chains of views are read through one map"},
    {Phase::tensor, "canonicalize", "maps that became the identity"},
    {Phase::tensor, "cse", "maps that became equal"},
    {Phase::tensor, "emmy-tensor-fold-constants", "laws look for numbers"},
    {Phase::tensor, "emmy-tensor-simplify", "laws, where values have no views between them any more"},
    {Phase::tensor, "emmy-tensor-fold-scales", "factors of parameters, before those move away"},
    {Phase::tensor, "emmy-tensor-sink-scales", "factors of results, which meet no others any more"},
    {Phase::tensor, "emmy-tensor-fold-constants", "factors that met"},
    {Phase::tensor, "emmy-tensor-prepare", "what is the same in every call runs once"},
    {Phase::tensor, "canonicalize", "functions of what became a constant, or the identity"},
    {Phase::tensor, "cse", "what became equal"},
    {Phase::tensor, "emmy-convert-tensor-to-loop", "one kernel for each value that is not virtual"},
    {Phase::tensor, "cse", "equal loads, and kernels that compute the same"},
    {Phase::tensor, "emmy-loop-fuse", "kernels merge where it is legal and pays"},
    {Phase::tensor, "emmy-loop-merge-reductions", "reductions of one row read it in one sweep"},
    {Phase::tensor, "emmy-loop-drop-implied-converts", "values that stay inside a kernel need no rounding"},
    {Phase::tensor, "canonicalize", "index arithmetic that merging made constant"},
    {Phase::tensor, "cse", "loads that merging made equal"},
    {Phase::tensor, "emmy-loop-share-coordinates", "kernels that stay apart are compiled once"},
    {Phase::loop, "emmy-convert-loop-to-tile", "the same nests, ready for a schedule"},
    {Phase::loop, "emmy-tile-choose-schedule{overrides=\"$schedule\"}", "the cost model's choice, as data"},
    {Phase::loop, "emmy-tile-apply-schedule", "the choice becomes bound loops and staged buffers"},
    {Phase::loop, "canonicalize", "index arithmetic of constant tiles"},
    {Phase::loop, "cse", "index arithmetic of neighbouring tiles"},
    {Phase::tile, "emmy-convert-tile-to-kernel", "hardware primitives and the host program"},
    {Phase::tile, "emmy-form-fma", "back ends never contract on their own"},
    {Phase::tile, "canonicalize", "unrolled index arithmetic"},
    {Phase::tile, "cse", "unrolled index arithmetic"},
};

static std::string substitute(StringRef text, const PipelineOptions &options) {
  std::string result;
  while (!text.empty()) {
    if (text.consume_front("$schedule")) {
      result += options.schedule;
    } else {
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

/// The values of options stand between quotes in the text of passes, which these characters would end.
static LogicalResult checkOptions(const PipelineOptions &options, raw_ostream &diagnostics) {
  const std::pair<StringRef, StringRef> values[] = {{"target", options.target.getValue()},
                                                    {"numerics", options.numerics.getValue()},
                                                    {"licences", options.licences.getValue()},
                                                    {"schedule", options.schedule.getValue()}};
  for (auto [name, value] : values)
    if (value.find_first_of("{}\"'") != StringRef::npos) {
      diagnostics << "expected option '" << name << "' without braces and quotes, but got '" << value << "'";
      return failure();
    }
  return success();
}

LogicalResult emmy::addPass(OpPassManager &manager, StringRef pass, raw_ostream &diagnostics) {
  std::string reason;
  llvm::raw_string_ostream os(reason);
  if (succeeded(parsePassPipeline(pass, manager, os)))
    return success();
  diagnostics << "expected the passes of the pipelines to be registered, as emmy::registerAllPasses does, but got: "
              << StringRef(reason).trim();
  return failure();
}

LogicalResult emmy::buildPipeline(OpPassManager &manager, const PipelineOptions &options, Phase from, Phase to,
                                  raw_ostream &diagnostics) {
  if (failed(checkOptions(options, diagnostics)))
    return failure();
  SmallVector<std::string> passes = {"emmy-set-module-options{target=\"" + options.target + "\" numerics=\"" +
                                     options.numerics + "\" licences=\"" + options.licences + "\"}"};
  for (Phase phase : getPhases()) {
    if (phase < from || phase > to)
      continue;
    // A gate at the level that is entered and after each level that is left.
    passes.push_back(("emmy-gate{phase=" + stringifyPhase(phase) + "}").str());
    if (phase == to)
      break;
    for (const Step &step : steps)
      if (step.from == phase && (options.fuse || step.pass != "emmy-loop-fuse") &&
          (options.prepare || step.pass != "emmy-tensor-prepare"))
        passes.push_back(substitute(step.pass, options));
  }
  for (StringRef pass : passes)
    if (failed(addPass(manager, pass, diagnostics)))
      return failure();
  return success();
}

LogicalResult emmy::buildCpuPipeline(OpPassManager &manager, const PipelineOptions &options, Phase through,
                                     raw_ostream &diagnostics) {
  if (failed(buildPipeline(manager, options, Phase::framework, through, diagnostics)))
    return failure();
  return addPass(manager, through == Phase::loop ? "emmy-loop-to-llvm" : "emmy-tile-to-llvm", diagnostics);
}

PipelineRegistration::PipelineRegistration(StringRef name, StringRef description, PipelineBuilder build) {
  registerPassPipeline(
      name, description,
      [build](OpPassManager &manager, StringRef text, function_ref<LogicalResult(const Twine &)> emitError) {
        PipelineOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        std::string message;
        llvm::raw_string_ostream os(message);
        return succeeded(build(manager, options, os)) ? success() : emitError(message);
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> visit) { visit(PipelineOptions()); });
}

template <Phase to>
static LogicalResult buildPipelineTo(OpPassManager &manager, const PipelineOptions &options, raw_ostream &diagnostics) {
  return buildPipeline(manager, options, Phase::framework, to, diagnostics);
}

void emmy::registerPipelines() {
  registerPipelinesPasses();
  static PipelineRegistration toTensor("emmy-lower-to-tensor",
                                       "lowers a module of the framework level to the tensor level",
                                       buildPipelineTo<Phase::tensor>);
  static PipelineRegistration toLoop("emmy-lower-to-loop", "lowers a module of any level above to the loop level",
                                     buildPipelineTo<Phase::loop>);
  static PipelineRegistration toTile("emmy-lower-to-tile", "lowers a module of any level above to scheduled tiles",
                                     buildPipelineTo<Phase::tile>);
  static PipelineRegistration toKernel("emmy-lower-to-kernel", "lowers a module of any level above to the kernel level",
                                       buildPipelineTo<Phase::kernel>);
}
