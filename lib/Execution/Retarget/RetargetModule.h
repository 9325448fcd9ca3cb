// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM IR for NVPTX as LLVM IR for this machine.

#ifndef EMMY_LIB_EXECUTION_RETARGET_RETARGETMODULE_H
#define EMMY_LIB_EXECUTION_RETARGET_RETARGETMODULE_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace emmy::retarget {

struct RetargetedKernel {
  std::string name;
  /// A function that takes the addresses of the parameters, as cudaLaunchKernel does.
  std::string entry;
  uint64_t sharedBytes; ///< that are part of the kernel
  /// Whether a launch provides more, from the next multiple of their alignment on.
  bool isDynamic;
  uint32_t numThreads; ///< of a block, as the kernel declares it
};

/// Rewrites a module of NVPTX kernels in place:
///  * an intrinsic of NVPTX becomes a call of the function that stands in for it;
///  * a global in shared memory becomes a part of the memory that the block has for it; the one of no size is what
///    comes behind them;
///  * a kernel becomes a plain function, and gets an entry that reads its parameters from where a launch has put them.
/// Everything else stays as it was optimized for NVPTX: address spaces of global, shared and local memory are one
/// memory on a CPU. Fails, with an error at `location` for each, on what has no such form.
mlir::FailureOr<std::vector<RetargetedKernel>> retargetModule(llvm::Module &module, mlir::Location location);

} // namespace emmy::retarget

#endif // EMMY_LIB_EXECUTION_RETARGET_RETARGETMODULE_H
