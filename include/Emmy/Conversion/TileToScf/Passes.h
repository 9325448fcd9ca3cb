// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Serial elision: scheduled kernels as sequential code.

#ifndef EMMY_CONVERSION_TILETOSCF_PASSES_H
#define EMMY_CONVERSION_TILETOSCF_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Conversion/TileToScf/Passes.h.inc"

} // namespace emmy

#endif // EMMY_CONVERSION_TILETOSCF_PASSES_H
