// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomic functions of CUDA C++, for the types that it offers them for.
// They run in the library, which also counts and checks them.

#ifndef EMMY_RUNTIME_SHIM_ATOMICS_H
#define EMMY_RUNTIME_SHIM_ATOMICS_H

#include "Abi.h"
#include "Qualifiers.h"

template <typename To, typename From>
EMMY_SHIM_INLINE To emmyShimBitCast(From value) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To result;
  __builtin_memcpy(&result, &value, sizeof(To));
  return result;
}

#define EMMY_SHIM_ATOMIC_FUNCTION(name, type, width, kind)                                                             \
  EMMY_SHIM_INLINE type name(type *address, type value) {                                                              \
    return emmyShimBitCast<type>(emmyShimAtomic##width(kind, address, emmyShimBitCast<uint##width##_t>(value)));       \
  }
#define EMMY_SHIM_ATOMIC_INTEGERS(name, kind)                                                                          \
  EMMY_SHIM_ATOMIC_FUNCTION(name, int, 32, kind)                                                                       \
  EMMY_SHIM_ATOMIC_FUNCTION(name, unsigned, 32, kind)                                                                  \
  EMMY_SHIM_ATOMIC_FUNCTION(name, unsigned long long, 64, kind)
#define EMMY_SHIM_ATOMIC_ORDERED(name, signedKind, unsignedKind)                                                       \
  EMMY_SHIM_ATOMIC_FUNCTION(name, int, 32, signedKind)                                                                 \
  EMMY_SHIM_ATOMIC_FUNCTION(name, long long, 64, signedKind)                                                           \
  EMMY_SHIM_ATOMIC_FUNCTION(name, unsigned, 32, unsignedKind)                                                          \
  EMMY_SHIM_ATOMIC_FUNCTION(name, unsigned long long, 64, unsignedKind)

EMMY_SHIM_ATOMIC_INTEGERS(atomicAdd, EMMY_SHIM_ATOMIC_ADD)
EMMY_SHIM_ATOMIC_FUNCTION(atomicAdd, float, 32, EMMY_SHIM_ATOMIC_FLOAT_ADD)
EMMY_SHIM_ATOMIC_FUNCTION(atomicAdd, double, 64, EMMY_SHIM_ATOMIC_FLOAT_ADD)
EMMY_SHIM_ATOMIC_INTEGERS(atomicAnd, EMMY_SHIM_ATOMIC_AND)
EMMY_SHIM_ATOMIC_INTEGERS(atomicOr, EMMY_SHIM_ATOMIC_OR)
EMMY_SHIM_ATOMIC_INTEGERS(atomicXor, EMMY_SHIM_ATOMIC_XOR)
EMMY_SHIM_ATOMIC_INTEGERS(atomicExch, EMMY_SHIM_ATOMIC_EXCHANGE)
EMMY_SHIM_ATOMIC_FUNCTION(atomicExch, float, 32, EMMY_SHIM_ATOMIC_EXCHANGE)
EMMY_SHIM_ATOMIC_ORDERED(atomicMin, EMMY_SHIM_ATOMIC_SIGNED_MIN, EMMY_SHIM_ATOMIC_UNSIGNED_MIN)
EMMY_SHIM_ATOMIC_ORDERED(atomicMax, EMMY_SHIM_ATOMIC_SIGNED_MAX, EMMY_SHIM_ATOMIC_UNSIGNED_MAX)

EMMY_SHIM_INLINE int atomicSub(int *address, int value) { return atomicAdd(address, int(0u - unsigned(value))); }
EMMY_SHIM_INLINE unsigned atomicSub(unsigned *address, unsigned value) { return atomicAdd(address, 0u - value); }

#define EMMY_SHIM_COMPARE_SWAP(type, width)                                                                            \
  EMMY_SHIM_INLINE type atomicCAS(type *address, type expected, type value) {                                          \
    return emmyShimBitCast<type>(emmyShimCompareSwap##width(address, emmyShimBitCast<uint##width##_t>(expected),       \
                                                            emmyShimBitCast<uint##width##_t>(value)));                 \
  }
EMMY_SHIM_COMPARE_SWAP(int, 32)
EMMY_SHIM_COMPARE_SWAP(unsigned, 32)
EMMY_SHIM_COMPARE_SWAP(unsigned long long, 64)
EMMY_SHIM_COMPARE_SWAP(unsigned short, 16)

#undef EMMY_SHIM_ATOMIC_FUNCTION
#undef EMMY_SHIM_ATOMIC_INTEGERS
#undef EMMY_SHIM_ATOMIC_ORDERED
#undef EMMY_SHIM_COMPARE_SWAP

#endif // EMMY_RUNTIME_SHIM_ATOMICS_H
