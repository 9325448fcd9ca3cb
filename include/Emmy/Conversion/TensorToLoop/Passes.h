// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion from the tensor level to the loop level.

#ifndef EMMY_CONVERSION_TENSORTOLOOP_PASSES_H
#define EMMY_CONVERSION_TENSORTOLOOP_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Conversion/TensorToLoop/Passes.h.inc"

} // namespace emmy

#endif // EMMY_CONVERSION_TENSORTOLOOP_PASSES_H
