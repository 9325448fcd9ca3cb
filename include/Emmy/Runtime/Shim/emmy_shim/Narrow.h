// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Round to nearest even, subnormals kept, every NaN becomes 0x7fff, as the
// device functions do it. Narrowing a double rounds it to odd first: the float
// then still knows on which side of a tie the double was, so that the second
// rounding gives what one rounding would have given.

#ifndef EMMY_RUNTIME_SHIM_NARROW_H
#define EMMY_RUNTIME_SHIM_NARROW_H

#include "Atomics.h"

EMMY_SHIM_INLINE float emmyShimHalfToFloat(unsigned short h) {
  unsigned sign = unsigned(h & 0x8000) << 16;
  unsigned magnitude = h & 0x7fff;
  if (magnitude >= 0x7c00) // infinity; any NaN is quiet with its payload
    return emmyShimBitCast<float>(sign | 0x7f800000u | (magnitude & 0x3ff) << 13 |
                                  (magnitude > 0x7c00 ? 0x400000u : 0u));
  if (magnitude >= 0x400)
    return emmyShimBitCast<float>(sign | ((magnitude << 13) + (112u << 23)));
  if (magnitude == 0)
    return emmyShimBitCast<float>(sign);
  unsigned shift = unsigned(__builtin_clz(magnitude)) - 21; // to bit 10
  return emmyShimBitCast<float>(sign | (113u - shift) << 23 | ((magnitude << shift & 0x3ff) << 13));
}

EMMY_SHIM_INLINE unsigned short emmyShimFloatToHalf(float value) {
  unsigned bits = emmyShimBitCast<unsigned>(value);
  unsigned sign = bits >> 16 & 0x8000;
  unsigned magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return 0x7fff;
  if (magnitude >= 0x47800000) // 2^16: past the largest after rounding
    return (unsigned short)(sign | 0x7c00);
  if (magnitude < 0x33000000) // below 2^-25: half the smallest
    return (unsigned short)sign;
  unsigned shift = 13, mantissa = magnitude - (112u << 23);
  if (magnitude < 0x38800000) { // below 2^-14: subnormal
    shift = 126 - (magnitude >> 23);
    mantissa = (magnitude & 0x7fffff) | 0x800000;
  }
  unsigned kept = mantissa >> shift;
  unsigned dropped = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
  kept += dropped > tie || (dropped == tie && (kept & 1));
  return (unsigned short)(sign | kept);
}

EMMY_SHIM_INLINE float emmyShimBfloatToFloat(unsigned short b) { return emmyShimBitCast<float>(unsigned(b) << 16); }

EMMY_SHIM_INLINE unsigned short emmyShimFloatToBfloat(float value) {
  unsigned bits = emmyShimBitCast<unsigned>(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return 0x7fff;
  return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// The float next to `value` in direction zero, with the last bit set where
/// that lost something.
EMMY_SHIM_INLINE float emmyShimRoundToOdd(double value) {
  float nearest = float(value);
  if (double(nearest) == value || value != value)
    return nearest;
  unsigned bits = emmyShimBitCast<unsigned>(nearest);
  double magnitude = value < 0 ? -value : value;
  float absolute = emmyShimBitCast<float>(bits & 0x7fffffff);
  if (double(absolute) > magnitude)
    --bits;
  return emmyShimBitCast<float>(bits | 1);
}

/// The same of integers, by way of doubles that hold every integer of up to 53 bits.
EMMY_SHIM_INLINE float emmyShimRoundToOdd(unsigned long long value) {
  if (value >> 53)
    value = value >> 11 << 11 | (unsigned long long)((value & 0x7ff) != 0) << 11;
  return emmyShimRoundToOdd(double(value));
}
EMMY_SHIM_INLINE float emmyShimRoundToOdd(long long value) {
  return value < 0 ? -emmyShimRoundToOdd(0ull - (unsigned long long)value)
                   : emmyShimRoundToOdd((unsigned long long)value);
}

#endif // EMMY_RUNTIME_SHIM_NARROW_H
