# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""erf and erfc."""

from builder import absolute, call, copy_sign, fma, ordered_differ, polynomial, select, unordered
from exponential import expm1_polynomial, power_of_two, reduce_ln2, scale_by_power
from library import coefficients, constant_low, library


@library("erf")
def erf(T, x):
    """The error function.
    Method: an odd polynomial for |x| < 1; beyond, 1 - erfc(|x|), where f32 has log(erfc) as a
    polynomial and e^that."""
    a = absolute(x)
    u = select(a < 1.0, a * a, 1.0)
    near = fma(a, polynomial(u, coefficients("erf", T)), a)
    if T.bits == 32:
        clamped = select(a < 4.0, a, 4.0)
        k, n, r = reduce_ln2(T, polynomial(clamped, coefficients("log_erfc", T)))
        p = expm1_polynomial(T, r)
        scale = power_of_two(T, n)
        # 1 - 2^n (1 + p), and 1 - 2^n is exact.
        far = fma(-p, scale, 1.0 - scale)
    else:
        far = 1.0 - call("emmy_erfc_f64", T, a)
    magnitude = select(a < 1.0, near, far)
    return select(ordered_differ(x, 0.0), copy_sign(magnitude, x), x)


@library("erfc")
def erfc(T, x):
    """1 - erf(x), accurate where that is small.
    Method: erfc(a) = e^(-a^2) p(t) / (1 + 2 a) with t = (a - c) / (a + c), a = |x|; a^2 and the
    quotient with their errors; 2 - erfc(a) for negative x."""
    centre, largest = (2.0, 10.5) if T.bits == 32 else (4.0, 28.0)
    magnitude = absolute(x)
    a = select(magnitude < largest, magnitude, largest)
    # t, corrected by its residual a - c - t (a + c).
    sum = a + centre
    t = (a - centre) / sum
    residual = fma(t, -a, fma(t + 1.0, -centre, a))
    t = t + residual / sum
    name = "erfcx_near" if T.bits == 32 else "erfcx"
    constant, *others = coefficients(name, T)
    # The constant term is the largest by far; its sum keeps its error.
    slope = t * polynomial(t, others)
    p = slope + constant
    p_low = (constant - p) + slope
    if T.bits == 64:
        p_low = p_low + constant_low(name, T)
    d = fma(a, 2.0, 1.0)
    d_low = fma(a, 2.0, 1.0 - d)
    g = p / d
    g_low = fma(-g, d_low, fma(-g, d, p) + p_low) / d
    # e^(-a^2) = 2^n (1 + q)
    square = a * a
    square_low = fma(a, a, -square)
    k, n, r = reduce_ln2(T, -square)
    q = expm1_polynomial(T, r - square_low)
    small = g + fma(g, q, g_low)
    positive = scale_by_power(T, small, n)
    result = select(x < 0.0, 2.0 - positive, positive)
    return select(unordered(x, x), x, result)
