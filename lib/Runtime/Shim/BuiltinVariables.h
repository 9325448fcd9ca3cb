// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The storage behind threadIdx, blockIdx, blockDim and gridDim. Emitted code
// reads it directly; each worker has a copy, and the scheduler keeps it at the
// thread that runs.

#ifndef EMMY_LIB_RUNTIME_SHIM_BUILTINVARIABLES_H
#define EMMY_LIB_RUNTIME_SHIM_BUILTINVARIABLES_H

#include <cstdint>

struct EmmyShimCoordinates {
  unsigned x, y, z;
};

#define EMMY_SHIM_VARIABLE extern __thread __attribute__((tls_model("initial-exec"), visibility("default")))
extern "C" {
EMMY_SHIM_VARIABLE EmmyShimCoordinates emmyShimThreadIdx;
EMMY_SHIM_VARIABLE EmmyShimCoordinates emmyShimBlockIdx;
EMMY_SHIM_VARIABLE EmmyShimCoordinates emmyShimBlockDim;
EMMY_SHIM_VARIABLE EmmyShimCoordinates emmyShimGridDim;
EMMY_SHIM_VARIABLE int emmyShimLaneIndex;
}
#undef EMMY_SHIM_VARIABLE

namespace emmy::shim {

/// Whether an address is one of the calling worker's variables.
inline bool isBuiltinVariable(uintptr_t address) {
  auto isIn = [=](const auto &variable) { return address - reinterpret_cast<uintptr_t>(&variable) < sizeof(variable); };
  return isIn(emmyShimThreadIdx) || isIn(emmyShimBlockIdx) || isIn(emmyShimBlockDim) || isIn(emmyShimGridDim) ||
         isIn(emmyShimLaneIndex);
}

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_BUILTINVARIABLES_H
