// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vector types that CUDA C++ builds in, with the sizes and alignments that
// it gives them, and dim3.

#ifndef EMMY_RUNTIME_SHIM_VECTORS_H
#define EMMY_RUNTIME_SHIM_VECTORS_H

#include "Qualifiers.h"

#define EMMY_SHIM_VECTOR(scalar, name, align2, align4)                                                                 \
  struct name##1 { scalar x; };                                                                                        \
  struct __attribute__((aligned(align2))) name##2 { scalar x, y; };                                                    \
  struct name##3 { scalar x, y, z; };                                                                                  \
  struct __attribute__((aligned(align4))) name##4 { scalar x, y, z, w; };                                              \
  EMMY_SHIM_INLINE name##1 make_##name##1(scalar x) { return {x}; }                                                    \
  EMMY_SHIM_INLINE name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }                                       \
  EMMY_SHIM_INLINE name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; }                          \
  EMMY_SHIM_INLINE name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

EMMY_SHIM_VECTOR(signed char, char, 2, 4)
EMMY_SHIM_VECTOR(unsigned char, uchar, 2, 4)
EMMY_SHIM_VECTOR(short, short, 4, 8)
EMMY_SHIM_VECTOR(unsigned short, ushort, 4, 8)
EMMY_SHIM_VECTOR(int, int, 8, 16)
EMMY_SHIM_VECTOR(unsigned int, uint, 8, 16)
EMMY_SHIM_VECTOR(long, long, 16, 16)
EMMY_SHIM_VECTOR(unsigned long, ulong, 16, 16)
EMMY_SHIM_VECTOR(long long, longlong, 16, 16)
EMMY_SHIM_VECTOR(unsigned long long, ulonglong, 16, 16)
EMMY_SHIM_VECTOR(float, float, 8, 16)
EMMY_SHIM_VECTOR(double, double, 16, 16)

#undef EMMY_SHIM_VECTOR

/// An extent of a grid or a block; what is not given is 1.
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

#endif // EMMY_RUNTIME_SHIM_VECTORS_H
