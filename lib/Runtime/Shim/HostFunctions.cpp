// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is left of the CUDA runtime: memory that the bounds check knows, copies,
// fills and the last error.

#include "Launch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace emmy::shim;

/// The alignment of device memory.
static constexpr size_t kAlignment = 256;

extern "C" int emmyShimMalloc(void **pointer, size_t bytes) {
  Session &session = currentSession();
  if (!pointer)
    return session.fail(kInvalidValue, "expected a place for the pointer, but got null");
  *pointer = nullptr;
  if (bytes == 0)
    return kSuccess;
  size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  *pointer = rounded < bytes ? nullptr : aligned_alloc(kAlignment, rounded);
  if (!*pointer)
    return session.fail(kMemoryAllocation, format("expected %zu bytes of memory, but got none", bytes));
  uintptr_t base = reinterpret_cast<uintptr_t>(*pointer);
  auto next =
      std::find_if(session.buffers.begin(), session.buffers.end(), [=](auto &buffer) { return buffer.base > base; });
  session.buffers.insert(next, {base, bytes, format("an allocation of %zu bytes", bytes)});
  return kSuccess;
}

extern "C" int emmyShimFree(void *pointer) {
  if (!pointer)
    return kSuccess;
  std::vector<Buffer> &buffers = currentSession().buffers;
  auto found = std::find_if(buffers.begin(), buffers.end(),
                            [=](auto &buffer) { return buffer.base == reinterpret_cast<uintptr_t>(pointer); });
  if (found == buffers.end())
    return currentSession().fail(kInvalidValue, "expected memory from cudaMalloc, but got another pointer");
  buffers.erase(found);
  free(pointer);
  return kSuccess;
}

extern "C" int emmyShimCopy(void *to, const void *from, size_t bytes) {
  if (bytes && (!to || !from))
    return currentSession().fail(kInvalidValue, format("expected memory to copy %zu bytes, but got null", bytes));
  if (bytes)
    memmove(to, from, bytes);
  return kSuccess;
}

extern "C" int emmyShimFill(void *to, int byte, size_t bytes) {
  if (bytes && !to)
    return currentSession().fail(kInvalidValue, format("expected memory to fill %zu bytes, but got null", bytes));
  if (bytes)
    memset(to, byte, bytes);
  return kSuccess;
}

extern "C" int emmyShimTakeError(int clear) {
  Session &session = currentSession();
  int code = session.errorCode;
  if (clear)
    session.fail(kSuccess, "");
  return code;
}
