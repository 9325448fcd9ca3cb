// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the loop level.

#ifndef EMMY_DIALECT_LOOP_TRANSFORMS_PASSES_H
#define EMMY_DIALECT_LOOP_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Dialect/Loop/Transforms/Passes.h.inc"

} // namespace emmy

#endif // EMMY_DIALECT_LOOP_TRANSFORMS_PASSES_H
