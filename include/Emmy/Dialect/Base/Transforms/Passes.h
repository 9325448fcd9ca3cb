// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on operations that all levels share.

#ifndef EMMY_DIALECT_BASE_TRANSFORMS_PASSES_H
#define EMMY_DIALECT_BASE_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Dialect/Base/Transforms/Passes.h.inc"

} // namespace emmy

#endif // EMMY_DIALECT_BASE_TRANSFORMS_PASSES_H
