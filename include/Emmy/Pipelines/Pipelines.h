// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipelines between the levels. A pipeline to a phase may be entered at any phase above it: conversions from levels
// that a module does not contain leave it alone.

#ifndef EMMY_PIPELINES_PIPELINES_H
#define EMMY_PIPELINES_PIPELINES_H

#include "Emmy/Pipelines/Phase.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace emmy {

/// The options of a compilation, one struct for all pipelines; see docs/Pipelines.md.
struct PipelineOptions : public mlir::PassPipelineOptions<PipelineOptions> {
  Option<std::string> target{*this, "target", llvm::cl::desc("compute target, such as sm_90"), llvm::cl::init("")};
  Option<std::string> numerics{*this, "numerics", llvm::cl::desc("eager, fused or fast"), llvm::cl::init("")};
  Option<std::string> licences{*this, "licences",
                               llvm::cl::desc("what fast may do: no_signed_zeros,reciprocal,reassociate"),
                               llvm::cl::init("")};
  Option<std::string> schedule{*this, "schedule", llvm::cl::desc("schedule overrides, such as threads=256,vector=4"),
                               llvm::cl::init("")};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("merge kernels"), llvm::cl::init(true)};
  Option<bool> prepare{*this, "prepare", llvm::cl::desc("compute what depends on parameters alone once, in @prepare"),
                       llvm::cl::init(true)};
};

/// The names of all numerics modes, as the option takes them.
llvm::SmallVector<llvm::StringRef> getNumericsModes();

/// Adds the passes that bring a module from `from` to `to`, each level closed by a verifying gate. Fails, with a
/// message on `diagnostics`, when an option has no meaning, or the passes are not registered.
mlir::LogicalResult buildPipeline(mlir::OpPassManager &manager, const PipelineOptions &options, Phase from, Phase to,
                                  llvm::raw_ostream &diagnostics);

/// Adds the passes that bring a module of the loop or the tile level (or above) to the LLVM dialect for the CPU.
mlir::LogicalResult buildCpuPipeline(mlir::OpPassManager &manager, const PipelineOptions &options, Phase through,
                                     llvm::raw_ostream &diagnostics);

/// Adds the passes that bring a host program in buffer form, whose kernels are upstream dialects already, to the LLVM
/// dialect for the CPU. `addEntry` is false where the module has the packed entry already. Fails, with a message on
/// `diagnostics`, when the passes are not registered.
mlir::LogicalResult buildHostToLlvmPipeline(mlir::OpPassManager &manager, llvm::raw_ostream &diagnostics,
                                            bool addEntry = true);
/// Runs it on a module; what fails is reported there.
mlir::LogicalResult lowerHostToLlvm(mlir::ModuleOp module);

/// Registers emmy-lower-to-{tensor,loop,tile,kernel,llvm} and the gate pass.
void registerPipelines();

/// Registers emmy-loop-to-llvm, emmy-tile-to-llvm and emmy-lower-to-llvm.
void registerCpuPipelines();

} // namespace emmy

#endif // EMMY_PIPELINES_PIPELINES_H
