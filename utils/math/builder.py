# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The vocabulary that the functions of the math library are written in.

A function is ordinary Python over `Value`s: running it once records the operations, in order
(recorder.py prints them). What is here is all that a function may use: operations whose results are
the same bits everywhere.
"""

from fractions import Fraction

current = None  # what records the operations


class Type:
    """A scalar type. Float types know the layout of their bits."""

    def __init__(self, name, bits, mantissa=None):
        self.name, self.bits, self.mantissa = name, bits, mantissa
        self.is_float = mantissa is not None

    def __repr__(self):
        return self.name

    def setup(self, integer):
        self.int = integer
        self.exponent_bits = self.bits - 1 - self.mantissa
        self.bias = (1 << (self.exponent_bits - 1)) - 1
        self.min_normal = 2.0 ** (1 - self.bias)
        self.sign_mask = 1 << (self.bits - 1)
        self.inf = float("inf")
        # Adding 1.5 * 2^mantissa to a small number leaves its nearest integer in the low bits.
        self.magic = 1.5 * 2.0**self.mantissa
        self.two_mantissa = 2.0**self.mantissa

    def round(self, x):
        """`x` (float, Fraction or mpmath number) rounded to this type, as a Python float."""
        if isinstance(x, float) and (x != x or x in (float("inf"), float("-inf"))):
            return x
        if not isinstance(x, (int, float, Fraction)):
            x = _fraction_of_mp(x)
        x = Fraction(x)
        if x == 0:
            return 0.0
        sign, x = (-1, -x) if x < 0 else (1, x)
        exponent = x.numerator.bit_length() - x.denominator.bit_length()
        if Fraction(2) ** exponent > x:
            exponent -= 1
        exponent = max(exponent, 1 - self.bias)
        ulp = Fraction(2) ** (exponent - self.mantissa)
        return sign * float(round(x / ulp) * ulp)


def _fraction_of_mp(x):
    sign, man, exp, _ = x._mpf_
    return Fraction(-1 if sign else 1) * int(man) * Fraction(2) ** exp


i1, i32, i64 = Type("i1", 1), Type("i32", 32), Type("i64", 64)
f32, f64 = Type("f32", 32, 23), Type("f64", 64, 52)
f32.setup(i32)
f64.setup(i64)


class Value:
    """The result of an operation, an argument, or a constant."""

    def __init__(self, type, name=None):
        self.type, self.name = type, name

    def _binary(self, other, float_op, int_op, swap=False):
        other = coerce(other, self.type)
        a, b = (other, self) if swap else (self, other)
        return op(float_op if self.type.is_float else int_op, self.type, [a, b])

    def __add__(self, o):
        return self._binary(o, "arith.addf", "arith.addi")

    def __radd__(self, o):
        return self._binary(o, "arith.addf", "arith.addi", True)

    def __sub__(self, o):
        return self._binary(o, "arith.subf", "arith.subi")

    def __rsub__(self, o):
        return self._binary(o, "arith.subf", "arith.subi", True)

    def __mul__(self, o):
        return self._binary(o, "arith.mulf", "arith.muli")

    def __rmul__(self, o):
        return self._binary(o, "arith.mulf", "arith.muli", True)

    def __truediv__(self, o):
        return self._binary(o, "arith.divf", None)

    def __rtruediv__(self, o):
        return self._binary(o, "arith.divf", None, True)

    def __and__(self, o):
        return self._binary(o, None, "arith.andi")

    def __or__(self, o):
        return self._binary(o, None, "arith.ori")

    def __xor__(self, o):
        return self._binary(o, None, "arith.xori")

    def __lshift__(self, o):
        return self._binary(o, None, "arith.shli")

    def __rshift__(self, o):
        return self._binary(o, None, "arith.shrsi")  # keeps the sign

    def __neg__(self):
        return op("arith.negf", self.type, [self]) if self.type.is_float else 0 - self

    def __lt__(self, o):
        return compare("olt", "slt", self, o)

    def __le__(self, o):
        return compare("ole", "sle", self, o)

    def __gt__(self, o):
        return compare("ogt", "sgt", self, o)

    def __ge__(self, o):
        return compare("oge", "sge", self, o)

    def __eq__(self, o):
        return compare("oeq", "eq", self, o)

    def __ne__(self, o):
        return compare("une", "ne", self, o)

    __hash__ = object.__hash__


class Named(float):
    """A number that says what its constant is called."""

    def __new__(cls, value, name):
        self = super().__new__(cls, value)
        self.name = name
        return self

    def __neg__(self):
        return Named(-float(self), "minus_" + self.name)


def coerce(x, type):
    if isinstance(x, Value):
        assert x.type is type, f"expected {type}, but got {x.type}"
        return x
    return const(x, type, getattr(x, "name", None))


def op(name, type, operands, attribute=None):
    assert name, f"no such operation on {type}"
    return current.op(name, type, operands, attribute)


def const(value, type, name=None):
    return current.const(value, type, name)


def compare(float_predicate, int_predicate, a, b):
    a, b = _same(a, b)
    if a.type.is_float:
        return op("arith.cmpf", i1, [a, b], float_predicate)
    return op("arith.cmpi", i1, [a, b], int_predicate)


def _same(*values):
    type = next(v.type for v in values if isinstance(v, Value))
    return [coerce(v, type) for v in values]


def fma(a, b, c):
    a, b, c = _same(a, b, c)
    return op("math.fma", a.type, [a, b, c])


def sqrt(a):
    return op("math.sqrt", a.type, [a])


def unordered(a, b):
    return compare("uno", None, a, b)


def ordered_differ(a, b):
    return compare("one", None, a, b)


def shift_right_logical(a, n):
    return op("arith.shrui", a.type, [a, coerce(n, a.type)])


def bits(x):
    return op("arith.bitcast", x.type.int, [x])


def from_bits(n):
    return op("arith.bitcast", f32 if n.type is i32 else f64, [n])


def signed_to_float(n, type):
    return op("arith.sitofp", type, [n])


def float_to_signed(x, type):
    return op("arith.fptosi", type, [x])


def truncate(n, type):
    return op("arith.trunci", type, [n])


def extend_unsigned(n, type):
    return op("arith.extui", type, [n])


def extend_signed(n, type):
    return op("arith.extsi", type, [n])


def widen(x):
    return op("arith.extf", f64, [x])


def narrow(x):
    return op("arith.truncf", f32, [x])


def both(a, b):
    return op("arith.andi", i1, [a, b])


def either(a, b):
    return op("arith.ori", i1, [a, b])


def differ(a, b):
    return op("arith.xori", i1, [a, b])


def select(condition, a, b, type=None):
    """`type` is needed where both values are numbers."""
    a, b = (const(a, type), const(b, type)) if type else _same(a, b)
    return op("arith.select", a.type, [condition, a, b])


def absolute(x):
    T = x.type
    return from_bits(bits(x) & (T.sign_mask - 1))


def copy_sign(magnitude, sign_of):
    """`magnitude`, which must not be negative, with the sign of `sign_of`."""
    return from_bits(bits(magnitude) | (bits(sign_of) & sign_of.type.sign_mask))


def polynomial(x, coefficients):
    """Horner's rule with fma; coefficients from the constant term upwards."""
    result = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        result = fma(result, x, c)
    return result


def call(name, type, *arguments):
    return op("func.call", type, list(arguments), name)


def when(condition, then, otherwise):
    """scf.if: both branches return a tuple of values."""
    return current.region_op("if", [condition], [then, otherwise])


def repeat(count, initial, body):
    """scf.for with a constant trip count; body(i32 counter, *values) -> values."""
    return current.loop(count, initial, body)
