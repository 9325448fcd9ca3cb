# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""log, log2, log10, log1p: x = 2^k m with m near 1, and log m by a polynomial."""

import struct

import mpmath as mp
from builder import bits, both, fma, from_bits, polynomial, select, signed_to_float
from library import coefficients, library, split

NAN = float("nan")


def bits_of(T, value):
    value = T.round(value)
    if T.bits == 32:
        return struct.unpack("<I", struct.pack("<f", value))[0]
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def split_exponent(T, x):
    """(n, m): x = 2^n m, sqrt(1/2) <= m < sqrt(2); x positive and normal."""
    n = (bits(x) - bits_of(T, mp.sqrt(mp.mpf(1) / 2))) >> T.mantissa
    m = from_bits(bits(x) - (n << T.mantissa))
    return n, m


def positive_and_finite(T, x):
    return both(x > 0.0, x < T.inf)


def reduce(T, x):
    """(k, f, regular): x = 2^k (1 + f); x that are not positive and finite are replaced by 1."""
    # Subnormals are scaled up first.
    small = x < T.min_normal
    scaled = select(small, x * T.two_mantissa, x)
    shift = select(small, -T.mantissa, 0, T.int)
    regular = positive_and_finite(T, x)
    y = select(regular, scaled, 1.0)
    n, m = split_exponent(T, y)
    k = signed_to_float(n + shift, T)
    return k, m - 1.0, regular


def special_values(T, x, regular, result):
    """log of 0 is -inf, of a negative number NaN, of inf inf, of NaN NaN."""
    other = select(x > 0.0, x, select(x == 0.0, -T.inf, NAN, T))
    return select(regular, result, other)


def log_near_one(T, f):
    """(h, lo): log(1 + f) = f - h + lo, for sqrt(1/2) <= 1 + f < sqrt(2).
    With s = f / (2 + f): log(1 + f) = f - f^2/2 + s (f^2/2 + 2 s^2 p(s^2))."""
    half_square = 0.5 * f * f
    s = f / (f + 2.0)
    z = s * s
    tail = (z + z) * polynomial(z, coefficients("atanh_tail", T))
    return half_square, s * (half_square + tail)


def log_sum(T, k, f, f_low=None):
    """k ln 2 + log(1 + f + f_low)."""
    ln2_high, ln2_low = split("ln2", mp.log(2), T)
    if T.bits == 32:
        tail = f * f * polynomial(f, coefficients("log", T))
        if f_low is not None:
            tail = tail + f_low
        return fma(k, ln2_high, f + fma(k, ln2_low, tail))
    half_square, lo = log_near_one(T, f)
    if f_low is not None:
        lo = lo + f_low
    return fma(k, ln2_high, f - (half_square - fma(k, ln2_low, lo)))


@library("log")
def log(T, x):
    """The natural logarithm.
    Method: x = 2^k (1 + f); log(1 + f) by a minimax polynomial (f64: in s = f / (2 + f));
    plus k ln 2, with ln 2 in two parts."""
    k, f, regular = reduce(T, x)
    return special_values(T, x, regular, log_sum(T, k, f))


def log_other_base(T, x, base, name):
    k, f, regular = reduce(T, x)
    scale_high, scale_low = split("scale", 1 / mp.log(base), T)
    unit_high, unit_low = split("unit", mp.log(2) / mp.log(base), T, bits=T.mantissa + 1 - T.exponent_bits)
    if T.bits == 32:
        tail = f * fma(f, polynomial(f, coefficients(name, T)), scale_low)
        if base == 2:
            result = k + fma(f, scale_high, tail)
        else:
            result = fma(k, unit_high, fma(f, scale_high, fma(k, unit_low, tail)))
        return special_values(T, x, regular, result)
    # log(1 + f) = hi + lo, where hi is f - f^2/2 rounded, and lo takes its error as well.
    half_square, lo = log_near_one(T, f)
    hi = f - half_square
    square_error = fma(0.5 * f, f, -half_square)
    lo = ((f - hi) - half_square) + (lo - square_error)
    # Times 1 / ln(base), in two parts; the sum with k keeps its error.
    product = hi * scale_high
    error = fma(hi, scale_high, -product) + fma(lo, scale_high, hi * scale_low)
    unit = k if base == 2 else k * unit_high
    total = unit + product
    rest = (unit - total) + product
    if base == 10:
        rest = fma(k, unit_low, rest)
    return special_values(T, x, regular, total + (rest + error))


@library("log2")
def log2(T, x):
    """The logarithm to base 2, exact for powers of two.
    Method: as log, with 1 / ln 2 in two parts."""
    return log_other_base(T, x, 2, "log2")


@library("log10")
def log10(T, x):
    """The logarithm to base 10.
    Method: as log, with 1 / ln 10 and log10(2) in two parts."""
    return log_other_base(T, x, 10, "log10")


def log1p_sum(T, y, y_low=None):
    """log(1 + y + y_low) for finite y > -1; y_low is below half a unit in the last place of y."""
    # Far from 1 the argument is scaled down, so that 2^-n is representable.
    large = y > 2.0**60
    scaled = select(large, y * 2.0**-64, y)
    n, m = split_exponent(T, select(large, scaled, y + 1.0))
    inverse = from_bits((T.bias - n) << T.mantissa)
    one = select(large, 0.0, inverse)
    f = fma(scaled, inverse, one - 1.0)
    k = signed_to_float(n + select(large, 64, 0, T.int), T)
    if y_low is None:
        return log_sum(T, k, f)
    # log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), and f_low is tiny.
    f_low = select(large, 0.0, y_low) * inverse
    return log_sum(T, k, f, f_low - f_low * f)


@library("log1p")
def log1p(T, x):
    """log(1 + x), accurate near 0.
    Method: k from 1 + x rounded; f = 2^-k x + (2^-k - 1) by one fma, so that 1 + x = 2^k (1 + f)
    up to one rounding; then as log."""
    inside = both(x > -1.0, x < T.inf)
    result = log1p_sum(T, select(inside, x, 0.0))
    # Zeros keep their sign; -1 gives -inf, less gives NaN.
    regular = both(inside, x != 0.0)
    other = select(x > -1.0, x, select(x == -1.0, -T.inf, NAN, T))
    return select(regular, result, other)
