# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tanh, sinh, cosh from e^x; asinh, acosh, atanh from log1p."""

import mpmath as mp
from builder import absolute, both, copy_sign, fma, ordered_differ, polynomial, select, sqrt, unordered
from exponential import clamp, expm1_polynomial, power_of_two, reduce_ln2
from library import coefficients, constant, library
from logarithm import NAN, log1p_sum


@library("tanh")
def tanh(T, x):
    """The hyperbolic tangent.
    Method: 1 - 2 / (e^(2|x|) + 1), where e^(2|x|) + 1 is one fma; an odd minimax polynomial for
    |x| < 0.6."""
    a = absolute(x)
    largest = 10.0 if T.bits == 32 else 20.0
    clamped = select(a < largest, a, largest)
    k, n, r = reduce_ln2(T, clamped + clamped)
    p = expm1_polynomial(T, r)
    scale = power_of_two(T, n)
    plus = fma(p, scale, scale + 1.0)
    far = 1.0 - 2.0 / plus
    u = clamped * clamped
    near = fma(clamped * u, polynomial(u, coefficients("tanh", T)), clamped)
    magnitude = select(clamped < T.round(0.6), near, far)
    return select(ordered_differ(x, 0.0), copy_sign(magnitude, x), x)


def half_exponentials(T, a):
    """(e^a / 4, e^-a / 4) for a >= 0; sums and differences are doubled, and overflow, at the end."""
    clamped = clamp(a, 0.0, 89.5 if T.bits == 32 else 710.5)
    k, n, r = reduce_ln2(T, clamped)
    p = expm1_polynomial(T, r)
    scale = power_of_two(T, n - 2)
    grow = fma(p, scale, scale)
    return grow, 0.0625 / grow


@library("cosh")
def cosh(T, x):
    """The hyperbolic cosine. Method: (e^|x| + e^-|x|) / 2."""
    grow, shrink = half_exponentials(T, absolute(x))
    half = grow + shrink
    return select(unordered(x, x), x, half + half)


@library("sinh")
def sinh(T, x):
    """The hyperbolic sine.
    Method: (e^|x| - e^-|x|) / 2, and an odd polynomial for |x| < 1."""
    a = absolute(x)
    grow, shrink = half_exponentials(T, a)
    half = grow - shrink
    near_a = select(a < 1.0, a, 0.0)
    u = near_a * near_a
    near = fma(near_a * u, polynomial(u, coefficients("sinh", T)), near_a)
    magnitude = select(a < 1.0, near, half + half)
    return select(ordered_differ(x, 0.0), copy_sign(magnitude, x), x)


@library("asinh")
def asinh(T, x):
    """The inverse hyperbolic sine.
    Method: log1p(|x| + x^2 / (1 + sqrt(1 + x^2))), and log1p(|x|) + ln 2 for large |x|."""
    a = absolute(x)
    moderate = a <= 2.0**60
    b = select(moderate, a, 1.0)
    square = b * b
    root = sqrt(fma(b, b, 1.0))
    part = square / (root + 1.0)
    y = b + part
    y_low = (b - y) + part
    # For large |x| asinh x = log(2 |x|) = log(|x|) + ln 2.
    near = log1p_sum(T, select(moderate, y, select(a < T.inf, a, 1.0)), select(moderate, y_low, 0.0))
    magnitude = select(moderate, near, near + constant("ln2", mp.log(2), T))
    finite = both(ordered_differ(x, 0.0), a < T.inf)
    return select(finite, copy_sign(magnitude, x), x)


@library("acosh")
def acosh(T, x):
    """The inverse hyperbolic cosine, NaN below 1.
    Method: log1p(t + sqrt(t (t + 2))) with t = x - 1, and log1p(x) + ln 2 for large x."""
    large = x > 2.0**60
    inside = both(x >= 1.0, x < T.inf)
    b = select(inside, x, 1.0)
    t = select(large, 1.0, b - 1.0)
    # t - b is exact up to 2; beyond, its error does not matter.
    square = fma(t, t, t + t)
    square_low = fma(t, t, (t + t) - square)
    root = sqrt(square)
    root_low = fma(-root, root, square) + square_low
    root_low = root_low / select(root > 0.0, root + root, 1.0)
    y = select(root > t, root, t) + select(root > t, t, root)
    y_low = (select(root > t, root, t) - y) + select(root > t, t, root) + root_low
    near = log1p_sum(T, select(large, b, y), select(large, 0.0, y_low))
    result = select(large, near + constant("ln2", mp.log(2), T), near)
    return select(inside, result, select(x > 1.0, x, NAN))


@library("atanh")
def atanh(T, x):
    """The inverse hyperbolic tangent, +-inf at +-1, NaN beyond.
    Method: log1p(2|x| / (1 - |x|)) / 2, the quotient with its error."""
    a = absolute(x)
    b = select(a < 1.0, a, 0.0)
    d = 1.0 - b
    d_low = (1.0 - d) - b
    y = (b + b) / d
    y_low = fma(-y, d_low, fma(-y, d, b + b)) / d
    half = 0.5 * log1p_sum(T, y, y_low)
    magnitude = select(a < 1.0, half, select(a == 1.0, T.inf, NAN, T))
    return select(ordered_differ(x, 0.0), copy_sign(magnitude, x), x)
