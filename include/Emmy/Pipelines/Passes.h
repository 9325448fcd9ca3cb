// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that pipelines put between levels.

#ifndef EMMY_PIPELINES_PASSES_H
#define EMMY_PIPELINES_PASSES_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Pipelines/Passes.h.inc"

} // namespace emmy

#endif // EMMY_PIPELINES_PASSES_H
