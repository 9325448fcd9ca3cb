// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the loop level to the tile level.

#ifndef EMMY_CONVERSION_LOOPTOTILE_PASSES_H
#define EMMY_CONVERSION_LOOPTOTILE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Conversion/LoopToTile/Passes.h.inc"

} // namespace emmy

#endif // EMMY_CONVERSION_LOOPTOTILE_PASSES_H
