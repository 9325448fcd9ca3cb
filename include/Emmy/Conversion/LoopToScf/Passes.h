// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plain lowering of the loop level.

#ifndef EMMY_CONVERSION_LOOPTOSCF_PASSES_H
#define EMMY_CONVERSION_LOOPTOSCF_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Conversion/LoopToScf/Passes.h.inc"

} // namespace emmy

#endif // EMMY_CONVERSION_LOOPTOSCF_PASSES_H
