// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for the CUDA toolkit's header of the same name: the storage types
// and their conversions, in integer arithmetic, so that the result does not
// depend on the host's instructions or floating-point environment.
// There is no arithmetic on them: emitted code computes in float.

#ifndef EMMY_RUNTIME_SHIM_CUDA_FP16_H
#define EMMY_RUNTIME_SHIM_CUDA_FP16_H

#include "cuda_runtime.h"

#include "emmy_shim/Narrow.h"

// Without constructors, so that shared arrays of them need no initialisation.
struct __attribute__((aligned(2))) __half {
  unsigned short __x;
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
};
typedef __half half;
typedef __half2 half2;

EMMY_SHIM_INLINE unsigned short __half_as_ushort(__half h) { return h.__x; }
EMMY_SHIM_INLINE short __half_as_short(__half h) { return short(h.__x); }
EMMY_SHIM_INLINE __half __ushort_as_half(unsigned short bits) { return __half{bits}; }
EMMY_SHIM_INLINE __half __short_as_half(short bits) { return __half{(unsigned short)bits}; }

EMMY_SHIM_INLINE float __half2float(__half h) { return emmyShimHalfToFloat(h.__x); }
EMMY_SHIM_INLINE __half __float2half_rn(float value) { return __half{emmyShimFloatToHalf(value)}; }
EMMY_SHIM_INLINE __half __float2half(float value) { return __float2half_rn(value); }
EMMY_SHIM_INLINE __half __double2half(double value) { return __half{emmyShimFloatToHalf(emmyShimRoundToOdd(value))}; }

// Integers are rounded once.
EMMY_SHIM_INLINE __half __ll2half_rn(long long value) { return __half{emmyShimFloatToHalf(emmyShimRoundToOdd(value))}; }
EMMY_SHIM_INLINE __half __ull2half_rn(unsigned long long value) {
  return __half{emmyShimFloatToHalf(emmyShimRoundToOdd(value))};
}
EMMY_SHIM_INLINE __half __int2half_rn(int value) {
  return __half{emmyShimFloatToHalf(emmyShimRoundToOdd((long long)value))};
}
EMMY_SHIM_INLINE __half __uint2half_rn(unsigned value) {
  return __half{emmyShimFloatToHalf(emmyShimRoundToOdd((unsigned long long)value))};
}

EMMY_SHIM_INLINE __half2 make_half2(__half x, __half y) { return {x, y}; }
EMMY_SHIM_INLINE __half2 __halves2half2(__half x, __half y) { return {x, y}; }
EMMY_SHIM_INLINE __half __low2half(__half2 h) { return h.x; }
EMMY_SHIM_INLINE __half __high2half(__half2 h) { return h.y; }
EMMY_SHIM_INLINE float __low2float(__half2 h) { return __half2float(h.x); }
EMMY_SHIM_INLINE float __high2float(__half2 h) { return __half2float(h.y); }
EMMY_SHIM_INLINE float2 __half22float2(__half2 h) { return {__half2float(h.x), __half2float(h.y)}; }
EMMY_SHIM_INLINE __half2 __floats2half2_rn(float x, float y) { return {__float2half_rn(x), __float2half_rn(y)}; }
EMMY_SHIM_INLINE __half2 __float22half2_rn(float2 value) { return __floats2half2_rn(value.x, value.y); }

#endif // EMMY_RUNTIME_SHIM_CUDA_FP16_H
