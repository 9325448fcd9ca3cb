// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches, copies and fills, as far as emitted host code uses them. Streams
// are accepted and ignored: everything has happened when a function returns.

#ifndef EMMY_RUNTIME_SHIM_HOST_H
#define EMMY_RUNTIME_SHIM_HOST_H

#include "Abi.h"
#include "Vectors.h"

enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorLaunchTimeout = 702,
  cudaErrorAssert = 710,
  cudaErrorMisalignedAddress = 716,
  cudaErrorLaunchFailure = 719,
  cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;
typedef struct CUstream_st *cudaStream_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

// The dynamic shared memory of the block that the calling worker runs. Its
// symbol is what `extern __shared__ unsigned char dsm[];` refers to, whether
// that is declared with C or with C++ linkage; the name is fixed.
__attribute__((weak, visibility("hidden"), aligned(1024))) thread_local unsigned char
    emmyShimDynamicSharedMemory[EMMY_SHIM_MAX_SHARED_BYTES + 128] __asm__("dsm");
// What a use of such a declaration calls to initialise the array, as it could
// have a constructor for all that the compiler knows.
__asm__(R"(
    .pushsection .text
    .weak _ZTH3dsm
    .hidden _ZTH3dsm
    .p2align 4
_ZTH3dsm:
    ret
    .popsection
)");

#ifndef EMMY_SHIM_CHECKED
#define EMMY_SHIM_CHECKED 0
#endif
static unsigned char *emmyShimDynamicShared() { return emmyShimDynamicSharedMemory; }
__attribute__((visibility("hidden"))) inline EmmyShimModule emmyShimModule = {EMMY_SHIM_ABI_VERSION, EMMY_SHIM_CHECKED,
                                                                              emmyShimDynamicShared, nullptr};
__attribute__((destructor)) static void emmyShimUnload() { emmyShimReleaseModule(&emmyShimModule); }

template <unsigned... I>
struct EmmyShimIndices {};
#if __has_builtin(__make_integer_seq)
template <typename T, T... I>
struct EmmyShimSequence {
  using Indices = EmmyShimIndices<I...>;
};
template <unsigned n>
using EmmyShimFirst = typename __make_integer_seq<EmmyShimSequence, unsigned, n>::Indices;
#else
template <unsigned n>
using EmmyShimFirst = EmmyShimIndices<__integer_pack(n)...>;
#endif

/// Calls a kernel with the parameters that `args` points to. They lie in the
/// host's memory: reading them is no access of the kernel.
template <typename... Parameters>
struct EmmyShimInvoke {
  using Kernel = void(Parameters...);
  template <unsigned... I>
  __attribute__((no_sanitize("thread"))) static void call(Kernel *kernel, void **args, EmmyShimIndices<I...>) {
    kernel(*reinterpret_cast<Parameters *>(args[I])...);
  }
  __attribute__((no_sanitize("thread"))) static void run(const void *function, void **args) {
    call(reinterpret_cast<Kernel *>(const_cast<void *>(function)), args, EmmyShimFirst<sizeof...(Parameters)>());
  }
};

template <typename... Parameters>
static inline cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void **args,
                                           size_t sharedBytes = 0, cudaStream_t = nullptr) {
  EmmyShimLaunch launch = {reinterpret_cast<const void *>(kernel),
                           EmmyShimInvoke<Parameters...>::run,
                           args,
                           {grid.x, grid.y, grid.z},
                           {block.x, block.y, block.z},
                           sharedBytes,
                           &emmyShimModule};
  return cudaError_t(emmyShimLaunch(&launch));
}
template <typename T>
static inline cudaError_t cudaFuncSetAttribute(T *function, cudaFuncAttribute, int value) {
  return cudaError_t(emmyShimSetMaxDynamicShared(&emmyShimModule, reinterpret_cast<const void *>(function), value));
}

static inline cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return cudaError_t(emmyShimMalloc(pointer, bytes));
}
template <typename T>
static inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  return cudaError_t(emmyShimMalloc(reinterpret_cast<void **>(pointer), bytes));
}
static inline cudaError_t cudaFree(void *pointer) { return cudaError_t(emmyShimFree(pointer)); }
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind) {
  return cudaError_t(emmyShimCopy(to, from, bytes));
}
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind,
                                          cudaStream_t = nullptr) {
  return cudaError_t(emmyShimCopy(to, from, bytes));
}
static inline cudaError_t cudaMemset(void *to, int byte, size_t bytes) {
  return cudaError_t(emmyShimFill(to, byte, bytes));
}
static inline cudaError_t cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t = nullptr) {
  return cudaError_t(emmyShimFill(to, byte, bytes));
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
static inline cudaError_t cudaGetLastError() { return cudaError_t(emmyShimTakeError(1)); }
static inline cudaError_t cudaPeekAtLastError() { return cudaError_t(emmyShimTakeError(0)); }

#endif // EMMY_RUNTIME_SHIM_HOST_H
