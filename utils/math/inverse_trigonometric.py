# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""atan, atan2, asin, acos."""

import mpmath as mp
from builder import absolute, bits, both, copy_sign, differ, either, fma, polynomial, select, sqrt, unordered
from library import coefficients, library, split
from logarithm import NAN


def atan_quotient(T, numerator, denominator):
    """(z, rest): atan(numerator / denominator) = z + rest, for 0 <= numerator <= denominator;
    the error of the quotient is carried along with the slope of atan there."""
    z = numerator / denominator
    z_low = fma(-z, denominator, numerator) / denominator
    u = z * z
    odd = u * z * polynomial(u, coefficients("atan", T))
    return z, fma(z_low, fma(u, -0.5, 1.0), odd)


@library("atan")
def atan(T, x):
    """The inverse tangent.
    Method: a minimax polynomial on [0, 1]; pi/2 - atan(1 / |x|) beyond."""
    a = absolute(x)
    # Beyond 2^60 the result is pi/2 rounded.
    bounded = select(a < 2.0**60, a, 2.0**60)
    beyond = a > 1.0
    z, rest = atan_quotient(T, select(beyond, 1.0, bounded), select(beyond, bounded, 1.0))
    high, low = split("half_pi", mp.pi / 2, T)
    turned = high - z
    error = (high - turned) - z
    far = turned + (error + (low - rest))
    magnitude = select(beyond, far, z + rest)
    return select(unordered(x, x), x, select(x == 0.0, x, copy_sign(magnitude, x)))


@library("atan2")
def atan2(T, y, x):
    """The angle of the point (x, y), in (-pi, pi]; zeros and infinities as in IEEE 754.
    Method: atan of the smaller over the larger, both scaled where they are tiny, then pi/2 or pi
    plus or minus that."""
    undefined = unordered(x, y)
    a = absolute(select(undefined, 1.0, x))
    b = absolute(select(undefined, 1.0, y))
    steep = b > a
    numerator = select(steep, a, b)
    denominator = select(steep, b, a)
    # Infinite: only which ones are counts. Both zero: 0 / 1.
    infinite = denominator == T.inf
    numerator = select(infinite, select(numerator == T.inf, 1.0, 0.0, T), numerator)
    denominator = select(either(infinite, denominator == 0.0), 1.0, denominator)
    # Tiny ones are scaled up, so that the quotient's residual is exact.
    tiny = denominator < 2.0 ** -(T.bias // 2)
    scale = select(tiny, 2.0 ** (T.bias // 2 + T.mantissa), 1.0, T)
    z, rest = atan_quotient(T, numerator * scale, denominator * scale)
    # 0, pi/2 or pi, plus or minus.
    left = bits(select(undefined, 1.0, x)) < 0
    half_high, half_low = split("half_pi", mp.pi / 2, T)
    pi_high, pi_low = split("pi", mp.pi, T)
    high = select(steep, half_high, select(left, pi_high, 0.0, T))
    low = select(steep, half_low, select(left, pi_low, 0.0, T))
    negative = differ(steep, left)
    signed_z = select(negative, -z, z)
    signed_rest = select(negative, -rest, rest)
    sum = high + signed_z
    error = (high - sum) + signed_z
    angle = sum + (error + (low + signed_rest))
    result = copy_sign(angle, select(undefined, 1.0, y))
    return select(undefined, x + y, result)


def asin_polynomial(T, u):
    """p(u) with asin(z) = z + z u p(u), u = z^2 <= 1/4."""
    return polynomial(u, coefficients("asin", T))


def half_angle(T, a):
    """(s, rest): asin(sqrt((1 - a) / 2)) = s + rest for 1/2 <= a <= 1, with the error of sqrt."""
    w = fma(a, -0.5, 0.5)
    s = sqrt(w)
    s_low = fma(-s, s, w) / select(s > 0.0, s + s, 1.0)
    return s, fma(s * w, asin_polynomial(T, w), s_low)


@library("asin")
def asin(T, x):
    """The inverse sine, NaN beyond [-1, 1].
    Method: an odd minimax polynomial for |x| <= 1/2; pi/2 - 2 asin(sqrt((1 - |x|) / 2)) beyond."""
    a = absolute(x)
    inside = a <= 1.0
    b = select(inside, a, 0.0)
    far_from_zero = b > 0.5
    u = select(far_from_zero, 0.0, b * b)
    near = fma(b * u, asin_polynomial(T, u), b)
    s, rest = half_angle(T, select(far_from_zero, b, 1.0))
    high, low = split("half_pi", mp.pi / 2, T)
    twice = s + s
    sum = high - twice
    error = (high - sum) - twice
    far = sum + (error + (low - (rest + rest)))
    magnitude = select(far_from_zero, far, near)
    return select(inside, copy_sign(magnitude, x), NAN)


@library("acos")
def acos(T, x):
    """The inverse cosine, NaN beyond [-1, 1].
    Method: pi/2 - asin(x) for |x| <= 1/2; 2 asin(sqrt((1 - |x|) / 2)), or pi minus that, beyond."""
    a = absolute(x)
    inside = a <= 1.0
    b = select(inside, x, 0.0)
    far_from_zero = a > 0.5
    z = select(far_from_zero, 0.0, b)
    u = z * z
    s, rest = half_angle(T, select(both(inside, far_from_zero), a, 1.0))
    half_high, half_low = split("half_pi", mp.pi / 2, T)
    pi_high, pi_low = split("pi", mp.pi, T)
    # high + low minus (main + tail)
    high = select(far_from_zero, pi_high, half_high, T)
    low = select(far_from_zero, pi_low, half_low, T)
    main = select(far_from_zero, s + s, z)
    tail = select(far_from_zero, rest + rest, z * u * asin_polynomial(T, u))
    sum = high - main
    error = (high - sum) - main
    turned = sum + (error + (low - tail))
    right = both(far_from_zero, x > 0.0)
    return select(inside, select(right, main + tail, turned), NAN)
