// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in for the GPU's own instructions when code for NVPTX runs on the CPU: functions of this process, on the
// scheduler of the CUDA shim, so that a thread is the same fiber whichever of its two forms a kernel is in. Their
// meaning is that of the PTX instruction, operand by operand, and owes nothing to the kernel level or to its lowering.

#ifndef EMMY_LIB_EXECUTION_RETARGET_DEVICEFUNCTIONS_H
#define EMMY_LIB_EXECUTION_RETARGET_DEVICEFUNCTIONS_H

#include "Emmy/Execution/Jit.h"

namespace emmy::retarget {

/// How an intrinsic of NVPTX is replaced by a call.
struct DeviceFunction {
  std::string intrinsic; ///< llvm.nvvm.…, without what stands for overloaded types
  llvm::StringRef name;  ///< of the function
  /// The first argument, before the intrinsic's own: which register, or which mode. None where it is negative.
  int selector;
  enum class Form {
    constant, ///< gives the same in every call of one thread, and does nothing else
    direct,   ///< takes what the intrinsic takes
    /// Takes the address of the intrinsic's arguments, one behind the other, and of a place for its results: where they
    /// are many registers, of types that C++ has no names for.
    indirect
  } form;
};

/// The function that stands in for an intrinsic; null where there is none.
const DeviceFunction *findDeviceFunction(llvm::StringRef intrinsic);

/// The function that gives the start of a block's shared memory.
constexpr llvm::StringLiteral kSharedMemoryFunction = "emmyShimBlockMemory";

/// The addresses of all functions that retargeted code calls.
std::vector<JitSymbol> getDeviceSymbols();

} // namespace emmy::retarget

#endif // EMMY_LIB_EXECUTION_RETARGET_DEVICEFUNCTIONS_H
