# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions of the math library as MLIR text.

A function is ordinary Python over `Value`s: running it once records the
operations, in order, and `render` prints them. Values get the name of the
Python variable that holds them and comment lines travel with the code, so that
the .mlir file reads like the source it came from. Constants are collected at
the top of each function; equal operations are recorded once.
"""

import linecache
import os
import struct
import sys
from fractions import Fraction

_current = None  # the function being recorded


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

    def __add__(self, o): return self._binary(o, "arith.addf", "arith.addi")
    def __radd__(self, o): return self._binary(o, "arith.addf", "arith.addi", True)
    def __sub__(self, o): return self._binary(o, "arith.subf", "arith.subi")
    def __rsub__(self, o): return self._binary(o, "arith.subf", "arith.subi", True)
    def __mul__(self, o): return self._binary(o, "arith.mulf", "arith.muli")
    def __rmul__(self, o): return self._binary(o, "arith.mulf", "arith.muli", True)
    def __truediv__(self, o): return self._binary(o, "arith.divf", None)
    def __rtruediv__(self, o): return self._binary(o, "arith.divf", None, True)
    def __and__(self, o): return self._binary(o, None, "arith.andi")
    def __or__(self, o): return self._binary(o, None, "arith.ori")
    def __xor__(self, o): return self._binary(o, None, "arith.xori")
    def __lshift__(self, o): return self._binary(o, None, "arith.shli")
    def __rshift__(self, o): return self._binary(o, None, "arith.shrsi")  # keeps the sign

    def __neg__(self):
        return op("arith.negf", self.type, [self]) if self.type.is_float else 0 - self

    def __lt__(self, o): return compare("olt", "slt", self, o)
    def __le__(self, o): return compare("ole", "sle", self, o)
    def __gt__(self, o): return compare("ogt", "sgt", self, o)
    def __ge__(self, o): return compare("oge", "sge", self, o)
    def __eq__(self, o): return compare("oeq", "eq", self, o)
    def __ne__(self, o): return compare("une", "ne", self, o)
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
    return _current.op(name, type, operands, attribute)


def const(value, type, name=None):
    return _current.const(value, type, name)


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



def sqrt(a): return op("math.sqrt", a.type, [a])
def unordered(a, b): return compare("uno", None, a, b)
def ordered_differ(a, b): return compare("one", None, a, b)
def less_unsigned(a, b): return compare(None, "ult", a, b)
def shift_right_logical(a, n): return op("arith.shrui", a.type, [a, coerce(n, a.type)])
def bits(x): return op("arith.bitcast", x.type.int, [x])
def from_bits(n): return op("arith.bitcast", f32 if n.type is i32 else f64, [n])
def signed_to_float(n, type): return op("arith.sitofp", type, [n])
def float_to_signed(x, type): return op("arith.fptosi", type, [x])
def truncate(n, type): return op("arith.trunci", type, [n])
def extend_unsigned(n, type): return op("arith.extui", type, [n])
def extend_signed(n, type): return op("arith.extsi", type, [n])
def widen(x): return op("arith.extf", f64, [x])
def narrow(x): return op("arith.truncf", f32, [x])
def both(a, b): return op("arith.andi", i1, [a, b])
def either(a, b): return op("arith.ori", i1, [a, b])
def differ(a, b): return op("arith.xori", i1, [a, b])


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
    return _current.region_op("if", [condition], [then, otherwise])


def repeat(count, initial, body):
    """scf.for with a constant trip count; body(i32 counter, *values) -> values."""
    return _current.loop(count, initial, body)


class Function:
    """Records one function and prints it."""

    def __init__(self, name, argument_types, result_type, doc, private, source_dir):
        self.name, self.doc, self.private = name, doc, private
        self.result_type, self.source_dir = result_type, source_dir
        self.argument_types, self.arguments = argument_types, []
        self.constants = {}
        self.blocks, self.known = [[]], [{}]
        self.names, self.comments_seen = set(), set()

    # Recording.
    def op(self, name, type, operands, attribute):
        key = (name, attribute, type, tuple(id(o) for o in operands))
        for scope in self.known:
            if key in scope:
                return scope[key]
        result = Value(type)
        self.blocks[-1].append(("op", name, attribute, operands, [result]))
        self.known[-1][key] = result
        return result

    def const(self, value, type, name):
        if type.is_float:
            value = float(value)
            assert value != value or type.round(value) == value, f"{value!r} is not a {type}"
            key = (type, struct.pack("<d", value))
        else:
            value &= (1 << type.bits) - 1
            key = (type, value)
        if key not in self.constants:
            self.constants[key] = (Value(type, None), value, name)
        return self.constants[key][0]

    def _block(self, run):
        self.blocks.append([])
        self.known.append({})
        results = run()
        self.known.pop()
        return self.blocks.pop(), results

    def region_op(self, kind, operands, regions):
        recorded = [self._block(r) for r in regions]
        types = [v.type for v in recorded[0][1]]
        assert all([v.type for v in r] == types for _, r in recorded)
        results = [Value(t) for t in types]
        self.blocks[-1].append((kind, recorded, None, operands, results))
        return results

    def loop(self, count, initial, body):
        counter = Value(i32)
        carried = [Value(v.type) for v in initial]
        block, results = self._block(lambda: body(counter, *carried))
        outs = [Value(v.type) for v in initial]
        zero, n, one = (const(k, i32) for k in (0, count, 1))
        self.blocks[-1].append(("for", (block, results), (counter, carried),
                                [zero, n, one] + list(initial), outs))
        return outs

    def comment(self, text):
        self.blocks[-1].append(("comment", text, None, [], []))

    # Naming: watch the local variables of the functions in source_dir.
    def trace(self, frame, event, argument):
        path = frame.f_code.co_filename
        if os.path.dirname(path) != self.source_dir or path.endswith("builder.py"):
            return None
        if event in ("line", "return"):
            for variable, v in frame.f_locals.items():
                for item, suffix in _items(v):
                    if item.name is None and not variable.startswith("_") and len(variable) > 0:
                        item.name = self.unique(variable + suffix)
        if event == "line":
            self.take_comments(path, frame.f_lineno)
        return self.trace

    def take_comments(self, path, line):
        lines = []
        while (text := linecache.getline(path, line - 1).strip()).startswith("#"):
            line -= 1
            lines.append((line, text[1:].strip()))
        for number, text in reversed(lines):
            if (path, number) not in self.comments_seen:
                self.comments_seen.add((path, number))
                self.comment(text)

    def unique(self, name):
        candidate, n = name, 0
        while candidate in self.names:
            n += 1
            candidate = f"{name}_{n}"
        self.names.add(candidate)
        return candidate

    # Printing.
    def render(self, results):
        counter = iter(range(10**9))

        def ref(v):
            if v.name is None:
                v.name = str(next(counter))
            return "%" + v.name

        for v, value, name in self.constants.values():
            if v.name is None:
                v.name = self.unique(name or _constant_name(v.type, value))
        out = [f"// {line}".rstrip() for line in self.doc.strip().splitlines()]
        arguments = ", ".join(f"{ref(a)}: {a.type}" for a in self.arguments)
        visibility = "private " if self.private else ""
        out.append(f"func.func {visibility}@{self.name}({arguments}) -> {self.result_type} {{")
        for v, value, _ in self.constants.values():
            out.append(f"  {ref(v)} = arith.constant {_constant_text(v.type, value)}")
        self.render_block(self.blocks[0], ref, "  ", out)
        out += [f"  return {ref(results)} : {results.type}", "}"]
        return "\n".join(out)

    def render_block(self, block, ref, indent, out):
        for kind, what, attribute, operands, results in block:
            if kind == "comment":
                out.append(f"{indent}// {what}")
            elif kind == "op":
                out.append(indent + _op_text(what, attribute, operands, results[0], ref))
            elif kind == "if":
                types = ", ".join(str(r.type) for r in results)
                names = ", ".join(ref(r) for r in results)
                out.append(f"{indent}{names} = scf.if {ref(operands[0])} -> ({types}) {{")
                self.render_region(what[0], ref, indent, out)
                out.append(f"{indent}}} else {{")
                self.render_region(what[1], ref, indent, out)
                out.append(f"{indent}}}")
            elif kind == "for":
                counter, carried = attribute
                names = ", ".join(ref(r) for r in results)
                types = ", ".join(str(r.type) for r in results)
                inits = ", ".join(f"{ref(c)} = {ref(i)}" for c, i in zip(carried, operands[3:], strict=True))
                low, high, step = (ref(o) for o in operands[:3])
                out.append(f"{indent}{names} = scf.for {ref(counter)} = {low} to {high} step {step} "
                           f"iter_args({inits}) -> ({types}) : i32 {{")
                self.render_region(what, ref, indent, out)
                out.append(f"{indent}}}")

    def render_region(self, region, ref, indent, out):
        block, results = region
        self.render_block(block, ref, indent + "  ", out)
        types = ", ".join(str(r.type) for r in results)
        out.append(f"{indent}  scf.yield {', '.join(ref(r) for r in results)} : {types}")


def _items(v):
    if isinstance(v, Value):
        return [(v, "")]
    if isinstance(v, (list, tuple)):
        return [(x, str(i)) for i, x in enumerate(v) if isinstance(x, Value)]
    return []


def _op_text(name, attribute, operands, result, ref):
    args = ", ".join(ref(o) for o in operands)
    if name == "func.call":
        types = ", ".join(str(o.type) for o in operands)
        return f"{ref(result)} = func.call @{attribute}({args}) : ({types}) -> {result.type}"
    if name in ("arith.cmpf", "arith.cmpi"):
        return f"{ref(result)} = {name} {attribute}, {args} : {operands[0].type}"
    if operands[0].type is not result.type and name != "arith.select":
        return f"{ref(result)} = {name} {args} : {operands[0].type} to {result.type}"
    return f"{ref(result)} = {name} {args} : {result.type}"


def _constant_text(type, value):
    if not type.is_float:
        signed = value - (1 << type.bits) if value >> (type.bits - 1) and type.bits > 1 else value
        return f"{signed} : {type}"
    if value != value or value in (float("inf"), float("-inf")):
        pattern = struct.pack(">f" if type is f32 else ">d", value).hex().upper()
        return f"0x{pattern} : {type}"
    text = repr(value)
    if type is f32 and value:  # the shortest decimal that gives this f32
        candidates = (f"{value:.{digits}g}" for digits in range(1, 10))
        text = next(t for t in candidates if type.round(float(t)) == value)
    mantissa, _, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return (mantissa + (f"e{int(exponent)}" if exponent else "")) + f" : {type}"


def _constant_name(type, value):
    text = _constant_text(type, value).split(" ")[0]
    if text.startswith("0x"):
        return "inf" if value > 0 else ("neg_inf" if value < 0 else "nan")
    if not type.is_float and (len(text) > 4):
        return f"{type}_x{value:X}"
    return f"{'f' if type.is_float else str(type)}_{text}"


def record(function_name, body, argument_names, argument_types, result_type, doc, private):
    """Runs `body` on fresh arguments; returns the text of the function."""
    global _current
    source_dir = os.path.dirname(body.__code__.co_filename)
    f = Function(function_name, argument_types, result_type, doc, private, source_dir)
    f.arguments = [Value(t, f.unique(n)) for n, t in zip(argument_names, argument_types, strict=True)]
    _current = f
    sys.settrace(f.trace)
    try:
        result = body(*f.arguments)
    finally:
        sys.settrace(None)
        _current = None
    return f.render(result)
