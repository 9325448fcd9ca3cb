# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions to and from floats of 8 bits, which no processor here computes in: all exact, or rounded once to nearest even.

A number of 8 bits is an i32 here, whose low byte is its bits.
"""

from builder import Type, bits, both, f32, from_bits, i32, select, shift_right_logical, truncate, unordered
from library import library
from logarithm import NAN

EXPONENT_OF_INFINITY = 0xFF << 23  # in f32


class SmallFloat(Type):
    """The format of a float of 8 bits. `inf`: the bits of infinity, if it has one. `nan`: the bits of NaN, or of the one with
    a positive sign. `limit`: the bits of the largest finite number."""

    def __init__(self, name, mantissa, bias, limit, nan, inf=None):
        super().__init__(name, 8, mantissa)
        self.bias, self.limit, self.nan, self.inf = bias, limit, nan, inf
        # There is one NaN, in the place of -0: zeros have no sign.
        self.has_one_zero = nan == 0x80


FORMATS = (
    SmallFloat("f8E4M3FN", mantissa=3, bias=7, limit=0x7E, nan=0x7F),
    SmallFloat("f8E5M2", mantissa=2, bias=15, limit=0x7B, nan=0x7F, inf=0x7C),
    SmallFloat("f8E4M3FNUZ", mantissa=3, bias=8, limit=0x7F, nan=0x80),
    SmallFloat("f8E5M2FNUZ", mantissa=2, bias=16, limit=0x7F, nan=0x80),
)


def narrow_to(F, T, x):
    dropped = T.mantissa - F.mantissa
    sign = bits(x) & T.sign_mask
    magnitude = bits(x) ^ sign
    # Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
    odd = shift_right_logical(magnitude, dropped) & 1
    rounded = magnitude + odd + ((1 << (dropped - 1)) - 1)
    normal = shift_right_logical(rounded, dropped) - ((T.bias - F.bias) << F.mantissa)
    # The sum has the last place of the subnormal numbers, so that adding rounds to it.
    magic = 2.0 ** (T.mantissa + 1 - F.bias - F.mantissa)
    subnormal = bits(from_bits(magnitude) + magic) - bits_of(T, magic)
    is_subnormal = magnitude < bits_of(T, 2.0 ** (1 - F.bias))
    code = select(is_subnormal, subnormal, normal)
    code = select(code > F.limit, F.nan if F.inf is None else F.inf, code)
    code = select(unordered(x, x), F.nan, code)
    sign = shift_right_logical(sign, T.bits - 8)
    if F.has_one_zero:
        sign = select(both(code != 0, code != F.nan), sign, 0)
    code = code | sign
    return code if T is f32 else truncate(code, i32)


def bits_of(T, x):
    """The bits of a power of two that is a normal number of T."""
    exponent = x.hex().split("p")[1]
    return (int(exponent) + T.bias) << T.mantissa


def widen_from(F, code):
    magnitude = code & 0x7F
    # The bits in their place: the number, but for the difference of the biases.
    scaled = from_bits(magnitude << (f32.mantissa - F.mantissa))
    value = scaled * 2.0 ** (f32.bias - F.bias)
    if F.inf is not None:
        infinite = from_bits(bits(scaled) | EXPONENT_OF_INFINITY)
        value = select(magnitude >= F.inf, infinite, value)
    else:
        value = select((code if F.has_one_zero else magnitude) == F.nan, NAN, value)
    return from_bits(bits(value) | ((code & 0x80) << (f32.bits - 8)))


def register(F):
    def narrow(T, x):
        return narrow_to(F, T, x)

    def widen(T, code: i32):
        return widen_from(F, code)

    beyond = "NaN" if F.inf is None else "an infinity"
    narrow.__doc__ = f"The bits of x in {F}, rounded to nearest even; {beyond} where that is too large."
    widen.__doc__ = f"The number whose bits in {F} are the low byte of the code; the other bytes are 0."
    library("convert", result=i32, suffix=F.name)(narrow)
    library("convert", types=(F,), result=f32, suffix=f32.name)(widen)


for F in FORMATS:
    register(F)
