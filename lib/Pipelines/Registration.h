// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the pipelines of this folder are put together and registered.

#ifndef EMMY_LIB_PIPELINES_REGISTRATION_H
#define EMMY_LIB_PIPELINES_REGISTRATION_H

#include "Emmy/Pipelines/Pipelines.h"

namespace emmy {

/// Adds a pass, or a pipeline, of a table. Fails, with a message on `diagnostics`, where the process has not registered
/// it.
mlir::LogicalResult addPass(mlir::OpPassManager &manager, llvm::StringRef pass, llvm::raw_ostream &diagnostics);

/// Fails with a message.
using PipelineBuilder = mlir::LogicalResult (*)(mlir::OpPassManager &manager, const PipelineOptions &options,
                                                llvm::raw_ostream &diagnostics);

/// As a PassPipelineRegistration, except that the builder may fail. Static, so that a pipeline is registered once.
struct PipelineRegistration {
  PipelineRegistration(llvm::StringRef name, llvm::StringRef description, PipelineBuilder build);
};

} // namespace emmy

#endif // EMMY_LIB_PIPELINES_REGISTRATION_H
