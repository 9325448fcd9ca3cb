# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sin, cos, tan: x = q pi/2 + r, r in two parts; exact for every finite x."""

import mpmath as mp
from builder import (
    absolute,
    bits,
    both,
    call,
    const,
    extend_signed,
    extend_unsigned,
    f64,
    fma,
    i32,
    i64,
    narrow,
    polynomial,
    select,
    shift_right_logical,
    signed_to_float,
    truncate,
    when,
    widen,
)
from exponential import nearest_integer
from library import coefficients, constant, library, split
from logarithm import NAN

MASK32 = 0xFFFFFFFF


def reduce_small(T, x):
    """(q, high, low) by subtracting q pi/2 in three parts; the first subtraction is exact."""
    part_1, part_2, part_3 = split("half_pi", mp.pi / 2, T, parts=3)
    k, n = nearest_integer(T, x, constant("two_over_pi", 2 / mp.pi, T))
    rest = fma(-k, part_1, x)
    product = k * part_2
    product_error = fma(k, part_2, -product)
    high = rest - product
    low = ((rest - high) - product) - fma(k, part_3, product_error)
    q = n if T.bits == 32 else truncate(n, i32)
    return q, high, low


def two_over_pi_words(first_weight, count):
    """2/pi from weight 2^first_weight downwards in words of 32 bits, the first is the highest."""
    scaled = int(mp.floor(2 / mp.pi * mp.mpf(2) ** (32 * count - 1 - first_weight)))
    return [(scaled >> (32 * (count - 1 - i))) & MASK32 for i in range(count)]


def window(words, index, bit, count):
    """`count` words of 32 bits, from word `index` (below 2 * step), bit `bit` on: skip words in
    steps of powers of two, then shift neighbours."""
    step = (len(words) - count) // 2
    values = [const(w, i64) for w in words]
    while step:
        skip = (index & step) != 0
        values = [select(skip, values[i + step], values[i]) for i in range(count + step)]
        step //= 2
    return [shift_right_logical(((values[i] << 32) | values[i + 1]) << bit, 32) for i in range(count)]


def reduce_large_f32(x):
    """x = m 2^p; (m 2^p 2/pi mod 4) 2^62 as an integer, from three words of 2/pi."""
    pattern = bits(x)
    exponent = (pattern >> 23) & 255
    mantissa = extend_unsigned((pattern & 0x7FFFFF) | 0x800000, i64)
    # p = exponent - 150 >= -8, and bits of 2/pi above 2^(1 - p) only add multiples of 4.
    offset = exponent - 142
    words = window(two_over_pi_words(9, 7), extend_signed(offset >> 5, i64), extend_signed(offset & 31, i64), 3)
    turns = ((mantissa * words[0]) << 32) + mantissa * words[1] + shift_right_logical(mantissa * words[2], 32)
    signed = select(pattern < 0, 0 - turns, turns)
    q = (signed + (1 << 61)) >> 62
    fraction = signed - (q << 62)
    # Times pi/2, in double: two floats' worth of bits.
    angle = signed_to_float(fraction, f64) * f64.round(mp.pi / 2 * mp.mpf(2) ** -62)
    high = narrow(angle)
    low = narrow(angle - widen(high))
    return truncate(q, i32), high, low


def reduce_large_f64(x):
    """As for f32, with 128 bits: m in two words, six words of 2/pi, schoolbook columns."""
    T = f64
    pattern = bits(x)
    exponent = (pattern >> 52) & 2047
    mantissa = (pattern & ((1 << 52) - 1)) | (1 << 52)
    m_low = mantissa & MASK32
    m_high = shift_right_logical(mantissa, 32)
    # p = exponent - 1075 >= -32
    offset = exponent - 1043
    words = window(two_over_pi_words(33, 38), offset >> 5, offset & 31, 6)
    # The product from its lowest column; what lies above 2^192 are multiples of 4.
    digits, carry = [], None
    for column in range(6):
        products = [words[5 - column] * m_low]
        if column:
            products.append(words[6 - column] * m_high)
        total = carry
        above = None
        for product in products:
            low_part, high_part = product & MASK32, shift_right_logical(product, 32)
            total = low_part if total is None else total + low_part
            above = high_part if above is None else above + high_part
        digits.append(total & MASK32)
        carry = shift_right_logical(total, 32) + above
    # 128 bits in two words; negated for negative x.
    top = (digits[5] << 32) | digits[4]
    bottom = (digits[3] << 32) | digits[2]
    negative = pattern < 0
    bottom_signed = select(negative, 0 - bottom, bottom)
    top_signed = select(negative, (top ^ -1) + select(bottom == 0, 1, 0, i64), top)
    q = (top_signed + (1 << 61)) >> 62
    fraction = top_signed - (q << 62)
    # fraction + bottom / 2^64 in two doubles: the upper and lower half of fraction, then bottom.
    upper = signed_to_float(fraction >> 32, T) * 2.0**32
    lower = signed_to_float(fraction & MASK32, T)
    below = signed_to_float(shift_right_logical(bottom_signed, 1), T) * 2.0**-63
    sum = upper + lower
    rest = ((upper - sum) + lower) + below
    f_high = sum + rest
    f_low = (sum - f_high) + rest
    # Times pi/2.
    scale_high, scale_low = split("scaled_half_pi", mp.pi / 2 * mp.mpf(2) ** -62, T)
    high = f_high * scale_high
    low = fma(f_high, scale_high, -high) + fma(f_high, scale_low, f_low * scale_high)
    return truncate(q, i32), high, low


def reduce(T, x):
    """(q, high, low): x = q pi/2 + high + low, |high| <= pi/4; x that is not finite becomes 0."""
    a = absolute(x)
    finite = select(a < T.inf, x, 0.0)
    threshold = 2.0**15 if T.bits == 32 else 2.0**21
    large = both(a >= threshold, a < T.inf)
    reduce_large = reduce_large_f32 if T.bits == 32 else reduce_large_f64
    # Payne and Hanek's reduction, for large arguments only.
    q, high, low = when(large, lambda: reduce_large(x), lambda: reduce_small(T, finite))
    return q, high, low


def sine_polynomial(T, high, low, u):
    """sin(high + low) = high + the result."""
    tail = high * u * polynomial(u, coefficients("sin", T))
    return tail + fma(low, -0.5 * u, low)


def cosine_polynomial(T, high, low, u):
    """cos(high + low) as (h, l): 1 - u/2 rounded, and the rest."""
    half = 0.5 * u
    whole = 1.0 - half
    rest = (1.0 - whole) - half
    tail = fma(u * u, polynomial(u, coefficients("cos", T)), rest)
    return whole, tail - high * low


@library("sine", private=True)
def sine(T, x, quarter: i32):
    """sin(x + quarter pi/2).
    Method: x = q pi/2 + r with r in two parts, by Cody and Waite with fma, or by Payne and Hanek
    for large x; then the minimax polynomial of sin or cos on |r| <= pi/4."""
    q, high, low = reduce(T, x)
    u = high * high
    sin = high + sine_polynomial(T, high, low, u)
    whole, tail = cosine_polynomial(T, high, low, u)
    cos = whole + tail
    n = q + quarter
    value = select((n & 1) != 0, cos, sin)
    result = select((n & 2) != 0, -value, value)
    return select(absolute(x) < T.inf, result, NAN)


@library("sin")
def sin(T, x):
    """The sine, accurate for every finite x; zeros keep their sign."""
    value = call(f"emmy_sine_{T}", T, x, const(0, i32))
    return select(x == 0.0, x, value)


@library("cos")
def cos(T, x):
    """The cosine, accurate for every finite x."""
    return call(f"emmy_sine_{T}", T, x, const(1, i32))


@library("tan")
def tan(T, x):
    """The tangent, accurate for every finite x; zeros keep their sign.
    Method: sin r / cos r, or -cos r / sin r in odd quadrants, both in two parts, the quotient
    corrected by its residual."""
    q, high, low = reduce(T, x)
    u = high * high
    sin_tail = sine_polynomial(T, high, low, u)
    sin_high = high + sin_tail
    sin_low = (high - sin_high) + sin_tail
    whole, tail = cosine_polynomial(T, high, low, u)
    cos_high = whole + tail
    cos_low = (whole - cos_high) + tail
    odd = (q & 1) != 0
    numerator = select(odd, -cos_high, sin_high)
    numerator_low = select(odd, -cos_low, sin_low)
    denominator = select(odd, sin_high, cos_high)
    denominator_low = select(odd, sin_low, cos_low)
    quotient = numerator / denominator
    residual = fma(-quotient, denominator, numerator) + fma(-quotient, denominator_low, numerator_low)
    result = quotient + residual / denominator
    finite = select(absolute(x) < T.inf, result, NAN)
    return select(x == 0.0, x, finite)
