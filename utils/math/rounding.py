# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rounding, remainders, maximum and minimum, conversion to integers: all exact."""

from builder import (
    absolute,
    bits,
    both,
    call,
    copy_sign,
    differ,
    float_to_signed,
    fma,
    from_bits,
    i32,
    i64,
    repeat,
    select,
    unordered,
    when,
)
from exponential import power_of_two
from library import library
from logarithm import NAN


def nearest_even(T, a):
    """The integer nearest to 0 <= a <= 2^mantissa."""
    return (a + T.two_mantissa) - T.two_mantissa


def floor_of_positive(T, a):
    rounded = nearest_even(T, a)
    return select(rounded > a, rounded - 1.0, rounded)


def keep_large(T, x, a, magnitude):
    """x itself where it has no fraction, or is NaN."""
    return select(a < T.two_mantissa, copy_sign(magnitude, x), x)


@library("round")
def round(T, x):
    """The nearest integer, ties to even."""
    a = absolute(x)
    return keep_large(T, x, a, nearest_even(T, a))


@library("trunc")
def trunc(T, x):
    """The integer part."""
    a = absolute(x)
    return keep_large(T, x, a, floor_of_positive(T, a))


def directed(T, x, upwards):
    a = absolute(x)
    whole = floor_of_positive(T, a)
    outwards = both(x > 0.0 if upwards else x < 0.0, whole != a)
    return keep_large(T, x, a, select(outwards, whole + 1.0, whole))


@library("floor")
def floor(T, x):
    """The largest integer that is not above x."""
    return directed(T, x, False)


@library("ceil")
def ceil(T, x):
    """The smallest integer that is not below x."""
    return directed(T, x, True)


@library("maximum")
def maximum(T, a, b):
    """The larger, NaN if either is NaN; -0 is below +0, so that the order of arguments never matters."""
    # Both are the larger one, or a and b where these compare equal.
    first = select(a > b, a, b)
    second = select(b > a, b, a)
    larger = from_bits(bits(first) & bits(second))
    return select(unordered(a, b), a + b, larger)


@library("minimum")
def minimum(T, a, b):
    """The smaller, NaN if either is NaN; -0 is below +0, so that the order of arguments never matters."""
    # Both are the smaller one, or a and b where these compare equal.
    first = select(a < b, a, b)
    second = select(b < a, b, a)
    smaller = from_bits(bits(first) | bits(second))
    return select(unordered(a, b), a + b, smaller)


def remainder_step(T, r, divisor):
    """r mod divisor for 0 <= r < 2^mantissa divisor, exactly: the quotient is at most one too
    large, and what is left is a multiple of the smaller unit in the last place."""
    quotient = floor_of_positive(T, r / divisor)
    rest = fma(-quotient, divisor, r)
    return select(rest < 0.0, rest + divisor, rest)


def long_division(T, a, b):
    """a mod b 2^mantissa ... down to b 2^mantissa, so that one more step gives a mod b."""
    small = b < T.min_normal
    normal = select(small, b * T.two_mantissa, b)
    shift = select(small, -T.mantissa, 0, T.int)
    exponent = ((bits(normal) >> T.mantissa) - T.bias) + shift
    one = (1 << T.mantissa) - 1
    significand = from_bits((bits(normal) & one) | (T.bias << T.mantissa))
    steps = (2 * T.bias + 2 * T.mantissa) // T.mantissa

    def body(counter, rest, power):
        # divisor = b 2^(mantissa j), j from `steps` down to 1; skipped where it is not representable.
        representable = power <= T.bias
        divisor = significand * power_of_two(T, select(representable, power, 0))
        reduced = remainder_step(T, rest, divisor)
        return select(representable, reduced, rest), power - T.mantissa

    rest, _power = repeat(steps, [a, exponent + T.mantissa * steps], body)
    return (rest,)


@library("fmod")
def fmod(T, x, y):
    """The remainder of the division rounded towards zero, with the sign of x; exact.
    NaN for x infinite or y zero; x for y infinite.
    Method: subtract an integer multiple by one fma, whose result is exact while the quotient has
    at most one mantissa of bits; large quotients first in as many steps as the exponents allow."""
    a = absolute(x)
    b = absolute(y)
    regular = both(both(a < T.inf, b > 0.0), b < T.inf)
    dividend = select(regular, a, 0.0)
    divisor = select(regular, b, 1.0)
    large = dividend >= divisor * T.two_mantissa
    (rest,) = when(large, lambda: long_division(T, dividend, divisor), lambda: (dividend,))
    result = copy_sign(remainder_step(T, rest, divisor), x)
    other = select(both(a < T.inf, b == T.inf), x, NAN)
    return select(regular, result, other)


def opposite(r, b):
    """Whether r is not zero and its sign is not that of b."""
    return both(r != 0.0, differ(r < 0.0, b < 0.0))


@library("remainder")
def remainder(T, a, b):
    """fmod(a, b), plus b where that has another sign than b: the sign follows b, as in Python."""
    r = call(f"emmy_fmod_{T}", T, a, b)
    return select(opposite(r, b), r + b, r)


@library("floor_divide")
def floor_divide(T, a, b):
    """floor(a / b) by way of the remainder: with r = fmod(a, b), q = (a - r) / b, less 1 where r
    is not zero and its sign is not that of b; then the nearest integer. a / b where b is 0."""
    r = call(f"emmy_fmod_{T}", T, a, b)
    quotient = a / b
    q = (a - r) / b
    q = select(opposite(r, b), q - 1.0, q)
    down = call(f"emmy_floor_{T}", T, q)
    nearest = select(q - down > 0.5, down + 1.0, down)
    # A zero has the sign of a / b.
    zero = from_bits(bits(select(unordered(quotient, quotient), 0.0, quotient)) & T.sign_mask)
    result = select(q == 0.0, zero, nearest)
    return select(b == 0.0, quotient, result)


def convert(T, x, I):
    limit = 2.0 ** (I.bits - 1)
    # The smallest number that truncates to a value in range: -2^31 itself has neighbours that do in f64.
    lowest_outside = T.round(-limit - 1)
    above = x >= -limit if lowest_outside == -limit else x > lowest_outside
    inside = both(above, x < limit)
    n = float_to_signed(select(inside, x, 0.0), I)
    return select(inside, n, -(1 << (I.bits - 1)))


@library("convert", result=i32, suffix="i32")
def convert_i32(T, x):
    """Truncation to i32; the smallest i32 for NaN and whatever is out of range."""
    return convert(T, x, i32)


@library("convert", result=i64, suffix="i64")
def convert_i64(T, x):
    """Truncation to i64; the smallest i64 for NaN and whatever is out of range."""
    return convert(T, x, i64)
