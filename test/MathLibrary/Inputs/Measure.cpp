// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures a compiled math library against an oracle of higher precision: double for f32, __float128
// for f64. Prints one line a function: name, largest error in ulp, where, number of wrong special
// values (NaN, infinity, sign of zero), number of points.
//
//   Measure LIBRARY.so [-n POINTS32] [-m POINTS64] [function ...]
//
#include "Oracles.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <random>
#include <string>
#include <vector>

namespace {

template <typename T>
struct Format;
template <>
struct Format<float> {
  using Bits = uint32_t;
  using Wide = double;
  static constexpr int mantissa = 23, minExponent = -126, maxExponent = 127;
};
template <>
struct Format<double> {
  using Bits = uint64_t;
  using Wide = __float128;
  static constexpr int mantissa = 52, minExponent = -1022, maxExponent = 1023;
};

template <typename T>
T fromBits(typename Format<T>::Bits bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <typename T>
typename Format<T>::Bits toBits(T value) {
  typename Format<T>::Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

int exponentOf(double x) { return std::ilogb(x); }
int exponentOf(__float128 x) { return ilogbq(x); }
double powerOfTwo(double, int e) { return std::ldexp(1.0, e); }
__float128 powerOfTwo(__float128, int e) { return ldexpq(1, e); }
bool isNan(double x) { return x != x; }
bool isNan(__float128 x) { return x != x; }
bool isInf(double x) { return std::isinf(x); }
bool isInf(__float128 x) { return isinfq(x); }
bool isNegative(double x) { return std::signbit(x); }
bool isNegative(__float128 x) { return signbitq(x); }

/// What one function's results are held against.
template <typename T>
struct Score {
  double worst = 0;
  T at[2] = {0, 0};
  long wrong = 0, points = 0;
  T wrongAt[2] = {0, 0};

  void add(T got, typename Format<T>::Wide want, T x, T y) {
    using Wide = typename Format<T>::Wide;
    using F = Format<T>;
    ++points;
    bool ok = true;
    double error = 0;
    if (isNan(want) || got != got) {
      ok = isNan(want) && got != got;
    } else if (std::signbit(got) != isNegative(want)) {
      ok = false;
    } else if (isInf(want) || want == 0) {
      ok = Wide(got) == want;
    } else {
      int exponent = std::max(exponentOf(want), F::minExponent);
      Wide limit = powerOfTwo(Wide(0), F::maxExponent + 1);
      Wide value = std::isinf(got) ? (got > 0 ? limit : -limit) : Wide(got);
      // Beyond the overflow threshold only infinity is right.
      if (exponent > F::maxExponent) {
        ok = std::isinf(got);
      } else {
        Wide difference = (value - want) / powerOfTwo(Wide(0), exponent - F::mantissa);
        error = double(difference < 0 ? -difference : difference);
      }
    }
    if (!ok && wrong++ == 0)
      wrongAt[0] = x, wrongAt[1] = y;
    if (error > worst)
      worst = error, at[0] = x, at[1] = y;
  }

  void print(const std::string &name) const {
    std::printf("%s %.4f %a %a %ld %ld", name.c_str(), worst, double(at[0]), double(at[1]), wrong, points);
    if (wrong)
      std::printf(" first-wrong %a %a", double(wrongAt[0]), double(wrongAt[1]));
    std::printf("\n");
    std::fflush(stdout);
  }
};

/// Values around which functions change their course.
template <typename T>
std::vector<T> edges() {
  std::vector<double> centres = {0.25,
                                 0.5,
                                 0.6,
                                 0.7071067811865476,
                                 1,
                                 1.4142135623730951,
                                 2,
                                 3,
                                 4,
                                 6,
                                 10,
                                 18,
                                 20,
                                 27,
                                 38,
                                 87,
                                 88.7,
                                 89.4,
                                 103.9,
                                 104,
                                 128,
                                 149,
                                 150,
                                 709.78,
                                 710.4,
                                 745.1,
                                 1024,
                                 1074,
                                 1075,
                                 0.34657359,
                                 0.69314718,
                                 0.78539816339744831,
                                 1.5707963267948966,
                                 3.1415926535897931,
                                 4.7123889803846899,
                                 6.2831853071795862,
                                 32768,
                                 1048576,
                                 8388608,
                                 16777216,
                                 268435456.0,
                                 2147483648.0,
                                 4503599627370496.0,
                                 9007199254740992.0,
                                 1e10,
                                 1e15,
                                 1e22,
                                 1e30,
                                 1e38,
                                 std::ldexp(6381956970095103.0, 797),
                                 std::ldexp(16367173.0, 72)};
  std::vector<T> result;
  using Bits = typename Format<T>::Bits;
  auto around = [&](T value) {
    Bits middle = toBits(value);
    for (int offset = -24; offset <= 24; ++offset) {
      T near = fromBits<T>(middle + Bits(offset));
      result.push_back(near);
      result.push_back(-near);
    }
  };
  for (double centre : centres)
    around(T(centre));
  for (int e = Format<T>::minExponent - Format<T>::mantissa; e <= Format<T>::maxExponent; ++e)
    around(T(std::ldexp(1.0, e)));
  around(std::numeric_limits<T>::infinity());
  T specials[] = {T(0),
                  std::numeric_limits<T>::max(),
                  std::numeric_limits<T>::min(),
                  std::numeric_limits<T>::denorm_min(),
                  std::numeric_limits<T>::infinity(),
                  std::numeric_limits<T>::quiet_NaN()};
  for (T s : specials)
    result.push_back(s), result.push_back(-s);
  return result;
}

/// A few values for every exponent class, for products of arguments.
template <typename T>
std::vector<T> specialArguments() {
  std::vector<T> positive = {T(0),
                             T(0.5),
                             T(1),
                             T(1.5),
                             T(2),
                             T(2.5),
                             T(3),
                             T(5),
                             T(1e10),
                             T(1e-10),
                             T(16777215),
                             T(16777216),
                             T(8388609.0),
                             T(9007199254740991.0),
                             T(9007199254740992.0),
                             std::nextafter(T(1), T(0)),
                             std::nextafter(T(1), T(2)),
                             T(1) / T(3),
                             T(0.1),
                             std::numeric_limits<T>::max(),
                             std::numeric_limits<T>::min(),
                             std::numeric_limits<T>::denorm_min(),
                             std::numeric_limits<T>::denorm_min() * 3,
                             std::numeric_limits<T>::min() / 3,
                             std::numeric_limits<T>::infinity(),
                             std::numeric_limits<T>::quiet_NaN()};
  std::vector<T> result;
  for (T v : positive)
    result.push_back(v), result.push_back(-v);
  return result;
}

template <typename T>
Score<T> measureUnary(T (*function)(T), const Oracle &oracle, long points) {
  using Wide = typename Format<T>::Wide;
  using Bits = typename Format<T>::Bits;
  auto reference = oracle.unary(Wide(0));
  Score<T> score;
  auto check = [&](T x) { score.add(function(x), reference(Wide(x)), x, 0); };
  for (T x : edges<T>())
    check(x);
  std::mt19937_64 random(7);
  if (sizeof(T) == 4) {
    Bits stride = Bits((uint64_t(1) << 32) / points) | 1;
    for (uint64_t bits = random() % stride; bits < (uint64_t(1) << 32); bits += stride)
      check(fromBits<T>(Bits(bits)));
    return score;
  }
  std::uniform_real_distribution<double> uniform(0, 1);
  for (long i = 0; i < points; ++i) {
    double u = uniform(random);
    switch (i % 4) {
    case 0:
      check(fromBits<T>(Bits(random())));
      break;
    case 1:
      check(T(oracle.low + (oracle.high - oracle.low) * u));
      break;
    case 2:
      check(T((random() % 2 ? -1 : 1) * std::exp2(-12 + 16 * u)));
      break;
    case 3:
      check(T(1 + (random() % 2 ? -1 : 1) * std::exp2(-52 * u)));
      break;
    }
  }
  return score;
}

template <typename T>
Score<T> measureBinary(T (*function)(T, T), const Oracle &oracle, long points) {
  using Wide = typename Format<T>::Wide;
  using Bits = typename Format<T>::Bits;
  auto reference = oracle.binary(Wide(0));
  Score<T> score;
  auto check = [&](T x, T y) { score.add(function(x, y), reference(Wide(x), Wide(y)), x, y); };
  auto specials = specialArguments<T>();
  for (T x : specials)
    for (T y : specials)
      check(x, y);
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  auto anything = [&] { return fromBits<T>(Bits(random())); };
  auto moderate = [&] { return T((random() % 2 ? -1 : 1) * std::exp2(-6 + 16 * uniform(random))); };
  for (long i = 0; i < points; ++i) {
    switch (i % 6) {
    case 0:
      check(anything(), anything());
      break;
    case 1:
      check(moderate(), moderate());
      break;
    case 2: { // pow: results over the whole range, near the limits
      T x = std::fabs(anything());
      double log2x = std::log2(double(x));
      check(x, T((uniform(random) * 2 - 1) * (Format<T>::maxExponent + Format<T>::mantissa) / log2x));
      break;
    }
    case 3: { // bases near 1 with large exponents
      T x = T(1 + (random() % 2 ? -1 : 1) * std::exp2(-double(Format<T>::mantissa) * uniform(random)));
      check(x, T((uniform(random) * 2 - 1) * (Format<T>::maxExponent + Format<T>::mantissa) / std::log2(double(x))));
      break;
    }
    case 4:
      check(anything(), moderate());
      break;
    case 5:
      check(T(std::floor(moderate())), T(std::floor(moderate())));
      break;
    }
  }
  return score;
}

template <typename F>
F *lookUp(void *library, const std::string &name, const std::vector<std::string> &wanted) {
  bool asked = wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  return asked ? reinterpret_cast<F *>(dlsym(library, ("emmy_" + name).c_str())) : nullptr;
}

/// Conversions to integers are exact, and everything that does not fit gives the smallest integer.
template <typename T, typename I>
void runConversion(void *library, const std::string &name, const std::vector<std::string> &wanted, long points) {
  auto *function = lookUp<I(T)>(library, name, wanted);
  if (!function)
    return;
  Score<T> score;
  auto check = [&](T x) {
    T whole = std::trunc(x), limit = std::ldexp(T(1), int(sizeof(I)) * 8 - 1);
    I want = whole >= -limit && whole < limit ? I(whole) : std::numeric_limits<I>::min();
    ++score.points;
    if (function(x) != want && score.wrong++ == 0)
      score.wrongAt[0] = x;
  };
  for (T x : edges<T>())
    check(x), check(x + T(0.5)), check(x - T(0.5));
  std::mt19937_64 random(13);
  for (long i = 0; i < points; ++i)
    check(fromBits<T>(typename Format<T>::Bits(random())));
  score.print(name);
}

/// A float of 8 bits: how its bits read, written apart from the library. `overflow`: what is beyond the largest number.
struct SmallFormat {
  const char *name;
  int mantissa, bias, limit, overflow, nan;
  bool hasOneZero() const { return nan == 0x80; }

  double getValue(int magnitude) const {
    int exponent = magnitude >> mantissa, fraction = magnitude & ((1 << mantissa) - 1);
    return exponent ? std::ldexp((1 << mantissa) + fraction, exponent - bias - mantissa)
                    : std::ldexp(fraction, 1 - bias - mantissa);
  }

  /// Half way from a number to the one above it, or to the one that would be there.
  double getMiddle(int magnitude) const {
    double value = getValue(magnitude);
    double step = magnitude < limit ? getValue(magnitude + 1) - value : value - getValue(magnitude - 1);
    return value + step / 2;
  }

  /// The bits that are nearest, to the even ones of two.
  int getNearest(double x) const {
    if (x != x)
      return nan;
    int code = 0;
    while (code <= limit && (std::fabs(x) > getMiddle(code) || (std::fabs(x) == getMiddle(code) && code % 2)))
      ++code;
    code = code > limit ? overflow : code;
    return std::signbit(x) && !(hasOneZero() && (code == 0 || code == nan)) ? code | 0x80 : code;
  }
};

constexpr SmallFormat smallFormats[] = {{"f8E4M3FN", 3, 7, 0x7E, 0x7F, 0x7F},
                                        {"f8E5M2", 2, 15, 0x7B, 0x7C, 0x7F},
                                        {"f8E4M3FNUZ", 3, 8, 0x7F, 0x80, 0x80},
                                        {"f8E5M2FNUZ", 2, 16, 0x7F, 0x80, 0x80}};

template <typename T>
void runNarrowing(void *library, const SmallFormat &format, const std::vector<std::string> &wanted, long points) {
  std::string name = std::string(sizeof(T) == 4 ? "convert_f32_" : "convert_f64_") + format.name;
  auto *function = lookUp<int32_t(T)>(library, name, wanted);
  if (!function)
    return;
  Score<T> score;
  auto check = [&](T x) {
    ++score.points;
    int got = function(x), want = format.getNearest(x);
    // The sign of a NaN is unspecified.
    if (x != x ? (got & ~0x80) != (want & ~0x80) : got != want)
      if (score.wrong++ == 0)
        score.wrongAt[0] = x;
  };
  for (T x : edges<T>())
    check(x);
  for (int magnitude = 0; magnitude <= format.limit; ++magnitude)
    for (T x : {T(format.getValue(magnitude)), T(format.getMiddle(magnitude))})
      for (T near : {x, std::nextafter(x, T(0)), std::nextafter(x, std::numeric_limits<T>::infinity())})
        check(near), check(-near);
  std::mt19937_64 random(17);
  for (long i = 0; i < points; ++i)
    check(fromBits<T>(typename Format<T>::Bits(random())));
  score.print(name);
}

void runWidening(void *library, const SmallFormat &format, const std::vector<std::string> &wanted) {
  std::string name = std::string("convert_") + format.name + "_f32";
  auto *function = lookUp<float(int32_t)>(library, name, wanted);
  if (!function)
    return;
  Score<float> score;
  for (int code = 0; code < 256; ++code) {
    int magnitude = code & 0x7F;
    double want = format.getValue(magnitude);
    if (format.hasOneZero() ? code == 0x80 : magnitude > format.limit)
      want = magnitude == format.overflow && format.overflow != format.nan ? HUGE_VAL : NAN;
    score.add(function(code), code & 0x80 ? -want : want, float(code), 0);
  }
  score.print(name);
}

template <typename T>
void run(void *library, const char *suffix, const std::vector<std::string> &wanted, long points) {
  for (const Oracle &oracle : oracles()) {
    std::string name = oracle.name + suffix;
    bool asked = wanted.empty();
    for (const std::string &w : wanted)
      asked |= w == name || w == oracle.name;
    void *symbol = dlsym(library, ("emmy_" + name).c_str());
    if (!asked || !symbol)
      continue;
    if (oracle.arity == 1)
      measureUnary(reinterpret_cast<T (*)(T)>(symbol), oracle, points).print(name);
    else
      measureBinary(reinterpret_cast<T (*)(T, T)>(symbol), oracle, sizeof(T) == 4 ? points / 4 : points).print(name);
  }
}

} // namespace

int main(int argc, char **argv) {
  long points32 = 10'000'000, points64 = 200'000;
  std::vector<std::string> wanted;
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (!library) {
    std::fprintf(stderr, "expected a shared library, but got: %s\n", argc > 1 ? dlerror() : "nothing");
    return 2;
  }
  for (int i = 2; i < argc; ++i) {
    if (!std::strcmp(argv[i], "-n") && i + 1 < argc)
      points32 = std::atol(argv[++i]);
    else if (!std::strcmp(argv[i], "-m") && i + 1 < argc)
      points64 = std::atol(argv[++i]);
    else
      wanted.push_back(argv[i]);
  }
  run<float>(library, "_f32", wanted, points32);
  run<double>(library, "_f64", wanted, points64);
  runConversion<float, int32_t>(library, "convert_f32_i32", wanted, points32);
  runConversion<float, int64_t>(library, "convert_f32_i64", wanted, points32);
  runConversion<double, int32_t>(library, "convert_f64_i32", wanted, points64);
  runConversion<double, int64_t>(library, "convert_f64_i64", wanted, points64);
  for (const SmallFormat &format : smallFormats) {
    runNarrowing<float>(library, format, wanted, points32 / 10);
    runNarrowing<double>(library, format, wanted, points64);
    runWidening(library, format, wanted);
  }
  return 0;
}
