// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for the CUDA toolkit's header of the same name: the storage types
// and their conversions, in integer arithmetic. There is no arithmetic on
// them: emitted code computes in float.

#ifndef EMMY_RUNTIME_SHIM_CUDA_BF16_H
#define EMMY_RUNTIME_SHIM_CUDA_BF16_H

#include "cuda_runtime.h"

#include "emmy_shim/Narrow.h"

// Without constructors, so that shared arrays of them need no initialisation.
struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short __x;
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

EMMY_SHIM_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 b) { return b.__x; }
EMMY_SHIM_INLINE short __bfloat16_as_short(__nv_bfloat16 b) { return short(b.__x); }
EMMY_SHIM_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16{bits}; }
EMMY_SHIM_INLINE __nv_bfloat16 __short_as_bfloat16(short bits) { return __nv_bfloat16{(unsigned short)bits}; }

EMMY_SHIM_INLINE float __bfloat162float(__nv_bfloat16 b) { return emmyShimBfloatToFloat(b.__x); }
EMMY_SHIM_INLINE __nv_bfloat16 __float2bfloat16_rn(float value) { return __nv_bfloat16{emmyShimFloatToBfloat(value)}; }
EMMY_SHIM_INLINE __nv_bfloat16 __float2bfloat16(float value) { return __float2bfloat16_rn(value); }
EMMY_SHIM_INLINE __nv_bfloat16 __double2bfloat16(double value) {
  return __nv_bfloat16{emmyShimFloatToBfloat(emmyShimRoundToOdd(value))};
}

// Integers are rounded once.
EMMY_SHIM_INLINE __nv_bfloat16 __ll2bfloat16_rn(long long value) {
  return __nv_bfloat16{emmyShimFloatToBfloat(emmyShimRoundToOdd(value))};
}
EMMY_SHIM_INLINE __nv_bfloat16 __ull2bfloat16_rn(unsigned long long value) {
  return __nv_bfloat16{emmyShimFloatToBfloat(emmyShimRoundToOdd(value))};
}
EMMY_SHIM_INLINE __nv_bfloat16 __int2bfloat16_rn(int value) {
  return __nv_bfloat16{emmyShimFloatToBfloat(emmyShimRoundToOdd((long long)value))};
}
EMMY_SHIM_INLINE __nv_bfloat16 __uint2bfloat16_rn(unsigned value) {
  return __nv_bfloat16{emmyShimFloatToBfloat(emmyShimRoundToOdd((unsigned long long)value))};
}

EMMY_SHIM_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
EMMY_SHIM_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
EMMY_SHIM_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 b) { return b.x; }
EMMY_SHIM_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 b) { return b.y; }
EMMY_SHIM_INLINE float __low2float(__nv_bfloat162 b) { return __bfloat162float(b.x); }
EMMY_SHIM_INLINE float __high2float(__nv_bfloat162 b) { return __bfloat162float(b.y); }
EMMY_SHIM_INLINE float2 __bfloat1622float2(__nv_bfloat162 b) { return {__bfloat162float(b.x), __bfloat162float(b.y)}; }
EMMY_SHIM_INLINE __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return {__float2bfloat16_rn(x), __float2bfloat16_rn(y)};
}
EMMY_SHIM_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 value) { return __floats2bfloat162_rn(value.x, value.y); }

#endif // EMMY_RUNTIME_SHIM_CUDA_BF16_H
