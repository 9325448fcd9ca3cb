# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pow and rsqrt."""

import mpmath as mp
from builder import absolute, bits, both, const, differ, either, fma, i1, polynomial, select, sqrt, unordered
from exponential import exp2_polynomial, nearest_integer, scale_by_power
from library import coefficients, library, split
from logarithm import NAN, reduce


@library("rsqrt")
def rsqrt(T, x):
    """1 / sqrt(x), both rounded to nearest; -inf for -0."""
    return 1.0 / sqrt(x)


def fast_sum(a, b):
    """a + b as (high, low), |a| >= |b|."""
    high = a + b
    low = (a - high) + b
    return high, low


def product(a, b):
    """(high, low) of the product of two numbers in two parts."""
    (a_high, a_low), (b_high, b_low) = a, b
    high = a_high * b_high
    low = fma(a_high, b_high, -high) + fma(a_high, b_low, a_low * b_high)
    return high, low


def log2_in_two_parts(T, a):
    """log2 of a positive finite number as (high, low): with s = f / (2 + f),
    log2(1 + f) = 2/ln 2 (s + s^3/3 + s^5/5 + ...), the first terms in two parts."""
    k, f, _ = reduce(T, a)
    d, d_low = fast_sum(const(2.0, T), f)
    s = f / d
    s_low = fma(-s, d_low, fma(-s, d, f)) / d
    s = (s, s_low)
    z = product(s, s)
    third = split("third", mp.mpf(1) / 3, T)
    if T.bits == 32:
        series = z[0] * polynomial(z[0], coefficients("pow_tail", T))
        sum = fast_sum(const(third[0], T), series)
        sum = (sum[0], sum[1] + third[1])
    else:
        fifth = split("fifth", mp.mpf(1) / 5, T)
        series = z[0] * polynomial(z[0], coefficients("pow_tail3", T))
        inner = fast_sum(const(fifth[0], T), series)
        inner = product((inner[0], inner[1] + fifth[1]), z)
        sum = fast_sum(const(third[0], T), inner[0])
        sum = (sum[0], sum[1] + (inner[1] + third[1]))
    cubic = product(product(sum, z), s)
    total = fast_sum(s[0], cubic[0])
    total = (total[0], total[1] + (cubic[1] + s[1]))
    scale = split("two_over_ln2", 2 / mp.log(2), T)
    log = product(total, (const(scale[0], T), const(scale[1], T)))
    result = fast_sum(k, log[0])
    return result[0], result[1] + log[1]


def is_integer(T, a):
    """Whether a >= 0 has no fraction (infinity has none)."""
    rounded = (a + T.two_mantissa) - T.two_mantissa
    return either(a >= T.two_mantissa, rounded == a)


@library("pow")
def pow(T, x, y):
    """x^y with IEEE 754's special values: x^0 = 1^y = 1 even for NaN, (-1)^inf = 1, NaN for a
    negative base and an exponent that is no integer, odd integers keep the sign.
    Method: 2^(y log2 |x|), the logarithm and the product in two parts."""
    a = absolute(x)
    size = absolute(y)
    # log2 |x|, of 1 where |x| is 0, inf or NaN; y where it cannot overflow.
    regular = both(a > 0.0, a < T.inf)
    log_high, log_low = log2_in_two_parts(T, select(regular, a, 1.0))
    enough = 2.0**40 if T.bits == 32 else 2.0**75
    bounded = select(size < enough, y, select(y > 0.0, enough, select(y < 0.0, -enough, 0.0, T)))
    exponent = bounded * log_high
    error = fma(bounded, log_high, -exponent) + bounded * log_low
    # 2^exponent, kept where 2^k can be put together.
    limit = 160.0 if T.bits == 32 else 1100.0
    inside = absolute(exponent) < limit
    clamped = select(inside, exponent, select(exponent > 0.0, limit, -limit, T))
    k, n = nearest_integer(T, clamped, 1.0)
    r = (clamped - k) + select(inside, error, 0.0)
    magnitude = scale_by_power(T, exp2_polynomial(T, r) + 1.0, n)
    # A base of 0 or infinity gives 0 or infinity.
    grows = both(a == 0.0, y < 0.0)
    grows = either(grows, both(a == T.inf, y > 0.0))
    magnitude = select(regular, magnitude, select(grows, T.inf, 0.0, T))
    # Signs.
    whole = is_integer(T, size)
    odd = both(whole, differ(is_integer(T, 0.5 * size), const(1, i1)))
    negative = bits(select(unordered(x, x), 1.0, x)) < 0
    signed = select(both(negative, odd), -magnitude, magnitude)
    undefined = both(both(x < 0.0, a < T.inf), differ(whole, const(1, i1)))
    result = select(either(undefined, unordered(x, y)), NAN, signed)
    return select(either(x == 1.0, y == 0.0), 1.0, result)
