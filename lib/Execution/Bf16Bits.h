// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 as the 16 bits that it is stored as.

#ifndef EMMY_LIB_EXECUTION_BF16BITS_H
#define EMMY_LIB_EXECUTION_BF16BITS_H

#include "mlir/IR/BuiltinOps.h"

namespace emmy {

/// Makes i16 of bf16 in a module of the LLVM dialect, where all that is done with bf16 is to move it. Rounding to it is
/// integer arithmetic already. A processor without arithmetic on bf16 has no vectors of it either: LLVM would take each
/// of them apart, which takes ten times as long as all the rest.
void replaceBf16ByBits(mlir::ModuleOp module);

} // namespace emmy

#endif // EMMY_LIB_EXECUTION_BF16BITS_H
