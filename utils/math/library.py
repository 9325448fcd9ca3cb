# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the function sources share: registration, coefficients, split constants."""

import json
import os

import mpmath as mp
from builder import Named, f32, f64
from recorder import record

mp.mp.dps = 400  # enough for the bits of 2/pi

HERE = os.path.dirname(os.path.abspath(__file__))
COEFFICIENTS = json.load(open(os.path.join(HERE, "Coefficients.json")))
ENTRIES = []  # (name, types -> text) in the order of definition


def coefficients(name, T):
    """The fitted polynomial, constant term first."""
    values = COEFFICIENTS[f"{name}_{T}"]["coefficients"]
    return [Named(float.fromhex(c), f"{name}_{i}") for i, c in enumerate(values)]


def constant_low(name, T):
    """What rounding left of the constant term (nothing in f32, whose other terms make up for it)."""
    return Named(T.round(float.fromhex(COEFFICIENTS[f"{name}_{T}"]["constant_low"])), f"{name}_0_low")


def split(name, value, T, parts=2, bits=None):
    """Constants <name>_high, <name>_low (or _1, _2, ...): an unevaluated
    sum of `parts` numbers of type T; `bits`: shorten the leading ones."""
    result, rest = [], mp.mpf(value)
    for part in range(parts):
        if bits and part + 1 < parts:
            with mp.workprec(bits):
                head = +rest
        else:
            head = rest
        suffix = ("high", "low")[part] if parts == 2 else part + 1
        result.append(Named(T.round(head), f"{name}_{suffix}" if parts > 1 else name))
        rest = rest - mp.mpf(float(result[-1]))
    return result


def constant(name, value, T):
    """One rounded constant."""
    return split(name, value, T, parts=1)[0]


def library(name, types=(f32, f64), result=None, private=False, suffix=None):
    """Registers fn(T, *arguments) under @emmy_<name>_<T>; its docstring heads the text."""

    def register(fn):
        for T in types:
            names = fn.__code__.co_varnames[1 : fn.__code__.co_argcount]
            types_of_arguments = [fn.__annotations__.get(n, T) for n in names]
            full = f"emmy_{name}_{T}" + (f"_{suffix}" if suffix else "")
            ENTRIES.append((full, fn, T, names, types_of_arguments, result or T, private))
        return fn

    return register


def text_of(entry, bounds):
    full, fn, T, names, argument_types, result, private = entry
    doc = "\n".join(line.strip() for line in (fn.__doc__ or "").strip().splitlines())
    bound = bounds.get(full.removeprefix("emmy_"))
    if bound is not None:
        doc += f"\nError bound: {bound} ulp." if bound else "\nExact."

    def body(*arguments):
        return fn(T, *arguments)

    # the tracer looks for code in this folder
    return record(full, body, names, argument_types, result, doc, private)
