// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion from the framework level to the tensor level.

#ifndef EMMY_CONVERSION_FRAMEWORKTOTENSOR_PASSES_H
#define EMMY_CONVERSION_FRAMEWORKTOTENSOR_PASSES_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Conversion/FrameworkToTensor/Passes.h.inc"

/// The rules of all operators but parameters, which the pass moves to the entry's arguments.
void populateFrameworkToTensorPatterns(mlir::RewritePatternSet &patterns);

} // namespace emmy

#endif // EMMY_CONVERSION_FRAMEWORKTOTENSOR_PASSES_H
