// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host program of a module of the kernel level does for given sizes.

#ifndef EMMY_LIB_ANALYSIS_REPORT_HOSTLAUNCHES_H
#define EMMY_LIB_ANALYSIS_REPORT_HOSTLAUNCHES_H

#include "IssuedAccesses.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace emmy::report {

/// The values of the symbols by name.
using SymbolValues = llvm::StringMap<int64_t>;

struct HostProgram {
  llvm::SmallVector<Launch> launches; ///< in order, those of a loop once; also those whose grid is empty
  int64_t workspaceBytes = 0;         ///< of all intermediate buffers, aligned
  int64_t bytesCopied = 0;            ///< by copies between buffers, in a loop of one step
};

/// Fails, with an error, where the entry is not straight-line code over sizes, and loops of such code. Every symbol has
/// a value.
mlir::FailureOr<HostProgram> evaluateHostProgram(mlir::func::FuncOp entry, const SymbolValues &symbols);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_HOSTLAUNCHES_H
