// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device functions whose results are exact by definition: correctly
// rounded arithmetic, roundings, bit views, integer functions. There are no
// approximate functions here: emitted code brings its own.

#ifndef EMMY_RUNTIME_SHIM_INTRINSICS_H
#define EMMY_RUNTIME_SHIM_INTRINSICS_H

#include "Atomics.h"
#include "Vectors.h"

// The C library's exact functions, declared without its headers.
#define EMMY_SHIM_UNARY(name)                                                                                          \
  extern "C" double name(double) noexcept;                                                                             \
  extern "C" float name##f(float) noexcept;
EMMY_SHIM_UNARY(sqrt)
EMMY_SHIM_UNARY(fabs)
EMMY_SHIM_UNARY(floor)
EMMY_SHIM_UNARY(ceil)
EMMY_SHIM_UNARY(trunc)
EMMY_SHIM_UNARY(rint)
EMMY_SHIM_UNARY(nearbyint)
EMMY_SHIM_UNARY(round)
#undef EMMY_SHIM_UNARY
#define EMMY_SHIM_BINARY(name)                                                                                         \
  extern "C" double name(double, double) noexcept;                                                                     \
  extern "C" float name##f(float, float) noexcept;
EMMY_SHIM_BINARY(fmin)
EMMY_SHIM_BINARY(fmax)
EMMY_SHIM_BINARY(fmod)
EMMY_SHIM_BINARY(copysign)
#undef EMMY_SHIM_BINARY
extern "C" double fma(double, double, double) noexcept;
extern "C" float fmaf(float, float, float) noexcept;
extern "C" int abs(int) noexcept;

// Arithmetic that is rounded to nearest even and never contracted.
#define EMMY_SHIM_ROUNDED(type, add, sub, mul, div, root, fused, sqrt, fma)                                            \
  EMMY_SHIM_INLINE type add(type a, type b) { return a + b; }                                                          \
  EMMY_SHIM_INLINE type sub(type a, type b) { return a - b; }                                                          \
  EMMY_SHIM_INLINE type mul(type a, type b) { return a * b; }                                                          \
  EMMY_SHIM_INLINE type div(type a, type b) { return a / b; }                                                          \
  EMMY_SHIM_INLINE type root(type a) { return sqrt(a); }                                                               \
  EMMY_SHIM_INLINE type fused(type a, type b, type c) { return fma(a, b, c); }
EMMY_SHIM_ROUNDED(float, __fadd_rn, __fsub_rn, __fmul_rn, __fdiv_rn, __fsqrt_rn, __fmaf_rn, sqrtf, fmaf)
EMMY_SHIM_ROUNDED(double, __dadd_rn, __dsub_rn, __dmul_rn, __ddiv_rn, __dsqrt_rn, __fma_rn, sqrt, fma)
#undef EMMY_SHIM_ROUNDED
EMMY_SHIM_INLINE float __frcp_rn(float a) { return 1.0f / a; }
EMMY_SHIM_INLINE double __drcp_rn(double a) { return 1.0 / a; }

// Bit views.
#define EMMY_SHIM_VIEW(name, to, from)                                                                                 \
  EMMY_SHIM_INLINE to name(from value) { return emmyShimBitCast<to>(value); }
EMMY_SHIM_VIEW(__float_as_int, int, float)
EMMY_SHIM_VIEW(__float_as_uint, unsigned, float)
EMMY_SHIM_VIEW(__int_as_float, float, int)
EMMY_SHIM_VIEW(__uint_as_float, float, unsigned)
EMMY_SHIM_VIEW(__double_as_longlong, long long, double)
EMMY_SHIM_VIEW(__longlong_as_double, double, long long)
#undef EMMY_SHIM_VIEW
EMMY_SHIM_INLINE int __double2hiint(double value) { return int(__double_as_longlong(value) >> 32); }
EMMY_SHIM_INLINE int __double2loint(double value) { return int(__double_as_longlong(value)); }
EMMY_SHIM_INLINE double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)hi << 32 | (unsigned)lo));
}

// Conversions to integers: what does not fit saturates; NaN becomes 0 between
// types of 32 bits and else the number that has only the top bit set, as the
// hardware has it.
template <typename Int, typename Float>
EMMY_SHIM_INLINE Int emmyShimToInteger(Float value) {
  constexpr bool isSigned = Int(-1) < Int(0);
  constexpr int bits = int(sizeof(Int) * 8) - isSigned;
  constexpr Int smallest = isSigned ? Int(Int(1) << (sizeof(Int) * 8 - 1)) : Int(0);
  constexpr Int largest = Int(~smallest);
  const Float limit = Float(2.0) * Float(1ull << (bits - 1));
  if (value != value)
    return sizeof(Int) == 8 || sizeof(Float) == 8 ? Int(Int(1) << (sizeof(Int) * 8 - 1)) : Int(0);
  if (value >= limit)
    return largest;
  if (isSigned ? value < -limit : value < Float(0))
    return smallest;
  return Int(value);
}
#define EMMY_SHIM_TO_INTEGER(prefix, type, float, suffix)                                                              \
  EMMY_SHIM_INLINE type prefix##_rn(float value) { return emmyShimToInteger<type>(rint##suffix(value)); }              \
  EMMY_SHIM_INLINE type prefix##_rz(float value) { return emmyShimToInteger<type>(trunc##suffix(value)); }             \
  EMMY_SHIM_INLINE type prefix##_rd(float value) { return emmyShimToInteger<type>(floor##suffix(value)); }             \
  EMMY_SHIM_INLINE type prefix##_ru(float value) { return emmyShimToInteger<type>(ceil##suffix(value)); }
EMMY_SHIM_TO_INTEGER(__float2int, int, float, f)
EMMY_SHIM_TO_INTEGER(__float2uint, unsigned, float, f)
EMMY_SHIM_TO_INTEGER(__float2ll, long long, float, f)
EMMY_SHIM_TO_INTEGER(__float2ull, unsigned long long, float, f)
EMMY_SHIM_TO_INTEGER(__double2int, int, double, )
EMMY_SHIM_TO_INTEGER(__double2uint, unsigned, double, )
EMMY_SHIM_TO_INTEGER(__double2ll, long long, double, )
EMMY_SHIM_TO_INTEGER(__double2ull, unsigned long long, double, )
#undef EMMY_SHIM_TO_INTEGER

// Conversions that round to nearest even.
#define EMMY_SHIM_CONVERT(name, to, from)                                                                              \
  EMMY_SHIM_INLINE to name(from value) { return to(value); }
EMMY_SHIM_CONVERT(__int2float_rn, float, int)
EMMY_SHIM_CONVERT(__uint2float_rn, float, unsigned)
EMMY_SHIM_CONVERT(__ll2float_rn, float, long long)
EMMY_SHIM_CONVERT(__ull2float_rn, float, unsigned long long)
EMMY_SHIM_CONVERT(__int2double_rn, double, int)
EMMY_SHIM_CONVERT(__uint2double_rn, double, unsigned)
EMMY_SHIM_CONVERT(__ll2double_rn, double, long long)
EMMY_SHIM_CONVERT(__ull2double_rn, double, unsigned long long)
EMMY_SHIM_CONVERT(__double2float_rn, float, double)
#undef EMMY_SHIM_CONVERT

// Integer functions.
EMMY_SHIM_INLINE int __clz(int a) { return a ? __builtin_clz(unsigned(a)) : 32; }
EMMY_SHIM_INLINE int __clzll(long long a) { return a ? __builtin_clzll((unsigned long long)a) : 64; }
EMMY_SHIM_INLINE int __ffs(int a) { return __builtin_ffs(a); }
EMMY_SHIM_INLINE int __ffsll(long long a) { return __builtin_ffsll(a); }
EMMY_SHIM_INLINE int __popc(unsigned a) { return __builtin_popcount(a); }
EMMY_SHIM_INLINE int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
EMMY_SHIM_INLINE unsigned __brev(unsigned a) {
  a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
  a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
  a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(a);
}
EMMY_SHIM_INLINE unsigned long long __brevll(unsigned long long a) {
  return (unsigned long long)__brev(unsigned(a)) << 32 | __brev(unsigned(a >> 32));
}
EMMY_SHIM_INLINE int __mulhi(int a, int b) { return int((long long)a * b >> 32); }
EMMY_SHIM_INLINE unsigned __umulhi(unsigned a, unsigned b) { return unsigned((unsigned long long)a * b >> 32); }
EMMY_SHIM_INLINE long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
EMMY_SHIM_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
EMMY_SHIM_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return unsigned((((unsigned long long)hi << 32 | lo) << (shift & 31)) >> 32);
}
EMMY_SHIM_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return unsigned(((unsigned long long)hi << 32 | lo) >> (shift & 31));
}
EMMY_SHIM_INLINE unsigned __byte_perm(unsigned lo, unsigned hi, unsigned selector) {
  unsigned long long bytes = (unsigned long long)hi << 32 | lo;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= unsigned(bytes >> (selector >> 4 * i & 7) * 8 & 255) << 8 * i;
  return result;
}

#define EMMY_SHIM_MIN_MAX(type)                                                                                        \
  EMMY_SHIM_INLINE type min(type a, type b) { return b < a ? b : a; }                                                  \
  EMMY_SHIM_INLINE type max(type a, type b) { return a < b ? b : a; }
EMMY_SHIM_MIN_MAX(int)
EMMY_SHIM_MIN_MAX(unsigned)
EMMY_SHIM_MIN_MAX(long)
EMMY_SHIM_MIN_MAX(unsigned long)
EMMY_SHIM_MIN_MAX(long long)
EMMY_SHIM_MIN_MAX(unsigned long long)
#undef EMMY_SHIM_MIN_MAX
EMMY_SHIM_INLINE float min(float a, float b) { return fminf(a, b); }
EMMY_SHIM_INLINE float max(float a, float b) { return fmaxf(a, b); }
EMMY_SHIM_INLINE double min(double a, double b) { return fmin(a, b); }
EMMY_SHIM_INLINE double max(double a, double b) { return fmax(a, b); }

// Loads and stores with a cache hint, which means nothing here.
#define EMMY_SHIM_LOAD_HINT(name)                                                                                      \
  template <typename T>                                                                                                \
  EMMY_SHIM_INLINE T name(const T *address) {                                                                          \
    return *address;                                                                                                   \
  }
EMMY_SHIM_LOAD_HINT(__ldg)
EMMY_SHIM_LOAD_HINT(__ldcg)
EMMY_SHIM_LOAD_HINT(__ldca)
EMMY_SHIM_LOAD_HINT(__ldcs)
EMMY_SHIM_LOAD_HINT(__ldlu)
EMMY_SHIM_LOAD_HINT(__ldcv)
#undef EMMY_SHIM_LOAD_HINT
#define EMMY_SHIM_STORE_HINT(name)                                                                                     \
  template <typename T>                                                                                                \
  EMMY_SHIM_INLINE void name(T *address, T value) {                                                                    \
    *address = value;                                                                                                  \
  }
EMMY_SHIM_STORE_HINT(__stwb)
EMMY_SHIM_STORE_HINT(__stcg)
EMMY_SHIM_STORE_HINT(__stcs)
EMMY_SHIM_STORE_HINT(__stwt)
#undef EMMY_SHIM_STORE_HINT

#endif // EMMY_RUNTIME_SHIM_INTRINSICS_H
