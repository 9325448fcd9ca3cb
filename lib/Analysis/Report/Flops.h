// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point operations of a kernel of loops.

#ifndef EMMY_LIB_ANALYSIS_REPORT_FLOPS_H
#define EMMY_LIB_ANALYSIS_REPORT_FLOPS_H

#include "NestWalk.h"

namespace emmy::report {

/// An fma counts 2, a function of the laws table what the table says, every other float operation 1; conversions,
/// selections and constants nothing.
int64_t countFlops(mlir::Operation *op);

/// Of all iterations: every element that a reduction goes over counts one lift and one combination.
int64_t countFlops(KernelOpInterface kernel, const SymbolValues &symbols, bool &isEstimate);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_FLOPS_H
