// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much code scalar operations become: what kernels have a budget of, since compiling one takes time, registers and
// instruction cache in proportion.

#ifndef EMMY_ANALYSIS_INSTRUCTIONS_H
#define EMMY_ANALYSIS_INSTRUCTIONS_H

#include "mlir/IR/Operation.h"

namespace emmy {

/// Instructions that a call of a typical function of the math library is inlined to.
inline constexpr int64_t kInstructionsPerCall = 32;

/// About the instructions of the operations in `op`'s regions, each counted once: loops are not multiplied.
int64_t countInstructions(mlir::Operation *op);

} // namespace emmy

#endif // EMMY_ANALYSIS_INSTRUCTIONS_H
