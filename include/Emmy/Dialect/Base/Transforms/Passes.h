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

/// Writes every emmy.apply in a module as primitive operations and calls of the math library, which it declares. Fails,
/// with an error, where a function is not defined on its operands. The pass emmy-expand-apply adds the bodies.
llvm::LogicalResult expandApplications(mlir::ModuleOp module);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Dialect/Base/Transforms/Passes.h.inc"

} // namespace emmy

#endif // EMMY_DIALECT_BASE_TRANSFORMS_PASSES_H
