// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions in CUDA C++: calls of helpers that hold inline PTX.

#ifndef EMMY_LIB_TARGET_CUDA_MATRICES_H
#define EMMY_LIB_TARGET_CUDA_MATRICES_H

#include "FunctionPrinter.h"

namespace emmy::cuda {

/// `emmy_ldmatrix_x4<bfloat16x8>(&s[i])`; adds the helper to the prelude.
Expression makeMatrixLoad(kernel::LdmatrixOp op, FunctionPrinter &printer, Prelude &prelude);
/// `emmy_mma_m16n8k16_f32_bf16_bf16(a, b, c)`; adds the helper to the prelude.
Expression makeMatrixMultiply(kernel::MmaOp op, FunctionPrinter &printer, Prelude &prelude);

} // namespace emmy::cuda

#endif // EMMY_LIB_TARGET_CUDA_MATRICES_H
