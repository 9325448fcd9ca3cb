// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipelines between the levels, as a table of passes.

#include "Emmy/Pipelines/Pipelines.h"

#include "Emmy/Pipelines/Passes.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace emmy;

namespace {
/// One step of a pipeline: a textual pass, why it stands here, and the option that must be set for it to run.
struct Step {
  Phase from;
  llvm::StringLiteral pass;
  llvm::StringLiteral reason;
};
} // namespace

/// $target and $schedule stand for the options of that name.
static constexpr Step steps[] = {
    {Phase::framework, "emmy-convert-framework-to-tensor", "operators become elementwise, reduce and index_map"},
    {Phase::framework, "canonicalize", "constant scalars and identity maps that decomposition made"},
    {Phase::framework, "cse", "operators share their conversions and broadcasts"},
    {Phase::tensor, "emmy-tensor-compose-index-maps", "chains of views are read through one map"},
    {Phase::tensor, "canonicalize", "maps that became the identity"},
    {Phase::tensor, "cse", "maps that became equal"},
    {Phase::tensor, "emmy-convert-tensor-to-loop", "one kernel for each value that is not virtual"},
    {Phase::tensor, "cse", "equal loads, and kernels that compute the same"},
    {Phase::tensor, "emmy-loop-fuse", "kernels merge where it is legal and pays"},
    {Phase::tensor, "emmy-loop-drop-implied-converts", "values that stay inside a kernel need no rounding"},
    {Phase::tensor, "canonicalize", "index arithmetic that merging made constant"},
    {Phase::tensor, "cse", "loads that merging made equal"},
    {Phase::loop, "emmy-convert-loop-to-tile", "the same nests, ready for a schedule"},
    {Phase::loop, "emmy-tile-choose-schedule{target=$target overrides=\"$schedule\"}",
     "the cost model's choice, as data"},
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
    if (text.consume_front("$target"))
      result += options.target.empty() ? std::string("sm_90") : options.target.getValue();
    else if (text.consume_front("$schedule"))
      result += options.schedule;
    else {
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

LogicalResult emmy::buildPipeline(OpPassManager &manager, const PipelineOptions &options, Phase from, Phase to,
                                  raw_ostream &diagnostics) {
  std::string setOptions = ("emmy-set-module-options{target=" + options.target + " numerics=" + options.numerics + "}");
  if (failed(parsePassPipeline(setOptions, manager, diagnostics)))
    return failure();
  for (Phase phase : getPhases()) {
    if (phase < from || phase > to)
      continue;
    // A gate at the level that is entered and after each level that is left.
    if (failed(parsePassPipeline(("emmy-gate{phase=" + stringifyPhase(phase) + "}").str(), manager, diagnostics)))
      return failure();
    if (phase == to)
      break;
    for (const Step &step : steps) {
      if (step.from != phase || (!options.fuse && step.pass == "emmy-loop-fuse"))
        continue;
      if (failed(parsePassPipeline(substitute(step.pass, options), manager, diagnostics)))
        return failure();
    }
  }
  return success();
}

LogicalResult emmy::buildCpuPipeline(OpPassManager &manager, const PipelineOptions &options, Phase through,
                                     raw_ostream &diagnostics) {
  if (failed(buildPipeline(manager, options, Phase::framework, through, diagnostics)))
    return failure();
  return parsePassPipeline(through == Phase::loop ? "emmy-loop-to-llvm" : "emmy-tile-to-llvm", manager, diagnostics);
}

template <Phase to>
static void buildPipelineTo(OpPassManager &manager, const PipelineOptions &options) {
  if (failed(buildPipeline(manager, options, Phase::framework, to, llvm::errs())))
    llvm::errs() << "error: expected a pipeline to the " << stringifyPhase(to)
                 << " level, but its options or passes have no meaning\n";
}

void emmy::registerPipelines() {
  registerPipelinesPasses();
  static PassPipelineRegistration<PipelineOptions> toTensor(
      "emmy-lower-to-tensor", "lowers a module of the framework level to the tensor level",
      buildPipelineTo<Phase::tensor>);
  static PassPipelineRegistration<PipelineOptions> toLoop(
      "emmy-lower-to-loop", "lowers a module of any level above to the loop level", buildPipelineTo<Phase::loop>);
  static PassPipelineRegistration<PipelineOptions> toTile(
      "emmy-lower-to-tile", "lowers a module of any level above to scheduled tiles", buildPipelineTo<Phase::tile>);
  static PassPipelineRegistration<PipelineOptions> toKernel(
      "emmy-lower-to-kernel", "lowers a module of any level above to the kernel level", buildPipelineTo<Phase::kernel>);
}
