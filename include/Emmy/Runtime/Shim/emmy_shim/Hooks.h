// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checked build is compiled with -fsanitize=thread, which makes the compiler
// call a function before every access to memory that is not provably private.
// These are those functions. They are hidden, so that a process that runs under
// the real thread sanitizer keeps its own.

#ifndef EMMY_RUNTIME_SHIM_HOOKS_H
#define EMMY_RUNTIME_SHIM_HOOKS_H

#include "Abi.h"

#define EMMY_SHIM_HOOK __attribute__((visibility("hidden"), used, weak, no_sanitize("thread")))

#define EMMY_SHIM_SIZED_HOOK(name, bytes, kind)                                                                        \
  EMMY_SHIM_HOOK void name##bytes(void *address) { emmyShimAccess(address, bytes, kind); }
#define EMMY_SHIM_SIZED_HOOKS(name, kind)                                                                              \
  EMMY_SHIM_SIZED_HOOK(name, 1, kind)                                                                                  \
  EMMY_SHIM_SIZED_HOOK(name, 2, kind)                                                                                  \
  EMMY_SHIM_SIZED_HOOK(name, 4, kind)                                                                                  \
  EMMY_SHIM_SIZED_HOOK(name, 8, kind)                                                                                  \
  EMMY_SHIM_SIZED_HOOK(name, 16, kind)

extern "C" {
EMMY_SHIM_SIZED_HOOKS(__tsan_read, EMMY_SHIM_LOAD)
EMMY_SHIM_SIZED_HOOKS(__tsan_write, EMMY_SHIM_STORE)
EMMY_SHIM_SIZED_HOOKS(__tsan_unaligned_read, EMMY_SHIM_LOAD)
EMMY_SHIM_SIZED_HOOKS(__tsan_unaligned_write, EMMY_SHIM_STORE)

EMMY_SHIM_HOOK void __tsan_read_range(void *address, unsigned long bytes) {
  emmyShimAccess(address, bytes, EMMY_SHIM_LOAD);
}
EMMY_SHIM_HOOK void __tsan_write_range(void *address, unsigned long bytes) {
  emmyShimAccess(address, bytes, EMMY_SHIM_STORE);
}
EMMY_SHIM_HOOK void *__tsan_memcpy(void *to, const void *from, unsigned long bytes) {
  emmyShimAccess(from, bytes, EMMY_SHIM_LOAD);
  emmyShimAccess(to, bytes, EMMY_SHIM_STORE);
  return __builtin_memcpy(to, from, bytes);
}
EMMY_SHIM_HOOK void *__tsan_memmove(void *to, const void *from, unsigned long bytes) {
  emmyShimAccess(from, bytes, EMMY_SHIM_LOAD);
  emmyShimAccess(to, bytes, EMMY_SHIM_STORE);
  return __builtin_memmove(to, from, bytes);
}
EMMY_SHIM_HOOK void *__tsan_memset(void *to, int byte, unsigned long bytes) {
  emmyShimAccess(to, bytes, EMMY_SHIM_STORE);
  return __builtin_memset(to, byte, bytes);
}
EMMY_SHIM_HOOK void __tsan_init(void) {}
EMMY_SHIM_HOOK void __tsan_func_entry(void *) {}
EMMY_SHIM_HOOK void __tsan_func_exit(void *) {}
}

#undef EMMY_SHIM_HOOK
#undef EMMY_SHIM_SIZED_HOOK
#undef EMMY_SHIM_SIZED_HOOKS

#endif // EMMY_RUNTIME_SHIM_HOOKS_H
