# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exp, exp2, expm1: x = k ln 2 + r, a polynomial in r, times 2^k."""

import mpmath as mp
from builder import bits, fma, from_bits, ordered_differ, polynomial, select, unordered
from library import coefficients, constant, library, split


def clamp(x, low, high):
    """low <= result <= high, also for NaN (which becomes `high`)."""
    below = select(x < high, x, high)
    clamped = select(below > low, below, low)
    return clamped


def nearest_integer(T, x, scale):
    """(k, n): k = round(x * scale) as a float and as an integer; |k| is small."""
    shifted = fma(x, scale, T.magic)
    k = shifted - T.magic
    n = bits(shifted) - bits_of_magic(T)
    return k, n


def bits_of_magic(T):
    """The bits of 1.5 * 2^mantissa as an integer."""
    return ((T.bias + T.mantissa) << T.mantissa) | (1 << (T.mantissa - 1))


def power_of_two(T, n):
    """2^n for an exponent of a normal number."""
    return from_bits((n + T.bias) << T.mantissa)


def scale_by_power(T, value, n):
    """value * 2^n with one rounding, in two steps, since 2^n alone may not be representable."""
    half = n >> 1
    first = power_of_two(T, half)
    second = power_of_two(T, n - half)
    return value * first * second


def limits(T):
    """Beyond these every exp is inf (rounds to 0), and k still has room."""
    return (-104.0, 89.0) if T.bits == 32 else (-746.0, 710.0)


def reduce_ln2(T, x):
    """x = k ln 2 + r."""
    ln2_high, ln2_low = split("ln2", mp.log(2), T)
    k, n = nearest_integer(T, x, constant("log2_e", 1 / mp.log(2), T))
    r = fma(-k, ln2_high, x)
    r = fma(-k, ln2_low, r)
    return k, n, r


def expm1_polynomial(T, r):
    """e^r - 1 = r + r^2 q(r) for |r| <= ln(2) / 2."""
    q = polynomial(r, coefficients("expm1", T))
    return fma(r * r, q, r)


@library("exp")
def exp(T, x):
    """e^x.
    Method: x = k ln 2 + r with |r| <= ln(2)/2; e^r by a minimax polynomial; times 2^k in two
    steps, so that subnormal results are rounded once more and never flushed."""
    low, high = limits(T)
    # Keep k small; NaN is put back at the end.
    clamped = clamp(x, low, high)
    k, n, r = reduce_ln2(T, clamped)
    p = expm1_polynomial(T, r)
    e = scale_by_power(T, p + 1.0, n)
    return select(unordered(x, x), x, e)


@library("exp2")
def exp2(T, x):
    """2^x.
    Method: x = k + r with |r| <= 1/2, exactly; 2^r = 1 + r ln 2 + r^2 q(r); times 2^k."""
    low, high = (-151.0, 129.0) if T.bits == 32 else (-1076.0, 1025.0)
    clamped = clamp(x, low, high)
    k, n = nearest_integer(T, clamped, 1.0)
    p = exp2_polynomial(T, clamped - k)
    e = scale_by_power(T, p + 1.0, n)
    return select(unordered(x, x), x, e)


def exp2_polynomial(T, r):
    """2^r - 1 for |r| <= 1/2, ln 2 taken in two parts."""
    ln2_high, ln2_low = split("ln2", mp.log(2), T)
    tail = r * fma(polynomial(r, coefficients("exp2", T)), r, ln2_low)
    return fma(r, ln2_high, tail)


@library("expm1")
def expm1(T, x):
    """e^x - 1, accurate near 0.
    Method: x = k ln 2 + r; 2^k (e^r - 1) + (2^k - 1) by one fma. The scale is halved and
    doubled again for large k, where 2^k is not representable."""
    low = -18.0 if T.bits == 32 else -38.0
    clamped = clamp(x, low, limits(T)[1])
    k, n, r = reduce_ln2(T, clamped)
    p = expm1_polynomial(T, r)
    # Halve 2^k when it would overflow.
    large = n > T.bias
    scale = power_of_two(T, select(large, n - 1, n))
    one = select(large, 0.5, 1.0, T)
    half = fma(p, scale, scale - one)
    result = select(large, half + half, half)
    # Zeros keep their sign, and NaN is put back.
    return select(ordered_differ(x, 0.0), result, x)
