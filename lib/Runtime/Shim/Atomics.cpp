// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks on different workers meet in these, so they are the host's atomics.

#include "Worker.h"

#include <cstring>
#include <type_traits>

using namespace emmy::shim;

/// Tells a checked launch about an atomic, before it happens.
static void note(const void *address, size_t bytes) {
  Worker *worker = Worker::current();
  if (worker && worker->isChecked())
    worker->access(reinterpret_cast<uintptr_t>(address), bytes, EMMY_SHIM_LOAD | EMMY_SHIM_STORE | EMMY_SHIM_ATOMIC);
}

template <typename To, typename From>
static To bitCast(From value) {
  To result;
  static_assert(sizeof(To) == sizeof(From));
  memcpy(&result, &value, sizeof(To));
  return result;
}

/// Replaces the value at `address` by what `update` makes of it.
template <typename Int, typename Update>
static Int updateLoop(Int *address, Update update) {
  Int old = __atomic_load_n(address, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(address, &old, update(old), /*weak=*/true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  return old;
}

template <typename Int, typename Float>
static Int runAtomic(int kind, void *where, Int value) {
  using Signed = std::make_signed_t<Int>;
  auto *address = static_cast<Int *>(where);
  note(address, sizeof(Int));
  switch (kind) {
  case EMMY_SHIM_ATOMIC_ADD:
    return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
  case EMMY_SHIM_ATOMIC_AND:
    return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);
  case EMMY_SHIM_ATOMIC_OR:
    return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
  case EMMY_SHIM_ATOMIC_XOR:
    return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);
  case EMMY_SHIM_ATOMIC_EXCHANGE:
    return __atomic_exchange_n(address, value, __ATOMIC_RELAXED);
  case EMMY_SHIM_ATOMIC_SIGNED_MIN:
    return updateLoop(address, [=](Int old) { return Signed(value) < Signed(old) ? value : old; });
  case EMMY_SHIM_ATOMIC_SIGNED_MAX:
    return updateLoop(address, [=](Int old) { return Signed(value) > Signed(old) ? value : old; });
  case EMMY_SHIM_ATOMIC_UNSIGNED_MIN:
    return updateLoop(address, [=](Int old) { return value < old ? value : old; });
  case EMMY_SHIM_ATOMIC_UNSIGNED_MAX:
    return updateLoop(address, [=](Int old) { return value > old ? value : old; });
  case EMMY_SHIM_ATOMIC_FLOAT_ADD:
    return updateLoop(address, [=](Int old) { return bitCast<Int>(bitCast<Float>(old) + bitCast<Float>(value)); });
  }
  if (Worker *worker = Worker::current())
    worker->failThread(kLaunchFailure, "expected a kind of atomic operation, but got %d", kind);
  __builtin_trap();
}

template <typename Int>
static Int compareSwap(void *where, Int expected, Int value) {
  note(where, sizeof(Int));
  __atomic_compare_exchange_n(static_cast<Int *>(where), &expected, value,
                              /*weak=*/false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}

extern "C" uint32_t emmyShimAtomic32(int kind, void *address, uint32_t value) {
  return runAtomic<uint32_t, float>(kind, address, value);
}

extern "C" uint64_t emmyShimAtomic64(int kind, void *address, uint64_t value) {
  return runAtomic<uint64_t, double>(kind, address, value);
}

extern "C" uint16_t emmyShimCompareSwap16(void *address, uint16_t expected, uint16_t value) {
  return compareSwap(address, expected, value);
}

extern "C" uint32_t emmyShimCompareSwap32(void *address, uint32_t expected, uint32_t value) {
  return compareSwap(address, expected, value);
}

extern "C" uint64_t emmyShimCompareSwap64(void *address, uint64_t expected, uint64_t value) {
  return compareSwap(address, expected, value);
}
