// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that emitted code has inline PTX in for a GPU. The text has its
// own definitions only for compilers that define __CUDACC__.

#ifndef EMMY_RUNTIME_SHIM_ASYNCCOPIES_H
#define EMMY_RUNTIME_SHIM_ASYNCCOPIES_H

#include "Abi.h"
#include "Qualifiers.h"

#define EMMY_SHIM_ASYNC_COPY(bytes)                                                                                    \
  EMMY_SHIM_INLINE void emmy_async_copy_##bytes(void *target, const void *source, int validBytes = bytes,              \
                                                int line = __builtin_LINE()) {                                         \
    emmyShimAsyncCopy(target, source, bytes, validBytes, line);                                                        \
  }
EMMY_SHIM_ASYNC_COPY(4)
EMMY_SHIM_ASYNC_COPY(8)
EMMY_SHIM_ASYNC_COPY(16)
#undef EMMY_SHIM_ASYNC_COPY

EMMY_SHIM_INLINE void emmy_async_commit() { emmyShimAsyncCommit(); }
template <int allBut>
EMMY_SHIM_INLINE void emmy_async_wait() {
  emmyShimAsyncWait(allBut);
}

#endif // EMMY_RUNTIME_SHIM_ASYNCCOPIES_H
