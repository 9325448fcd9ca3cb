// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of its operands that a kernel of loops (loop or tile level) touches, once for every sweep that it makes
// over an operand.
//
// A sweep is what one nest of the kernel reads of an operand, each element once, however many iterations read it. Nests
// beside each other that read the same operand are different sweeps, and so are nests that fill staged buffers; reading
// a staged buffer touches no operand.

#ifndef EMMY_LIB_ANALYSIS_REPORT_SWEEPS_H
#define EMMY_LIB_ANALYSIS_REPORT_SWEEPS_H

#include "NestWalk.h"

namespace emmy::report {

/// What a kernel does with one of its buffers.
struct BufferTraffic {
  int64_t bytesRead = 0, bytesWritten = 0;
  unsigned readSweeps = 0, writeSweeps = 0;
};

struct KernelTraffic {
  int64_t bytesRead = 0, bytesWritten = 0;
  /// One per tensor operand, then one per fresh result.
  llvm::SmallVector<BufferTraffic> buffers;
  bool isEstimate = false;
};

/// Fails, with an error, where an extent of an operand has no value.
mlir::FailureOr<KernelTraffic> measureTraffic(KernelOpInterface kernel, const SymbolValues &symbols);

/// The bytes of a tensor for these symbol values; an error at `op` where an extent has no value.
mlir::FailureOr<int64_t> getTensorBytes(mlir::RankedTensorType type, const SymbolValues &symbols, mlir::Operation *op);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_SWEEPS_H
