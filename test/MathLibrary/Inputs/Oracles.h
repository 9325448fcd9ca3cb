// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracles: double libm for f32, libquadmath for f64, and for the functions that follow PyTorch's
// own rules, those rules written again in the working precision.
//
#pragma once

#include <cmath>
#include <quadmath.h>
#include <string>
#include <vector>

/// One function's references, and where its f64 samples should be dense.
struct Oracle {
  std::string name;
  int arity;
  double low, high;
  double (*unary32)(double);
  __float128 (*unary64)(__float128);
  double (*binary32)(double, double);
  __float128 (*binary64)(__float128, __float128);

  auto unary(double) const { return unary32; }
  auto unary(__float128) const { return unary64; }
  auto binary(double) const { return binary32; }
  auto binary(__float128) const { return binary64; }
};

/// Rules in the working precision T; W is the type they are asked in.
template <typename T, typename W>
W remainderRule(W x, W y) {
  T a = T(x), b = T(y);
  T r = std::fmod(a, b);
  if (r != 0 && (r < 0) != (b < 0))
    r += b;
  return r;
}

template <typename T, typename W>
W floorDivideRule(W x, W y) {
  T a = T(x), b = T(y);
  if (b == 0)
    return a / b;
  T r = std::fmod(a, b), q = (a - r) / b;
  if (r != 0 && (b < 0) != (r < 0))
    q -= 1;
  if (q == 0)
    return std::copysign(T(0), a / b);
  T floor = std::floor(q);
  if (q - floor > T(0.5))
    floor += 1;
  return floor;
}

template <typename W>
W maximumRule(W a, W b) {
  if (a != a || b != b)
    return a + b;
  if (a == b)
    return __builtin_signbit(double(a)) ? b : a;
  return a > b ? a : b;
}

template <typename W>
W minimumRule(W a, W b) {
  if (a != a || b != b)
    return a + b;
  if (a == b)
    return __builtin_signbit(double(a)) ? a : b;
  return a < b ? a : b;
}

inline double rsqrtDouble(double x) { return 1 / std::sqrt(x); }
inline __float128 rsqrtQuad(__float128 x) { return 1 / sqrtq(x); }
inline __float128 exp2Quad(__float128 x) {
  // exp2q is missing from older libraries; the integer part is exact.
  if (!(fabsq(x) < 20000))
    return x != x ? x : (x > 0 ? HUGE_VALQ : 0);
  __float128 k = rintq(x);
  return ldexpq(expq((x - k) * M_LN2q), int(k));
}

inline const std::vector<Oracle> &oracles() {
#define UNARY(fn, low, high, d, q)                                                                                     \
  {#fn,     1,      low, high, [](double x) -> double { return d; }, [](__float128 x) -> __float128 { return q; },                         \
   nullptr, nullptr}
#define BINARY(fn, d, q)                                                                                               \
  {                                                                                                                    \
    #fn, 2, 0, 0, nullptr, nullptr, [](double x, double y) -> double { return d; },                                    \
        [](__float128 x, __float128 y) -> __float128 { return q; }                                                     \
  }
  static const std::vector<Oracle> table = {
      UNARY(exp, -750, 720, std::exp(x), expq(x)),
      UNARY(exp2, -1080, 1030, std::exp2(x), exp2Quad(x)),
      UNARY(expm1, -45, 720, std::expm1(x), expm1q(x)),
      UNARY(log, 0, 10, std::log(x), logq(x)),
      UNARY(log2, 0, 10, std::log2(x), log2q(x)),
      UNARY(log10, 0, 10, std::log10(x), log10q(x)),
      UNARY(log1p, -1, 3, std::log1p(x), log1pq(x)),
      UNARY(tanh, -22, 22, std::tanh(x), tanhq(x)),
      UNARY(sinh, -712, 712, std::sinh(x), sinhq(x)),
      UNARY(cosh, -712, 712, std::cosh(x), coshq(x)),
      UNARY(asinh, -4, 4, std::asinh(x), asinhq(x)),
      UNARY(acosh, 1, 4, std::acosh(x), acoshq(x)),
      UNARY(atanh, -1, 1, std::atanh(x), atanhq(x)),
      UNARY(erf, -6.5, 6.5, std::erf(x), erfq(x)),
      UNARY(erfc, -6.5, 28, std::erfc(x), erfcq(x)),
      UNARY(sin, -10, 10, std::sin(x), sinq(x)),
      UNARY(cos, -10, 10, std::cos(x), cosq(x)),
      UNARY(tan, -10, 10, std::tan(x), tanq(x)),
      UNARY(asin, -1, 1, std::asin(x), asinq(x)),
      UNARY(acos, -1, 1, std::acos(x), acosq(x)),
      UNARY(atan, -4, 4, std::atan(x), atanq(x)),
      UNARY(rsqrt, 0, 4, rsqrtDouble(x), rsqrtQuad(x)),
      UNARY(trunc, -100, 100, std::trunc(x), truncq(x)),
      UNARY(floor, -100, 100, std::floor(x), floorq(x)),
      UNARY(ceil, -100, 100, std::ceil(x), ceilq(x)),
      UNARY(round, -100, 100, std::nearbyint(x), nearbyintq(x)),
      BINARY(pow, std::pow(x, y), powq(x, y)),
      BINARY(atan2, std::atan2(x, y), atan2q(x, y)),
      BINARY(fmod, std::fmod(x, y), fmodq(x, y)),
      BINARY(remainder, (remainderRule<float, double>(x, y)), (remainderRule<double, __float128>(x, y))),
      BINARY(floor_divide, (floorDivideRule<float, double>(x, y)), (floorDivideRule<double, __float128>(x, y))),
      BINARY(maximum, maximumRule(x, y), maximumRule(x, y)),
      BINARY(minimum, minimumRule(x, y), minimumRule(x, y)),
  };
#undef UNARY
#undef BINARY
  return table;
}
