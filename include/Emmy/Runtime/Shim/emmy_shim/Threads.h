// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread's coordinates and everything by which the threads of a block or a
// warp wait for one another. The line parameters are filled by the compiler;
// they let a report say where a thread waits.

#ifndef EMMY_RUNTIME_SHIM_THREADS_H
#define EMMY_RUNTIME_SHIM_THREADS_H

#include "Abi.h"
#include "Vectors.h"

#define EMMY_SHIM_BUILTIN_VARIABLE(type, name, symbol)                                                                 \
  extern __thread const type name __asm__(symbol) __attribute__((tls_model("initial-exec")));
EMMY_SHIM_BUILTIN_VARIABLE(uint3, threadIdx, "emmyShimThreadIdx")
EMMY_SHIM_BUILTIN_VARIABLE(uint3, blockIdx, "emmyShimBlockIdx")
EMMY_SHIM_BUILTIN_VARIABLE(uint3, blockDim, "emmyShimBlockDim")
EMMY_SHIM_BUILTIN_VARIABLE(uint3, gridDim, "emmyShimGridDim")
EMMY_SHIM_BUILTIN_VARIABLE(int, emmyShimLane, "emmyShimLaneIndex")
#undef EMMY_SHIM_BUILTIN_VARIABLE

static constexpr int warpSize = 32;

EMMY_SHIM_INLINE void __syncthreads(int line = __builtin_LINE()) { emmyShimBarrier(EMMY_SHIM_BARRIER_PLAIN, 0, line); }
EMMY_SHIM_INLINE int __syncthreads_count(int predicate, int line = __builtin_LINE()) {
  return emmyShimBarrier(EMMY_SHIM_BARRIER_COUNT, predicate, line);
}
EMMY_SHIM_INLINE int __syncthreads_and(int predicate, int line = __builtin_LINE()) {
  return emmyShimBarrier(EMMY_SHIM_BARRIER_AND, predicate, line);
}
EMMY_SHIM_INLINE int __syncthreads_or(int predicate, int line = __builtin_LINE()) {
  return emmyShimBarrier(EMMY_SHIM_BARRIER_OR, predicate, line);
}
EMMY_SHIM_INLINE void __barrier_sync_count(unsigned id, unsigned threads, int line = __builtin_LINE()) {
  emmyShimNamedBarrier(id, threads, line);
}
EMMY_SHIM_INLINE void __syncwarp(unsigned mask = 0xffffffffu, int line = __builtin_LINE()) {
  emmyShimSyncWarp(mask, line);
}

// One thread runs at a time between two synchronisations of a block, and
// blocks meet only in atomics.
EMMY_SHIM_INLINE void __threadfence_block() { __asm__ volatile("" ::: "memory"); }
EMMY_SHIM_INLINE void __threadfence() { emmyShimFence(); }
EMMY_SHIM_INLINE void __threadfence_system() { __threadfence(); }

template <typename T>
EMMY_SHIM_INLINE T emmyShimShuffleBits(unsigned mask, T value, int source, int line) {
  static_assert(sizeof(T) <= 8, "a shuffle moves at most 64 bits");
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = emmyShimShuffle(mask, bits, source, line);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

template <typename T>
EMMY_SHIM_INLINE T __shfl_sync(unsigned mask, T value, int source, int width = 32, int line = __builtin_LINE()) {
  int first = emmyShimLane & ~(width - 1);
  return emmyShimShuffleBits(mask, value, first | (source & (width - 1)), line);
}
template <typename T>
EMMY_SHIM_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, int line = __builtin_LINE()) {
  int source = emmyShimLane - int(delta & 31);
  bool inside = source >= (emmyShimLane & ~(width - 1));
  return emmyShimShuffleBits(mask, value, inside ? source : emmyShimLane, line);
}
template <typename T>
EMMY_SHIM_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,
                                    int line = __builtin_LINE()) {
  int source = emmyShimLane + int(delta & 31);
  bool inside = source <= (emmyShimLane | (width - 1));
  return emmyShimShuffleBits(mask, value, inside ? source : emmyShimLane, line);
}
template <typename T>
EMMY_SHIM_INLINE T __shfl_xor_sync(unsigned mask, T value, int laneMask, int width = 32, int line = __builtin_LINE()) {
  int source = emmyShimLane ^ (laneMask & 31);
  bool inside = source <= (emmyShimLane | (width - 1));
  return emmyShimShuffleBits(mask, value, inside ? source : emmyShimLane, line);
}

EMMY_SHIM_INLINE unsigned __ballot_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
  return emmyShimBallot(mask, predicate, line);
}
EMMY_SHIM_INLINE int __any_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
  return emmyShimBallot(mask, predicate, line) != 0;
}
EMMY_SHIM_INLINE int __all_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
  return emmyShimBallot(mask, !predicate, line) == 0;
}

/// Combines the values of all lanes of `mask` in lane order.
template <typename T, typename Combine>
EMMY_SHIM_INLINE T emmyShimReduce(unsigned mask, T value, Combine combine, int line) {
  uint64_t values[32];
  uint32_t lanes = emmyShimExchange(mask, uint64_t(value), values, line);
  T result = T(values[__builtin_ctz(lanes)]);
  for (lanes &= lanes - 1; lanes; lanes &= lanes - 1)
    result = combine(result, T(values[__builtin_ctz(lanes)]));
  return result;
}
#define EMMY_SHIM_REDUCE(name, type, expression)                                                                       \
  EMMY_SHIM_INLINE type name(unsigned mask, type value, int line = __builtin_LINE()) {                                 \
    return emmyShimReduce(mask, value, [](type a, type b) -> type { return expression; }, line);                       \
  }
EMMY_SHIM_REDUCE(__reduce_add_sync, unsigned, a + b)
EMMY_SHIM_REDUCE(__reduce_add_sync, int, int(unsigned(a) + unsigned(b)))
EMMY_SHIM_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
EMMY_SHIM_REDUCE(__reduce_min_sync, int, a < b ? a : b)
EMMY_SHIM_REDUCE(__reduce_max_sync, unsigned, a > b ? a : b)
EMMY_SHIM_REDUCE(__reduce_max_sync, int, a > b ? a : b)
EMMY_SHIM_REDUCE(__reduce_and_sync, unsigned, a &b)
EMMY_SHIM_REDUCE(__reduce_or_sync, unsigned, a | b)
EMMY_SHIM_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef EMMY_SHIM_REDUCE

EMMY_SHIM_INLINE void __trap(int line = __builtin_LINE()) { emmyShimTrap(line); }

#endif // EMMY_RUNTIME_SHIM_THREADS_H
