// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From scheduled tile kernels to hardware primitives.

#ifndef EMMY_CONVERSION_TILETOKERNEL_PASSES_H
#define EMMY_CONVERSION_TILETOKERNEL_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Conversion/TileToKernel/Passes.h.inc"

} // namespace emmy

#endif // EMMY_CONVERSION_TILETOKERNEL_PASSES_H
